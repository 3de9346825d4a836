/** Judges a drawn page as a fax machine sees it: areas neither black nor white, and lines too thin to scan. */
import { POINTS_PER_INCH } from '../layout.ts';

/** Pixels per inch along a fax line, in all fax resolutions (ITU-T T.4: 204 x 98 standard, 204 x 196 fine). */
export const faxDotsPerInch = 204;

/** One byte per pixel, from 0 (black) to 255 (white), row by row, drawn at `faxDotsPerInch`. */
export interface GrayPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Unfit {
  readonly grey: boolean;
  readonly hairlines: boolean;
}

/** Reads every pixel twice. No content makes it work more than that. */
export function unfitOn(page: GrayPage): Unfit {
  return { grey: hasGrayAreas(page), hairlines: hasHairlines(page) };
}

const black = 64;
const white = 245;

/** A sixth of an inch: every block of text that large has some black, and no smooth edge of text fills it. */
const blockPx = 32;

function hasGrayAreas({ width, height, data }: GrayPage): boolean {
  const fewestBlocks = 3;
  const columns = Math.floor(width / blockPx);
  let found = 0;
  for (let top = 0; top + blockPx <= height; top += blockPx) {
    for (let column = 0; column < columns; column++) {
      if (isGrayBlock(data, width, top * width + column * blockPx)) found += 1;
      if (found === fewestBlocks) return true;
    }
  }
  return false;
}

function isGrayBlock(data: Uint8Array, width: number, start: number): boolean {
  const mostOfBlock = 0.55 * blockPx * blockPx;
  const inkInBlock = 80;
  let [grays, blacks] = [0, 0];
  for (let row = start; row < start + blockPx * width; row += width) {
    for (let at = row; at < row + blockPx; at++) {
      const gray = data[at] ?? white;
      if (gray >= white) continue;
      if (gray > black) grays += 1;
      else blacks += 1;
    }
  }
  return grays > mostOfBlock || (blacks === 0 && grays > inkInBlock);
}

/** 0.72 points of ink is thinner than a fax line in standard resolution. A CSS pixel, 0.75 points, has more. */
const hairlineInk = (0.72 * faxDotsPerInch * 255) / POINTS_PER_INCH;

/** Half an inch, because the strokes and serifs of letters are shorter. */
const hairlineLengthPx = faxDotsPerInch / 2;

function hasHairlines(page: GrayPage): boolean {
  const { width, height, data } = page;
  const upright: GrayPage = { width: height, height: width, data: turned(page) };
  return hasLevelHairline({ width, height, data }) || hasLevelHairline(upright);
}

/** Turns rows into columns. It works in squares, because whole columns would take four times as long. */
function turned({ width, height, data }: GrayPage): Uint8Array {
  const result = new Uint8Array(width * height);
  const side = 64;
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const [bottom, right] = [Math.min(height, top + side), Math.min(width, left + side)];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) result[x * height + y] = data[y * width + x] ?? white;
      }
    }
  }
  return result;
}

/** True if vertically thin ink runs sideways for long enough. */
function hasLevelHairline({ width, height, data }: GrayPage): boolean {
  // Ink that spreads over more pixels than this is not a line, even if it is pale.
  const hairlineExtentPx = 4;
  // Other lines may cross a hairline over this share of its length.
  const crossingShare = 0.15;
  const ink = new Uint32Array(width);
  const extent = new Uint16Array(width);
  for (let y = 0; y < height; y++) {
    let [length, crossed] = [0, 0];
    for (let x = 0; x < width; x++) {
      const gray = data[y * width + x] ?? white;
      const above = extent[x] ?? 0;
      if (gray < white) {
        ink[x] = (ink[x] ?? 0) + 255 - gray;
        extent[x] = above + 1;
      }
      if (above === 0) {
        length = crossed = 0;
        continue;
      }
      const isEnd = gray >= white;
      const isThin = isEnd && above <= hairlineExtentPx && (ink[x] ?? 0) < hairlineInk;
      if (isEnd) ink[x] = extent[x] = 0;
      length += 1;
      if (!isThin) crossed += 1;
      if (crossed > crossingShare * hairlineLengthPx) length = crossed = 0;
      if (length - crossed >= hairlineLengthPx) return true;
    }
  }
  return false;
}
