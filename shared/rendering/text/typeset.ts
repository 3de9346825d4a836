/** Sets plain text into lines and pages by pure arithmetic over a table of advances: no font, no PDF, no clock. */
import type { PreparedMarks } from '../../core/given/marks.ts';
import type { Paper, Rendered, Unprintable } from '../../core/paper.ts';
import { firstLooseMark, firstRightToLeft, firstWithoutGlyph } from '../font/characters.ts';
import { ascent, descent, unitsPerEm } from '../font/font-advances.ts';
import { columnWidthIn, POINTS_PER_INCH, tooManyPages } from '../layout.ts';
import { letterheadLeftPt, linesFor, linesOfLetterhead } from '../marks/boxes.ts';
import { placeWarnings, signaturePlace, withoutPlaces } from '../marks/places.ts';
import { wrap } from './wrap.ts';

/** One line of a page. Its baseline starts at a point measured from the top left corner of the sheet. */
export interface TextLine {
  readonly text: string;
  readonly xPt: number;
  readonly baselinePt: number;
}

/** A mark of the sender's on a page (0 is page 1). Its top left corner is measured as a line's start. */
interface PlacedMark {
  readonly mark: NonNullable<PreparedMarks[keyof PreparedMarks]>;
  readonly pageIndex: number;
  readonly xPt: number;
  readonly topPt: number;
}

export interface Typeset {
  readonly paper: Paper;
  /** Changes whenever the same text could come out in other lines or on other pages. */
  readonly layoutVersion: string;
  readonly pages: readonly (readonly TextLine[])[];
  readonly marks: readonly PlacedMark[];
}

const columnUnits = (paper: Paper): number => (columnWidthIn(paper) * POINTS_PER_INCH * unitsPerEm) / paper.fontSizePt;

/** The distance from the top of a line's box to its baseline. The font's own height is centered in the line height. */
const baselineInLinePt = ({ fontSizePt, lineHeightPt }: Paper): number =>
  lineHeightPt / 2 + ((ascent + descent) / 2) * (fontSizePt / unitsPerEm);

/**
 * Lines and pages of `text`: CR LF is LF, a blank line separates paragraphs, a single line break is kept, a tab is four
 * spaces, lines break by UAX #14. A signature is an unbreakable block of whole lines. Unprintable: no text, a character
 * without a glyph, right-to-left script, too many pages.
 */
export function typeset(text: string, paper: Paper, marks: PreparedMarks = {}): Rendered<Typeset> {
  const clean = normalize(text);
  const unprintable = nothingIn(clean) ?? firstRightToLeft(clean) ?? firstWithoutGlyph(clean) ?? firstLooseMark(clean);
  if (unprintable !== undefined) return unprintable;
  const { signature } = marks;
  const rows = signature === undefined ? [] : Array<string>(linesFor(signature.heightPt, paper)).fill(blockRow);
  const units = columnUnits(paper);
  const lines = withBlock(clean, rows).flatMap((line) => (line === blockRow ? line : wrap(line, units)));
  const head = linesOfLetterhead(marks.letterhead, paper);
  const pages = paginate(lines, (pageIndex) => linesOnPage(pageIndex, paper) - (pageIndex === 0 ? head : 0));
  const placed = pages.map((page, pageIndex) => place(page, firstBaselinePt(pageIndex, paper, head), paper));
  return (
    tooManyPages(pages.length, 'text', paper) ?? {
      ok: true,
      paper,
      warnings: placeWarnings([clean], signature !== undefined),
      layoutVersion: 'text-2',
      pages: placed.map((page) => page.filter(({ text }) => text !== blockRow)),
      marks: placedMarks(marks, placed, paper),
    }
  );
}

/** Composes letters (NFC), leaves only line feeds, replaces tabs and removes blanks at the end. */
function normalize(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll('\t', ' '.repeat(4));
  return lines.normalize('NFC').trimEnd();
}

