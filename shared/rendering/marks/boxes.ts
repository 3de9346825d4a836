/** The boxes of a signature and a letterhead, which stands beside the addresses or above the text. */

import type { PreparedMarks } from '../../core/given/marks.ts';
import type { Paper } from '../../core/paper.ts';
import { PIXELS_PER_INCH, POINTS_PER_INCH } from '../layout.ts';

interface MarkBox {
  readonly widthPt: number;
  readonly heightPt: number;
}

const inches = (width: number, height: number): MarkBox => ({
  widthPt: width * POINTS_PER_INCH,
  heightPt: height * POINTS_PER_INCH,
});

const signatureBox = inches(2.5, 0.75);

/** The size on paper of a picture with so many pixels: as on a screen, smaller where the box ends, never enlarged. */
export function fitted(widthPx: number, heightPx: number, use: keyof PreparedMarks, paper: Paper): MarkBox {
  const { letterhead } = paper;
  const box = use === 'signature' ? signatureBox : inches(letterhead.widthIn, letterhead.heightIn);
  const pointsPerPixel = POINTS_PER_INCH / PIXELS_PER_INCH;
  const scale = Math.min(pointsPerPixel, box.widthPt / widthPx, box.heightPt / heightPx);
  return { widthPt: widthPx * scale, heightPt: heightPx * scale };
}

/** The printed lines that something so tall takes. */
export const linesFor = (heightPt: number, { lineHeightPt }: Paper): number => Math.ceil(heightPt / lineHeightPt);

/** The lines that a letterhead takes from the text: none where it stands aside; else its own, and one between. */
export const linesOfLetterhead = (letterhead: MarkBox | undefined, paper: Paper): number =>
  letterhead === undefined || paper.letterhead.standsAside ? 0 : linesFor(letterhead.heightPt, paper) + 1;

/** The left edge of a letterhead: at the right margin where it stands aside, else at the left one. */
export const letterheadLeftPt = ({ widthPt }: MarkBox, paper: Paper): number =>
  paper.letterhead.standsAside
    ? (paper.widthIn - paper.marginIn) * POINTS_PER_INCH - widthPt
    : paper.marginIn * POINTS_PER_INCH;
