/**
 * The child process of `faxWarnings`: draws the PDF on standard input in fax resolution, and looks for areas that are
 * neither black nor white, lines that are too thin to scan, and small print. The parent kills it if it takes too long.
 */
import { buffer } from 'node:stream/consumers';
import { POINTS_PER_INCH } from '../layout.ts';
import { minWhite, openRaster } from '../pdf/raster.ts';
import { type FaxFinding, fitnessLimits } from './fitness.ts';

/** The horizontal resolution of every fax (ITU-T T.4: 204 x 98 standard, 204 x 196 fine). */
const faxDotsPerInch = 204;

/** One byte per pixel, from 0 (black) to 255 (white), row by row, drawn at `faxDotsPerInch`. */
interface GrayPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const raster = await openRaster(await buffer(process.stdin));
for (let index = 0; index < Math.min(raster.sheets.length, fitnessLimits.maxPages); index++) {
  const page = await raster.draw(index, { scale: faxDotsPerInch / POINTS_PER_INCH, colorSpace: 'Gray' });
  const transposed = { width: page.height, height: page.width, data: transpose(page) };
  const finding: FaxFinding = {
    fax_gray: hasGrayAreas(page),
    fax_hairlines: hasHorizontalHairline(page) || hasHorizontalHairline(transposed),
    // 6 points, less what rounding takes away.
    fax_small_print: raster.hasSmallPrint(index, 5.95),
  };
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}

function hasGrayAreas({ width, height, data }: GrayPage): boolean {
  const minGrayBlocks = 3;
  // A sixth of an inch: any block of text this large has some black, and anti-aliased edges never fill it.
  const blockPx = 32;
  const black = 64;
  const maxGrays = 0.55 * blockPx * blockPx;
  const maxGraysWithoutBlack = 80;
  const isGrayBlock = (start: number): boolean => {
    let grays = 0;
    let blacks = 0;
    for (let row = start; row < start + blockPx * width; row += width)
      for (let at = row; at < row + blockPx; at++) {
        const gray = data[at] ?? minWhite;
        if (gray >= minWhite) continue;
        if (gray > black) grays += 1;
        else blacks += 1;
      }
    return grays > maxGrays || (blacks === 0 && grays > maxGraysWithoutBlack);
  };
  let grayBlocks = 0;
  for (let top = 0; top + blockPx <= height; top += blockPx)
    for (let left = 0; left + blockPx <= width; left += blockPx) {
      if (isGrayBlock(top * width + left)) grayBlocks += 1;
      if (grayBlocks === minGrayBlocks) return true;
    }
  return false;
}

/** Turns rows into columns. Works in squares, which is four times as fast as column by column. */
function transpose({ width, height, data }: GrayPage): Uint8Array {
  const result = new Uint8Array(width * height);
  const side = 64;
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const [bottom, right] = [Math.min(height, top + side), Math.min(width, left + side)];
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) result[x * height + y] = data[y * width + x] ?? minWhite;
    }
  return result;
}

/** Whether a thin stroke, measured down each column, ends in the same row of enough neighboring columns. */
function hasHorizontalHairline({ width, height, data }: GrayPage): boolean {
  // Half an inch, because the strokes and serifs of letters are shorter.
  const minLengthPx = faxDotsPerInch / 2;
  // Ink that is higher than this is not a thin line, even if it is pale.
  const maxExtentPx = 4;
  // Other lines may cross a hairline over this share of its length.
  const maxCrossedShare = 0.15;
  // For each column, the ink and the height of the stroke that reaches down to the row above the current one.
  const ink = new Uint32Array(width);
  const extent = new Uint16Array(width);
  // 0.72 points of ink, which is thinner than a fax line in standard resolution. A CSS pixel (0.75 points) has more.
  const maxInk = (0.72 * faxDotsPerInch * 255) / POINTS_PER_INCH;
  for (let y = 0; y < height; y++) {
    let length = 0;
    let crossed = 0;
    for (let x = 0; x < width; x++) {
      const gray = data[y * width + x] ?? minWhite;
      const above = extent[x] ?? 0;
      if (gray < minWhite) {
        ink[x] = (ink[x] ?? 0) + 255 - gray;
        extent[x] = above + 1;
      }
      if (above === 0) {
        length = crossed = 0;
        continue;
      }
      const isEnd = gray >= minWhite;
      const isThin = isEnd && above <= maxExtentPx && (ink[x] ?? 0) < maxInk;
      if (isEnd) ink[x] = extent[x] = 0;
      length += 1;
      if (!isThin) crossed += 1;
      if (crossed > maxCrossedShare * minLengthPx) length = crossed = 0;
      if (length - crossed >= minLengthPx) return true;
    }
  }
  return false;
}
