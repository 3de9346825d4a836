/** Judges one drawn page as a fax machine would see it: what is neither black nor white, and lines too thin to be scanned. */

import { POINTS_PER_INCH } from '../layout.ts';

/** Pixels to the inch along a fax's line, in all of its resolutions (ITU-T T.4: 204 x 98 standard, 204 x 196 fine). */
export const faxDotsPerInch = 204;

/** One byte a pixel, 0 black to 255 white, row by row, drawn at `faxDotsPerInch`. */
export interface GrayPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Unfit {
  readonly grey: boolean;
  readonly hairlines: boolean;
}

/** Looks at every pixel twice; no more work than that, whatever is on the page. */
export function unfitOn(page: GrayPage): Unfit {
  return { grey: hasGreyAreas(page), hairlines: hasHairlines(page) };
}

const black = 64;
const white = 245;

/** A sixth of an inch: no smooth edge of black text fills a block of that size, and no block of text is without black. */
const blockPx = 32;
const mostOfBlock = 0.55 * blockPx * blockPx;
const inkInBlock = 80;
const fewestBlocks = 3;

function hasGreyAreas({ width, height, data }: GrayPage): boolean {
  const columns = Math.floor(width / blockPx);
  let found = 0;
  for (let top = 0; top + blockPx <= height; top += blockPx) {
    for (let column = 0; column < columns; column++) {
      if (isGreyBlock(data, width, top * width + column * blockPx)) found += 1;
      if (found === fewestBlocks) return true;
    }
  }
  return false;
}

function isGreyBlock(data: Uint8Array, width: number, start: number): boolean {
  let [greys, blacks] = [0, 0];
  for (let row = start; row < start + blockPx * width; row += width) {
    for (let at = row; at < row + blockPx; at++) {
      const gray = data[at] ?? white;
      if (gray >= white) continue;
      if (gray > black) greys += 1;
      else blacks += 1;
    }
  }
  return greys > mostOfBlock || (blacks === 0 && greys > inkInBlock);
}

/**
 * 0.72 points of ink, a hundredth of an inch: thinner than one line of a fax in standard resolution. A line of one CSS
 * pixel, 0.75 points, is drawn with more.
 */
const hairlinePt = 0.72;
const hairlineInk = (hairlinePt * faxDotsPerInch * 255) / POINTS_PER_INCH;

/** What spreads over more pixels than this is no line, however pale. */
const hairlineExtentPx = 4;

/** Half an inch: the strokes and serifs of letters are shorter. */
const hairlineLengthPx = faxDotsPerInch / 2;

/** A line may be crossed by others over so much of its length. */
const crossingShare = 0.15;

function hasHairlines(page: GrayPage): boolean {
  const { width, height, data } = page;
  const upright: GrayPage = { width: height, height: width, data: turned(page) };
  return hasLevelHairline({ width, height, data }) || hasLevelHairline(upright);
}

/** Rows as columns. In squares: by whole columns it would take four times as long. */
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

/** True if ink that is thin from top to bottom runs on sideways for long enough. */
function hasLevelHairline({ width, height, data }: GrayPage): boolean {
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
