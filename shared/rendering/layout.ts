/** The geometry of a printed page, shared by the typesetter, the PDF writer, Chromium and the inspector. */
import type { Layout, Unprintable } from '../core/content.ts';

/** PostScript points, 72 to the inch. */
export const POINTS_PER_INCH = 72;

/** CSS pixels, 96 to the inch. */
export const PIXELS_PER_INCH = 96;

/** US Letter with one-inch margins and 12 pt Tinos, which has the metrics of Times New Roman. Inches unless named. */
export const page = {
  widthIn: 8.5,
  heightIn: 11,
  marginIn: 1,
  columnWidthIn: 6.5,
  fontSizePt: 12,
  lineHeightPt: 15,
  fontFamily: 'Tinos',
} as const;

/**
 * The top of page 1 that stays free of text, because the print partner stamps both addresses there. Only letters have
 * one.
 */
export const addressZoneIn: Readonly<Record<Layout, number>> = { letter: 3, fax: 0, check: 0 };

/**
 * The part of a page's height that holds text. Source for the check: PostGrid's cheque `message`, 7 in area, 0.3 in
 * margin. Our column is narrower than that area, so a note that fits here also fits there.
 */
export const textHeightIn: Readonly<Record<Layout, number>> = { letter: 9, fax: 9, check: 7 - 2 * 0.3 };

/** The most pages that a document may have. */
export const maxPages: Readonly<Record<Layout, number>> = { letter: 60, fax: 200, check: 1 };

/** The most bytes of a document that was joined from parts, as of a PDF that comes alone. */
export const mostDocumentBytes = 20_000_000;

/** Refuses a document with more pages than its layout allows; undefined if it fits. */
export function tooManyPages(pages: number, what: string, layout: Layout): Unprintable | undefined {
  if (pages <= maxPages[layout]) return undefined;
  const limit = `a ${layout} has at most ${maxPages[layout]}`;
  return { ok: false, problem: `The ${what} fills ${pages} pages and ${limit}. ${shorten(layout)}` };
}

/** The cure for too many pages. A check has only one note, so a longer one cannot be sent in parts. */
export const shorten = (layout: Layout) => (layout === 'check' ? 'Shorten it.' : 'Shorten it or send it in parts.');

/** Refuses a note that is taller than the space in its layout; undefined if it fits. `textLength`: in characters. */
export function tooTall(heightIn: number, layout: Layout, textLength: number): Unprintable | undefined {
  const holdsTenths = Math.round(textHeightIn[layout] * 10);
  // Nobody can shorten a note by a thousandth of an inch.
  const excessTenths = Math.ceil((heightIn - 0.001) * 10) - holdsTenths;
  if (excessTenths <= 0) return undefined;
  const [tall, holds, excess] = [holdsTenths + excessTenths, holdsTenths, excessTenths].map((n) => (n / 10).toFixed(1));
  const where = `the space under a ${layout} holds ${holds}`;
  const words = aboutWords((textLength * excessTenths) / (holdsTenths + excessTenths));
  return {
    ok: false,
    problem: `The message is ${tall} inches tall and ${where}: shorten it by ${excess} inches${words}.`,
  };
}

/** `, about 120 words`; nothing where space is the matter, and not text. */
function aboutWords(characters: number): string {
  // An English word and its space.
  const words = Math.ceil(characters / 6 / 10) * 10;
  return words < 20 ? '' : `, about ${words.toLocaleString('en-US')} words`;
}
