/** The geometry of a printed page, once: what the typesetter, the PDF writer, Chromium and the inspector agree on. */

export type Layout = 'letter' | 'fax';

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

/** The top of page 1 that stays free of text: the print partner stamps both addresses there. A fax has none. */
export const addressZoneIn: Readonly<Record<Layout, number>> = { letter: 3, fax: 0 };

/** The most pages that a document may have. */
export const maxPages: Readonly<Record<Layout, number>> = { letter: 60, fax: 200 };

/** What a piece of content becomes: pages, or one sentence that says what must change. */
export type Rendered<T> = ({ readonly ok: true; readonly warnings: readonly string[] } & T) | Unprintable;

/** Content that cannot be printed. `problem` names the cause and the cure and never quotes the content at length. */
export interface Unprintable {
  readonly ok: false;
  readonly problem: string;
}

/** What to answer to a document that is longer than its layout allows; undefined if it is not. */
export function tooManyPages(pages: number, what: string, layout: Layout): Unprintable | undefined {
  if (pages <= maxPages[layout]) return undefined;
  const limit = `a ${layout} has at most ${maxPages[layout]}`;
  return { ok: false, problem: `The ${what} fills ${pages} pages and ${limit}. Shorten it or send it in parts.` };
}

/** What to say when something stands where the print partner stamps the addresses. */
export const addressZoneWarning =
  'Something is printed in the top 3 inches of page 1, where the print partner stamps the addresses: it may be covered. Move it down, or leave the first 3 inches free.';
