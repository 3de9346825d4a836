/** Sets plain text in lines and pages with only a table of advance widths: no font file, no PDF. */
import type { Paper, Rendered } from '../../domain/paper.ts';
import { ascent, descent, refuseUnsettable, toNfc, unitsPerEm } from '../font/characters.ts';
import { columnWidthIn, POINTS_PER_INCH, refuseTooManyPages, unprintable } from '../layout.ts';
import { wrap } from './wrap.ts';

/** One line of a page. Positions are measured from the top left corner of the sheet. */
export interface TextLine {
  readonly text: string;
  readonly xPt: number;
  readonly baselinePt: number;
  /** The paper's font size by default. */
  readonly sizePt?: number;
}

export interface Typeset {
  readonly paper: Paper;
  /** Changes whenever the same text may have different lines or pages. */
  readonly layoutVersion: string;
  readonly pages: readonly (readonly TextLine[])[];
}

/**
 * Sets `text`: CR LF is LF, a blank line separates paragraphs, a single line break is kept, a form feed starts a new page,
 * a tab is four spaces, and lines break by UAX #14. Unprintable: no text, a character without a glyph, right-to-left
 * script, too many pages.
 */
export function typeset(text: string, paper: Paper): Rendered<Typeset> {
  const withLineFeeds = text.replace(/\r\n?|[\v\u0085\u2028\u2029]/g, '\n');
  const normalized = toNfc(withLineFeeds.replaceAll('\t', ' '.repeat(4))).trimEnd();
  if (!visibleCharacter.test(normalized))
    return unprintable('There is nothing to print: the text is empty. Send at least one word.');
  const sections = normalized.split('\f');
  const problem = refuseUnsettable(sections.join('\n'));
  if (problem !== undefined) return problem;
  // Each section is at least one page. Laying out hundreds of thousands would block the process for a second.
  const excess = refuseTooManyPages(sections.filter((section) => visibleCharacter.test(section)).length, 'text', paper);
  if (excess !== undefined) return excess;
  const columnUnits = (columnWidthIn(paper) * POINTS_PER_INCH * unitsPerEm) / paper.fontSizePt;
  const pages: string[][] = [];
  const capacityOf = (pageIndex: number): number => {
    const heightIn = paper.textHeightIn - (topIn(pageIndex, paper) - paper.marginIn);
    return Math.floor((heightIn * POINTS_PER_INCH) / paper.lineHeightPt);
  };
  for (const section of sections) {
    const firstIndex = pages.length;
    const lines = section.split('\n').flatMap((line) => wrap(line, columnUnits));
    pages.push(...paginate(lines, (index) => capacityOf(firstIndex + index)));
  }
  const tooMany = refuseTooManyPages(pages.length, 'text', paper);
  if (tooMany !== undefined) return tooMany;
  const blank = pages.flatMap((page, index) => (page.some((line) => visibleCharacter.test(line)) ? [] : [index + 1]));
  return {
    ok: true,
    paper,
    warnings: blank.length === 0 ? [] : [{ code: 'pages_blank', pages: blank }],
    layoutVersion: 'text-2',
    pages: pages.map((page, pageIndex) => {
      const xPt = paper.marginIn * POINTS_PER_INCH;
      const { fontSizePt, lineHeightPt } = paper;
      // The baseline's distance from the top of the line, if the font's height is centered in the line height.
      const baselineInLinePt = lineHeightPt / 2 + ((ascent + descent) / 2) * (fontSizePt / unitsPerEm);
      const firstBaselinePt = topIn(pageIndex, paper) * POINTS_PER_INCH + baselineInLinePt;
      return page.map((text, index) => ({ text, xPt, baselinePt: firstBaselinePt + index * lineHeightPt }));
    }),
  };
}

const visibleCharacter = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function topIn(pageIndex: number, paper: Paper): number {
  return pageIndex === 0 ? Math.max(paper.marginIn, paper.addressZoneIn) : paper.marginIn;
}

/** The lines of each page. `capacityOf`: how many lines fit on a page, by its index. */
function paginate(lines: readonly string[], capacityOf: (pageIndex: number) => number): string[][] {
  // Avoids orphans (a page ends with a paragraph's first line) and widows (a page starts with its last line).
  const endOfPage = (start: number, capacity: number): number => {
    const full = start + capacity;
    if (full >= lines.length || isGap(lines[full]) || isGap(lines[full - 1])) return full;
    const leavesOrphan = (end: number) => end - 2 >= start && isGap(lines[end - 2]);
    const leavesWidow = isGap(lines[full + 1]);
    const end = leavesWidow && !leavesOrphan(full) ? full - 1 : full;
    return leavesOrphan(end) ? end - 1 : end;
  };
  const firstNonBlank = (from: number): number => {
    let index = from;
    while (lines[index] === '') index++;
    return index;
  };
  const pages: string[][] = [];
  let start = firstNonBlank(0);
  while (start < lines.length) {
    const end = endOfPage(start, capacityOf(pages.length));
    const page = lines.slice(start, end);
    while (page.at(-1) === '') page.pop();
    pages.push(page);
    start = firstNonBlank(end);
  }
  return pages;
}

/** True for a blank line and after the last line: no paragraph continues there. */
const isGap = (line: string | undefined): boolean => line === undefined || line === '';
