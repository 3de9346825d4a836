/** Sets plain text into lines and pages by pure arithmetic over a table of advances: no font, no PDF, no clock. */
import type { Layout, Rendered, Unprintable } from '../../core/content.ts';
import type { PreparedMarks } from '../../core/given/marks.ts';
import { firstLooseMark, firstRightToLeft, firstWithoutGlyph } from '../font/characters.ts';
import { ascent, descent, unitsPerEm } from '../font/font-advances.ts';
import { addressZoneIn, POINTS_PER_INCH, page, textHeightIn, tooManyPages } from '../layout.ts';
import { letterheadLeftPt, linesFor, linesOfLetterhead } from '../marks/boxes.ts';
import { placeWarnings } from '../marks/places.ts';
import { blockRow, paginate } from './paginate.ts';
import { withBlock } from './signature-block.ts';
import { wrap } from './wrap.ts';

/** One line of a page. Its baseline starts at a point measured from the top left corner of the sheet. */
interface Line {
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
  /** Changes whenever the same text could come out in other lines or on other pages. */
  readonly layoutVersion: string;
  readonly pages: readonly (readonly Line[])[];
  readonly marks: readonly PlacedMark[];
}

const columnUnits = (page.columnWidthIn * POINTS_PER_INCH * unitsPerEm) / page.fontSizePt;

/** The distance from the top of a line's box to its baseline. The font's own height is centered in the line height. */
const baselineInLinePt = page.lineHeightPt / 2 + ((ascent + descent) / 2) * (page.fontSizePt / unitsPerEm);

/**
 * Lines and pages of `text`: CR LF is LF, a blank line separates paragraphs, a single line break is kept, a tab is four
 * spaces, lines break by UAX #14. A signature is an unbreakable block of whole lines. Unprintable: no text, a character
 * without a glyph, right-to-left script, too many pages.
 */
export function typeset(text: string, layout: Layout, marks: PreparedMarks = {}): Rendered<Typeset> {
  const clean = normalize(text);
  const unprintable = nothingIn(clean) ?? firstRightToLeft(clean) ?? firstWithoutGlyph(clean) ?? firstLooseMark(clean);
  if (unprintable !== undefined) return unprintable;
  const { signature } = marks;
  const rows = signature === undefined ? [] : Array<string>(linesFor(signature.heightPt)).fill(blockRow);
  const lines = withBlock(clean, rows).flatMap((line) => (line === blockRow ? line : wrap(line, columnUnits)));
  const head = linesOfLetterhead(marks.letterhead, layout);
  const pages = paginate(lines, (pageIndex) => linesOnPage(pageIndex, layout) - (pageIndex === 0 ? head : 0));
  const placed = pages.map((page, pageIndex) => place(page, firstBaselinePt(pageIndex, layout, head)));
  return (
    tooManyPages(pages.length, 'text', layout) ?? {
      ok: true,
      warnings: placeWarnings([clean], signature !== undefined),
      layoutVersion: 'text-2',
      pages: placed.map((page) => page.filter(({ text }) => text !== blockRow)),
      marks: placedMarks(marks, placed, layout),
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

function linesOnPage(pageIndex: number, layout: Layout): number {
  const heightIn = textHeightIn[layout] - (topIn(pageIndex, layout) - page.marginIn);
  return Math.floor((heightIn * POINTS_PER_INCH) / page.lineHeightPt);
}

function topIn(pageIndex: number, layout: Layout): number {
  return pageIndex === 0 ? Math.max(page.marginIn, addressZoneIn[layout]) : page.marginIn;
}

const firstBaselinePt = (pageIndex: number, layout: Layout, head: number): number =>
  topIn(pageIndex, layout) * POINTS_PER_INCH + (pageIndex === 0 ? head * page.lineHeightPt : 0) + baselineInLinePt;

function place(lines: readonly string[], firstBaselinePt: number): Line[] {
  const xPt = page.marginIn * POINTS_PER_INCH;
  return lines.map((text, index) => ({ text, xPt, baselinePt: firstBaselinePt + index * page.lineHeightPt }));
}

function placedMarks(
  { signature, letterhead }: PreparedMarks,
  pages: readonly (readonly Line[])[],
  layout: Layout,
): PlacedMark[] {
  const [xPt, topPt] = [page.marginIn * POINTS_PER_INCH, page.marginIn * POINTS_PER_INCH];
  const head = letterhead && { mark: letterhead, pageIndex: 0, xPt: letterheadLeftPt(letterhead, layout), topPt };
  const pageIndex = pages.findIndex((lines) => lines.some(({ text }) => text === blockRow));
  const [row] = pages[pageIndex]?.filter(({ text }) => text === blockRow) ?? [];
  if (signature === undefined || row === undefined) return head === undefined ? [] : [head];
  const spare = linesFor(signature.heightPt) * page.lineHeightPt - signature.heightPt;
  const signed = { mark: signature, pageIndex, xPt, topPt: row.baselinePt - baselineInLinePt + spare / 2 };
  return head === undefined ? [signed] : [head, signed];
}
