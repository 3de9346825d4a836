/** A picture as a PDF stores it, the size limits that are checked before it is unpacked, and its position on the sheet. */
import type { Paper } from '../../domain/paper.ts';
import { ContentRefused, POINTS_PER_INCH } from '../layout.ts';

export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The Exif orientation: 1 is upright. */
  readonly orientation: number;
  /** A palette has three bytes for each of its colors. */
  readonly colors: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK' | { readonly palette: Buffer };
  /** Bits per sample. */
  readonly bits: number;
  /** The entries of the PDF's stream dictionary about the compression of the data. */
  readonly compression:
    | { readonly Filter: 'DCTDecode'; readonly Decode?: number[] }
    | { readonly Filter: 'FlateDecode'; readonly DecodeParms?: Record<string, number> };
  readonly data: Uint8Array;
}

export const damagedError = (format: 'JPEG' | 'PNG') =>
  new ContentRefused(`The ${format} is damaged or cut short. Send the whole file, or save it again.`);

/** Throws if the size in the picture's header is too large. */
export function checkSize(widthPx: number, heightPx: number): void {
  // A picture that is very long and thin is not a photograph of a page.
  const maxSidePx = 20_000;
  const maxPixels = 50_000_000;
  if (widthPx * heightPx <= maxPixels && Math.max(widthPx, heightPx) <= maxSidePx) return;
  throw new ContentRefused(
    `The picture is ${widthPx} x ${heightPx} pixels; the limit is ${maxPixels / 1e6} million, and ${maxSidePx} per side. Save it smaller: 2,550 x 3,300 fills a page at 300 pixels per inch.`,
  );
}

/** From 1 (upright) to 8; 1 if the data has no orientation or is damaged. `tiff`: the Exif data after its identifier. */
export function orientationIn(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const orientationTag = 0x0112;
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > tiff.length) return 1;
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Places the picture upright, as large as its pixels and the margins allow. */
export function placeOnSheet(
  { widthPx, heightPx, orientation }: Picture,
  paper: Paper,
): {
  /** Maps the unit square of the picture onto the sheet. */
  readonly matrix: readonly number[];
  readonly pixelsPerInch: number;
} {
  // Half of the paper's margin is enough: a photographed page has its own margins, and every printer can print there.
  const marginIn = paper.marginIn / 2;
  // The gap between the addresses and the picture.
  const gapIn = 0.125;
  const topIn = paper.addressZoneIn === 0 ? marginIn : paper.addressZoneIn + gapIn;
  const [acrossPx, downPx] = orientation >= 5 ? [heightPx, widthPx] : [widthPx, heightPx];
  const [roomAcross, roomDown] = [paper.widthIn - 2 * marginIn, paper.heightIn - topIn - marginIn];
  // A small picture is enlarged only to this resolution.
  const minPixelsPerInch = 100;
  const pixelsPerInch = Math.max(acrossPx / roomAcross, downPx / roomDown, minPixelsPerInch);
  const width = (acrossPx / pixelsPerInch) * POINTS_PER_INCH;
  const height = (downPx / pixelsPerInch) * POINTS_PER_INCH;
  const x = (paper.widthIn * POINTS_PER_INCH - width) / 2;
  const y = (paper.heightIn - topIn) * POINTS_PER_INCH - height;
  // The Exif orientations: 3 is upside down, 6 and 8 are sideways, and 2, 4, 5 and 7 are mirrored.
  const matrices: Readonly<Record<number, number[]>> = {
    2: [-width, 0, 0, height, x + width, y],
    3: [-width, 0, 0, -height, x + width, y + height],
    4: [width, 0, 0, -height, x, y + height],
    5: [0, -height, -width, 0, x + width, y + height],
    6: [0, -height, width, 0, x, y + height],
    7: [0, height, width, 0, x, y],
    8: [0, height, -width, 0, x + width, y],
  };
  return { matrix: matrices[orientation] ?? [width, 0, 0, height, x, y], pixelsPerInch };
}
