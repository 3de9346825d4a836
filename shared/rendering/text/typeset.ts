/** Sets plain text into lines and pages by pure arithmetic over a table of advances: no font, no PDF, no clock. */
import type { Paper, Rendered } from '../../domain/paper.ts';
import { ascent, composed, descent, unitsPerEm, withoutPlace } from '../font/characters.ts';
import { columnWidthIn, POINTS_PER_INCH, tooManyPages, unprintable } from '../layout.ts';
import { wrap } from './wrap.ts';

/** One line of a page. Its baseline starts at a point measured from the top left corner of the sheet. */
export interface TextLine {
  readonly text: string;
  readonly xPt: number;
  readonly baselinePt: number;
  /** If it is not the paper's. */
  readonly sizePt?: number;
}

export interface Typeset {
  readonly paper: Paper;
  /** Changes whenever the same text could come out in other lines or on other pages. */
  readonly layoutVersion: string;
  readonly pages: readonly (readonly TextLine[])[];
}

/**
 * Lines and pages of `text`: CR LF is LF, a blank line separates paragraphs, a single line break is kept, a form feed begins a
 * page, a tab is four spaces, lines break by UAX #14. Unprintable: no text, a character
 * without a glyph, right-to-left script, too many pages.
 */
export function typeset(text: string, paper: Paper): Rendered<Typeset> {
  // Composes letters (NFC), leaves only line and form feeds, replaces tabs and removes blanks at the end.
  const lines = text.replace(/\r\n?|[\v\u0085\u2028\u2029]/g, '\n').replaceAll('\t', ' '.repeat(4));
  const clean = composed(lines).trimEnd();
  const flat = clean.replaceAll('\f', '\n');
  if (!visible.test(flat)) return unprintable('There is nothing to print: the text is empty. Send at least one word.');
  const problem = withoutPlace(flat);
  if (problem !== undefined) return problem;
  const sections = clean.split('\f');
  // Each is a page at least. Hundreds of thousands would take a second to lay out.
  const excess = tooManyPages(sections.filter((section) => visible.test(section)).length, 'text', paper);
  if (excess !== undefined) return excess;
  const units = (columnWidthIn(paper) * POINTS_PER_INCH * unitsPerEm) / paper.fontSizePt;
  const pages: string[][] = [];
  for (const section of sections) {
    const before = pages.length;
    const printed = section.split('\n').flatMap((line) => wrap(line, units));
    for (const page of paginate(printed, (index) => {
      const heightIn = paper.textHeightIn - (topIn(before + index, paper) - paper.marginIn);
      return Math.floor((heightIn * POINTS_PER_INCH) / paper.lineHeightPt);
    }))
      pages.push(page);
  }
  const tooMany = tooManyPages(pages.length, 'text', paper);
  if (tooMany !== undefined) return tooMany;
  const blank = pages.flatMap((page, index) => (page.some((line) => visible.test(line)) ? [] : [index + 1]));
  return {
    ok: true,
    paper,
    warnings: blank.length === 0 ? [] : [{ code: 'pages_blank', pages: blank }],
    layoutVersion: 'text-2',
    pages: pages.map((page, pageIndex) => {
      const xPt = paper.marginIn * POINTS_PER_INCH;
      const { fontSizePt, lineHeightPt } = paper;
      // From the top of a line's box. The font's own height is centered in the line height.
      const baselineInLinePt = lineHeightPt / 2 + ((ascent + descent) / 2) * (fontSizePt / unitsPerEm);
      const firstBaselinePt = topIn(pageIndex, paper) * POINTS_PER_INCH + baselineInLinePt;
      return page.map((text, index) => ({ text, xPt, baselinePt: firstBaselinePt + index * paper.lineHeightPt }));
    }),
  };
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function topIn(pageIndex: number, paper: Paper): number {
  return pageIndex === 0 ? Math.max(paper.marginIn, paper.addressZoneIn) : paper.marginIn;
}

/** The lines of each page; blank ones are empty. `capacityOf`: how many fit on the page of an index, from 0. */
function paginate(lines: readonly string[], capacityOf: (pageIndex: number) => number): string[][] {
  // A page does not end with the first line of a paragraph, nor begin with its last.
  const endOfPage = (start: number, capacity: number): number => {
    const full = start + capacity;
    if (full >= lines.length || isGap(lines[full]) || isGap(lines[full - 1])) return full;
    const startsAlone = (end: number) => end - 2 >= start && isGap(lines[end - 2]);
    const endsAlone = isGap(lines[full + 1]);
    const end = endsAlone && !startsAlone(full) ? full - 1 : full;
    return startsAlone(end) ? end - 1 : end;
  };
  const firstWritten = (from: number): number => {
    let index = from;
    while (lines[index] === '') index++;
    return index;
  };
  const pages: string[][] = [];
  let start = firstWritten(0);
  while (start < lines.length) {
    const end = endOfPage(start, capacityOf(pages.length));
    const page = lines.slice(start, end);
    while (page.at(-1) === '') page.pop();
    pages.push(page);
    start = firstWritten(end);
  }
  return pages;
}

/** Ends a paragraph. */
const isGap = (line: string | undefined): boolean => line === undefined || line === '';
