/** Sets plain text into lines and pages: pure arithmetic over a table of advances, no font, no PDF, no clock. */

import type { Layout, Rendered, Unprintable } from '../../core/content.ts';
import { firstLooseMark, firstRightToLeft, firstWithoutGlyph } from '../font/characters.ts';
import { ascent, descent, unitsPerEm } from '../font/font-advances.ts';
import { addressZoneIn, POINTS_PER_INCH, page, textHeightIn, tooManyPages } from '../layout.ts';
import { paginate } from './paginate.ts';
import { wrap } from './wrap.ts';

/** Changes whenever the same text could come out in other lines or on other pages. */
const layoutVersion = 'text-2';

/** One line of a page: where its baseline starts, in points from the top left corner of the sheet. */
export interface Line {
  readonly text: string;
  readonly xPt: number;
  readonly baselinePt: number;
}

export interface Typeset {
  readonly layoutVersion: string;
  readonly pages: readonly (readonly Line[])[];
}

const spacesPerTab = 4;
const marginPt = page.marginIn * POINTS_PER_INCH;
const columnUnits = (page.columnWidthIn * POINTS_PER_INCH * unitsPerEm) / page.fontSizePt;

/** From the top of a line's box to its baseline: the font's own height stands in the middle of the line height. */
const baselineInLinePt = page.lineHeightPt / 2 + ((ascent + descent) / 2) * (page.fontSizePt / unitsPerEm);

/**
 * Lines and pages of `text`: CR LF is LF, a blank line parts paragraphs, a single line break is kept, a tab is four
 * spaces, lines break by UAX #14. Unprintable: no text, a character without a glyph, right-to-left script, too many pages.
 */
export function typeset(text: string, layout: Layout): Rendered<Typeset> {
  const clean = normalise(text);
  const unprintable = nothingIn(clean) ?? firstRightToLeft(clean) ?? firstWithoutGlyph(clean) ?? firstLooseMark(clean);
  if (unprintable !== undefined) return unprintable;
  const lines = clean.split('\n').flatMap((line) => wrap(line, columnUnits));
  const pages = paginate(lines, (pageIndex) => linesOnPage(pageIndex, layout));
  return (
    tooManyPages(pages.length, 'text', layout) ?? {
      ok: true,
      warnings: [],
      layoutVersion,
      pages: pages.map((page, pageIndex) => place(page, pageIndex, layout)),
    }
  );
}

/** Composed letters (NFC), line feeds only, no tabs, nothing blank after the text. */
function normalise(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll('\t', ' '.repeat(spacesPerTab));
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
  return lines.map((text, index) => ({ text, xPt: marginPt, baselinePt: firstBaselinePt + index * page.lineHeightPt }));
}
