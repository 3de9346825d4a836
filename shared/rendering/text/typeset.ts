/** Sets plain text into lines and pages by pure arithmetic over a table of advances: no font, no PDF, no clock. */
import type { Paper, Rendered, Unprintable } from '../../domain/paper.ts';
import {
  ascent,
  composed,
  descent,
  firstLooseMark,
  firstRightToLeft,
  firstWithoutGlyph,
  unitsPerEm,
} from '../font/characters.ts';
import { columnWidthIn, POINTS_PER_INCH, tooManyPages, unprintable } from '../layout.ts';
import { wrap } from './wrap.ts';

/** One line of a page. Its baseline starts at a point measured from the top left corner of the sheet. */
export interface TextLine {
  readonly text: string;
  readonly xPt: number;
  readonly baselinePt: number;
}

export interface Typeset {
  readonly paper: Paper;
  /** Changes whenever the same text could come out in other lines or on other pages. */
  readonly layoutVersion: string;
  readonly pages: readonly (readonly TextLine[])[];
}

/** The distance from the top of a line's box to its baseline. The font's own height is centered in the line height. */
const baselineInLinePt = ({ fontSizePt, lineHeightPt }: Paper): number =>
  lineHeightPt / 2 + ((ascent + descent) / 2) * (fontSizePt / unitsPerEm);

/**
 * Lines and pages of `text`: CR LF is LF, a blank line separates paragraphs, a single line break is kept, a form feed begins a
 * page, a tab is four spaces, lines break by UAX #14. Unprintable: no text, a character
 * without a glyph, right-to-left script, too many pages.
 */
export function typeset(text: string, paper: Paper): Rendered<Typeset> {
  const clean = normalize(text);
  const flat = clean.replaceAll('\f', '\n');
  const unprintable = nothingIn(flat) ?? firstRightToLeft(flat) ?? firstWithoutGlyph(flat) ?? firstLooseMark(flat);
  if (unprintable !== undefined) return unprintable;
  const sections = clean.split('\f');
  // Each is a page at least. Hundreds of thousands would take a second to lay out.
  const excess = tooManyPages(sections.filter((section) => visible.test(section)).length, 'text', paper);
  if (excess !== undefined) return excess;
  const units = (columnWidthIn(paper) * POINTS_PER_INCH * unitsPerEm) / paper.fontSizePt;
  const pages: string[][] = [];
  for (const section of sections) {
    const before = pages.length;
    const lines = section.split('\n').flatMap((line) => wrap(line, units));
    for (const page of paginate(lines, (index) => linesOnPage(before + index, paper))) pages.push(page);
  }
  const tooMany = tooManyPages(pages.length, 'text', paper);
  if (tooMany !== undefined) return tooMany;
  const blank = pages.flatMap((lines, index) => (lines.some((line) => visible.test(line)) ? [] : [index + 1]));
  return {
    ok: true,
    paper,
    warnings: blank.length === 0 ? [] : [{ code: 'pages_blank', pages: blank }],
    layoutVersion: 'text-2',
    pages: pages.map((page, pageIndex) => place(page, pageIndex, paper)),
  };
}

/** Composes letters (NFC), leaves only line and form feeds, replaces tabs and removes blanks at the end. */
function normalize(text: string): string {
  const lines = text.replace(/\r\n?|[\v\u0085\u2028\u2029]/g, '\n').replaceAll('\t', ' '.repeat(4));
  return composed(lines).trimEnd();
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function nothingIn(text: string): Unprintable | undefined {
  if (visible.test(text)) return undefined;
  return unprintable('There is nothing to print: the text is empty. Send at least one word.');
}

function linesOnPage(pageIndex: number, paper: Paper): number {
  const heightIn = paper.textHeightIn - (topIn(pageIndex, paper) - paper.marginIn);
  return Math.floor((heightIn * POINTS_PER_INCH) / paper.lineHeightPt);
}

function topIn(pageIndex: number, paper: Paper): number {
  return pageIndex === 0 ? Math.max(paper.marginIn, paper.addressZoneIn) : paper.marginIn;
}

function place(lines: readonly string[], pageIndex: number, paper: Paper): TextLine[] {
  const xPt = paper.marginIn * POINTS_PER_INCH;
  const firstBaselinePt = topIn(pageIndex, paper) * POINTS_PER_INCH + baselineInLinePt(paper);
  return lines.map((text, index) => ({ text, xPt, baselinePt: firstBaselinePt + index * paper.lineHeightPt }));
}

/** The lines of each page; blank ones are empty. `capacityOf`: how many fit on the page of an index, from 0. */
function paginate(lines: readonly string[], capacityOf: (pageIndex: number) => number): string[][] {
  const pages: string[][] = [];
  let start = firstWritten(lines, 0);
  while (start < lines.length) {
    const end = endOfPage(lines, start, capacityOf(pages.length));
    pages.push(lines.slice(start, lastWritten(lines, start, end)));
    start = firstWritten(lines, end);
  }
  return pages;
}

function endOfPage(lines: readonly string[], start: number, capacity: number): number {
  const full = start + capacity;
  if (full >= lines.length || isGap(lines[full]) || isGap(lines[full - 1])) return full;
  const startsAlone = (end: number) => end - 2 >= start && isGap(lines[end - 2]);
  const endsAlone = isGap(lines[full + 1]);
  const end = endsAlone && !startsAlone(full) ? full - 1 : full;
  return startsAlone(end) ? end - 1 : end;
}

/** Ends a paragraph. */
const isGap = (line: string | undefined): boolean => line === undefined || line === '';

function firstWritten(lines: readonly string[], from: number): number {
  let index = from;
  while (lines[index] === '') index++;
  return index;
}

function lastWritten(lines: readonly string[], start: number, end: number): number {
  let last = Math.min(end, lines.length);
  while (last > start && lines[last - 1] === '') last--;
  return last;
}
