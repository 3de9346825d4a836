/** Sets plain text into lines and pages by pure arithmetic over a table of advances: no font, no PDF, no clock. */
import type { Layout, Rendered, Unprintable } from '../../core/content.ts';
import { firstLooseMark, firstRightToLeft, firstWithoutGlyph } from '../font/characters.ts';
import { ascent, descent, unitsPerEm } from '../font/font-advances.ts';
import { addressZoneIn, POINTS_PER_INCH, page, textHeightIn, tooManyPages } from '../layout.ts';
import { paginate } from './paginate.ts';
import { wrap } from './wrap.ts';

/** One line of a page. Its baseline starts at a point measured from the top left corner of the sheet. */
interface Line {
  readonly text: string;
  readonly xPt: number;
  readonly baselinePt: number;
}

export interface Typeset {
  /** Changes whenever the same text could come out in other lines or on other pages. */
  readonly layoutVersion: string;
  readonly pages: readonly (readonly Line[])[];
}

const columnUnits = (page.columnWidthIn * POINTS_PER_INCH * unitsPerEm) / page.fontSizePt;

/** The distance from the top of a line's box to its baseline. The font's own height is centered in the line height. */
const baselineInLinePt = page.lineHeightPt / 2 + ((ascent + descent) / 2) * (page.fontSizePt / unitsPerEm);

/**
 * Lines and pages of `text`: CR LF is LF, a blank line separates paragraphs, a single line break is kept, a tab is four
 * spaces, lines break by UAX #14. Unprintable: no text, a character without a glyph, right-to-left script, too many
 * pages.
 */
export function typeset(text: string, layout: Layout): Rendered<Typeset> {
  const clean = normalize(text);
  const unprintable = nothingIn(clean) ?? firstRightToLeft(clean) ?? firstWithoutGlyph(clean) ?? firstLooseMark(clean);
  if (unprintable !== undefined) return unprintable;
  const lines = clean.split('\n').flatMap((line) => wrap(line, columnUnits));
  const pages = paginate(lines, (pageIndex) => linesOnPage(pageIndex, layout));
  return (
    tooManyPages(pages.length, 'text', layout) ?? {
      ok: true,
      warnings: [],
      layoutVersion: 'text-2',
      pages: pages.map((page, pageIndex) => place(page, pageIndex, layout)),
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

function place(lines: readonly string[], pageIndex: number, layout: Layout): Line[] {
  const firstBaselinePt = topIn(pageIndex, layout) * POINTS_PER_INCH + baselineInLinePt;
  const xPt = page.marginIn * POINTS_PER_INCH;
  return lines.map((text, index) => ({ text, xPt, baselinePt: firstBaselinePt + index * page.lineHeightPt }));
}
