/** A picture as a PDF holds it, and the limits that are checked before anything unpacks one. */
import { ContentRefused } from '../layout.ts';

export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The orientation as Exif counts it: 1 is upright. */
  readonly orientation: number;
  /** A palette has three bytes for each of its colors. */
  readonly colors: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK' | { readonly palette: Buffer };
  readonly bits: number;
  /** How the data is packed, in the words of PDF. */
  readonly packing:
    | { readonly Filter: 'DCTDecode'; readonly Decode?: number[] }
    | { readonly Filter: 'FlateDecode'; readonly DecodeParms?: Record<string, number> };
  readonly data: Uint8Array;
}

export const damaged = (format: 'JPEG' | 'PNG') =>
  new ContentRefused(`The ${format} is damaged or cut short. Send the whole file, or save it again.`);

/** Refuses a size that is too large by what the picture says of itself. */
export function checkSize(widthPx: number, heightPx: number): void {
  // A line of pixels cannot be a photograph of a page.
  const longestSidePx = 20_000;
  const mostPixels = 50_000_000;
  if (widthPx * heightPx <= mostPixels && Math.max(widthPx, heightPx) <= longestSidePx) return;
  throw new ContentRefused(
    `The picture is ${widthPx} x ${heightPx} pixels; at most ${mostPixels / 1e6} million are possible, and ${longestSidePx} a side. Save it smaller: 2,550 x 3,300 fill a page at 300 to the inch.`,
  );
}

/** From 1 (upright) to 8; 1 if the data does not say, or is damaged. `tiff`: Exif data after its own mark. */
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
