/** The geometry of a printed page: units, and whether a document fits its paper. */
import type { Paper, Unprintable } from '../domain/paper.ts';
import type { SheetSize } from '../domain/warnings/warning.ts';

/** PostScript points, 72 to the inch. */
export const POINTS_PER_INCH = 72;

/** CSS pixels, 96 to the inch. */
export const PIXELS_PER_INCH = 96;

/** The one font of the renderer. It has the metrics of Times New Roman. */
export const fontFamily = 'Tinos';

export const sheetPt = ({ widthIn, heightIn }: SheetSize): readonly [width: number, height: number] => [
  widthIn * POINTS_PER_INCH,
  heightIn * POINTS_PER_INCH,
];

/** The size alone, for people to read. */
export const sizeOf = ({ sizeName, widthIn, heightIn }: SheetSize): SheetSize => ({ sizeName, widthIn, heightIn });

export const columnWidthIn = ({ widthIn, marginIn }: Pick<Paper, 'widthIn' | 'marginIn'>): number =>
  widthIn - 2 * marginIn;

/** Refuses a document with more pages than its paper allows; undefined if it fits. */
export function tooManyPages(pages: number, what: string, paper: Paper): Unprintable | undefined {
  if (pages <= paper.mostPages) return undefined;
  const limit = `a ${paper.noun} has at most ${paper.mostPages}`;
  return unprintable(`The ${what} fills ${pages} pages and ${limit}. ${shorten(paper)}`, { kind: 'too_long' });
}

/** The cure for too many pages. An order has only one note, so a longer one cannot be sent in parts. */
export const shorten = ({ isNote }: Paper) => (isNote ? 'Shorten it.' : 'Shorten it or send it in parts.');

/** Refuses a note that is taller than the space for it; undefined if it fits. `textLength`: in characters. */
export function tooTall(heightIn: number, paper: Paper, textLength: number): Unprintable | undefined {
  const holdsTenths = Math.round(paper.textHeightIn * 10);
  // A thousandth of an inch is too little to shorten a note by.
  const excessTenths = Math.ceil((heightIn - 0.001) * 10) - holdsTenths;
  if (excessTenths <= 0) return undefined;
  const [tall, holds, excess] = [holdsTenths + excessTenths, holdsTenths, excessTenths].map((n) => (n / 10).toFixed(1));
  const where = `the space under a ${paper.noun} holds ${holds}`;
  // `, about 120 words`; nothing where space is the matter, and not text.
  const aboutWords = (characters: number): string => {
    // An English word and its space.
    const words = Math.ceil(characters / 6 / 10) * 10;
    return words < 20 ? '' : `, about ${words.toLocaleString('en-US')} words`;
  };
  const words = aboutWords((textLength * excessTenths) / (holdsTenths + excessTenths));
  return unprintable(`The message is ${tall} inches tall and ${where}: shorten it by ${excess} inches${words}.`);
}

export const unprintable = (problem: string, details?: Unprintable['details']): Unprintable => ({
  ok: false,
  problem,
  details,
});

export class ContentRefused extends Error {
  override readonly name = 'ContentRefused';
  readonly details: Unprintable['details'];

  constructor(message: string, details?: Unprintable['details']) {
    super(message);
    this.details = details;
  }
}
