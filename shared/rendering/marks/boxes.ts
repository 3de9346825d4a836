/**
 * The boxes that a signature and a letterhead are fitted into. A letter's letterhead stands beside the addresses: the
 * windows of the envelope end 4.6 inches from the left edge of the paper, however it lies in there (Lob, "Letter
 * envelopes"), and the box begins at 5 inches. A fax has no addresses, so there the letterhead has the whole column.
 */
import type { Layout } from '../../core/content.ts';
import type { PreparedMarks } from '../../core/given/marks.ts';
import { PIXELS_PER_INCH, POINTS_PER_INCH, page } from '../layout.ts';

interface Box {
  readonly widthPt: number;
  readonly heightPt: number;
}

const inches = (width: number, height: number): Box => ({
  widthPt: width * POINTS_PER_INCH,
  heightPt: height * POINTS_PER_INCH,
});

const signatureBox = inches(2.5, 0.75);
const letterheadBoxes = { letter: inches(2.5, 1.5), fax: inches(page.columnWidthIn, 1.5) };

/** The size on paper of a picture with so many pixels: as on a screen, smaller where the box ends, never enlarged. */
export function fitted(widthPx: number, heightPx: number, use: keyof PreparedMarks, layout: Layout): Box {
  const box = use === 'signature' ? signatureBox : letterheadBoxes[layout === 'fax' ? 'fax' : 'letter'];
  const pointsPerPixel = POINTS_PER_INCH / PIXELS_PER_INCH;
  const scale = Math.min(pointsPerPixel, box.widthPt / widthPx, box.heightPt / heightPx);
  return { widthPt: widthPx * scale, heightPt: heightPx * scale };
}

/** The printed lines that something so tall takes. */
export const linesFor = (heightPt: number): number => Math.ceil(heightPt / page.lineHeightPt);

/** The lines that a letterhead takes from the text: none beside the addresses; on a fax its own, and one between. */
export const linesOfLetterhead = (letterhead: Box | undefined, layout: Layout): number =>
  letterhead === undefined || layout !== 'fax' ? 0 : linesFor(letterhead.heightPt) + 1;

/** The left edge of a letterhead: at the right margin beside the addresses of a letter, else at the left one. */
export const letterheadLeftPt = ({ widthPt }: Box, layout: Layout): number =>
  layout === 'fax' ? page.marginIn * POINTS_PER_INCH : (page.widthIn - page.marginIn) * POINTS_PER_INCH - widthPt;
