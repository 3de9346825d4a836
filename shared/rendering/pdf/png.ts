/** Writes pixels as a PNG. */
import { crc32, deflateSync } from 'node:zlib';

/** The color types of a PNG by the bytes of a pixel: grey, RGBA. */
const colorTypes = { 1: 0, 4: 6 } as const;

/** `pixels` holds four bytes (RGBA) or one (grey) for each pixel, row by row. */
export function png(
  widthPx: number,
  heightPx: number,
  pixels: Uint8Array,
  bytesPerPixel: keyof typeof colorTypes = 4,
): Buffer {
  const grey = bytesPerPixel === 4 ? greyOf(pixels) : undefined;
  if (grey !== undefined) return png(widthPx, heightPx, grey, 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  const colorType = colorTypes[bytesPerPixel];
  header.set([8, colorType, 0, 0, 0], 8);
  const rowBytes = bytesPerPixel * widthPx;
  const rows = Buffer.alloc((rowBytes + 1) * heightPx);
  for (let y = 0; y < heightPx; y++)
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  return Buffer.concat([
    // The signature of a PNG.
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A page of text takes half as many bytes in grey. `undefined`: it has colors, or shows what is behind it. */
function greyOf(pixels: Uint8Array): Uint8Array | undefined {
  const grey = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green, blue, alpha] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]];
    if (red !== green || red !== blue || alpha !== 255) return undefined;
    grey[at / 4] = red;
  }
  return grey;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