function nothingIn(text: string): Unprintable | undefined {
  if (/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)) return undefined;
  return { ok: false, problem: 'There is nothing to print: the text is empty. Send at least one word.' };
}

function linesOnPage(pageIndex: number, paper: Paper): number {
  const heightIn = paper.textHeightIn - (topIn(pageIndex, paper) - paper.marginIn);
  return Math.floor((heightIn * POINTS_PER_INCH) / paper.lineHeightPt);
}

function topIn(pageIndex: number, paper: Paper): number {
  return pageIndex === 0 ? Math.max(paper.marginIn, paper.addressZoneIn) : paper.marginIn;
}

const firstBaselinePt = (pageIndex: number, paper: Paper, head: number): number =>
  topIn(pageIndex, paper) * POINTS_PER_INCH +
  (pageIndex === 0 ? head * paper.lineHeightPt : 0) +
  baselineInLinePt(paper);

function place(lines: readonly string[], firstBaselinePt: number, paper: Paper): TextLine[] {
  const xPt = paper.marginIn * POINTS_PER_INCH;
  return lines.map((text, index) => ({ text, xPt, baselinePt: firstBaselinePt + index * paper.lineHeightPt }));
}

function placedMarks(
  { signature, letterhead }: PreparedMarks,
  pages: readonly (readonly TextLine[])[],
  paper: Paper,
): PlacedMark[] {
  const [xPt, topPt] = [paper.marginIn * POINTS_PER_INCH, paper.marginIn * POINTS_PER_INCH];
  const head = letterhead && { mark: letterhead, pageIndex: 0, xPt: letterheadLeftPt(letterhead, paper), topPt };
  const pageIndex = pages.findIndex((lines) => lines.some(({ text }) => text === blockRow));
  const [row] = pages[pageIndex]?.filter(({ text }) => text === blockRow) ?? [];
  if (signature === undefined || row === undefined) return head === undefined ? [] : [head];
  const spare = linesFor(signature.heightPt, paper) * paper.lineHeightPt - signature.heightPt;
  const signed = { mark: signature, pageIndex, xPt, topPt: row.baselinePt - baselineInLinePt(paper) + spare / 2 };
  return head === undefined ? [signed] : [head, signed];
}

/** The lines with a block at the first place that asks for it, where its line ends, or after the last. */
function withBlock(text: string, block: readonly string[]): string[] {
  const lines = text.split('\n');
  if (block.length === 0) return lines;
  const at = lines.findIndex((line) => signaturePlace.test(line));
  if (at === -1) return [...lines, '', ...block];
  const [before = '', after = ''] = partedAt(lines[at] ?? '');
  const rest = lines.slice(at + 1).filter((line) => !signaturePlace.test(line) || withoutPlaces(line).trim() !== '');
  return [
    ...lines.slice(0, at),
    ...(before === '' ? [] : [before]),
    ...block,
    ...(after === '' ? [] : [after]),
    ...rest.map(withoutPlaces),
  ];
}

function partedAt(line: string): string[] {
  const found = signaturePlace.exec(line);
  const [from, to] = found === null ? [line.length, line.length] : [found.index, found.index + found[0].length];
  return [line.slice(0, from).trimEnd(), withoutPlaces(line.slice(to)).trim()];
}

/** Stands for each row of a block that no page break may divide. No printed line is a line feed. */
const blockRow = '\n';

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
  if (lines[full] === blockRow && lines[full - 1] === blockRow) return lines.indexOf(blockRow, start);
  if (full >= lines.length || isGap(lines[full]) || isGap(lines[full - 1])) return full;
  const startsAlone = (end: number) => end - 2 >= start && isGap(lines[end - 2]);
  const endsAlone = isGap(lines[full + 1]);
  const end = endsAlone && !startsAlone(full) ? full - 1 : full;
  return startsAlone(end) ? end - 1 : end;
}

/** Ends a paragraph, so that a block changes no line before it. */
const isGap = (line: string | undefined): boolean => line === undefined || line === '' || line === blockRow;

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
