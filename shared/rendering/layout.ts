/** The rules that all kinds of documents share: units, sizes, page limits, links and refusals. */
import type { Paper, Unprintable } from '../domain/paper.ts';
import type { SheetSize } from '../domain/warnings.ts';

/** PostScript points. */
export const POINTS_PER_INCH = 72;

/** CSS pixels. */
export const PIXELS_PER_INCH = 96;

/** The renderer's only text font. It has the metrics of Times New Roman. */
export const fontFamily = 'Tinos';

export const sheetPt = ({ widthIn, heightIn }: SheetSize): readonly [width: number, height: number] => [
  widthIn * POINTS_PER_INCH,
  heightIn * POINTS_PER_INCH,
];

/** Callers pass a whole Paper, but only its size belongs in a warning, which is stored and sent to clients. */
export const sheetSize = ({ sizeName, widthIn, heightIn }: SheetSize): SheetSize => ({ sizeName, widthIn, heightIn });

export const columnWidthIn = ({ widthIn, marginIn }: Pick<Paper, 'widthIn' | 'marginIn'>): number =>
  widthIn - 2 * marginIn;

/** Refuses a document with more pages than its paper allows; undefined if it fits. `subject`: its kind, such as PDF. */
export function refuseTooManyPages(pages: number, subject: string, paper: Paper): Unprintable | undefined {
  if (pages <= paper.maxPages) return undefined;
  return unprintable(
    `The ${subject} fills ${pages} pages and a ${paper.noun} has at most ${paper.maxPages}. ${shorteningAdvice(paper)}`,
    { kind: 'too_long' },
  );
}

/** The advice about too many pages. An order has only one note, so a long note can't be sent in parts. */
export const shorteningAdvice = ({ isNote }: Paper) => (isNote ? 'Shorten it.' : 'Shorten it or send it in parts.');

/** True for web and email addresses. PDF viewers may open other schemes, files and network hosts without asking. */
export const isSafeLink = (url: string): boolean => /^(?:https?:\/\/[^\s\\]|mailto:)/i.test(url.trim());

export const unprintable = (problem: string, details?: Unprintable['details']): Unprintable => ({
  ok: false,
  problem,
  details,
});

/** Thrown while content is being read, if it cannot be printed. The message is for the client, like `Unprintable`'s. */
export class ContentRefused extends Error {
  override readonly name: string = 'ContentRefused';
  readonly details: Unprintable['details'];

  constructor(message: string, details?: Unprintable['details']) {
    super(message);
    this.details = details;
  }
}
