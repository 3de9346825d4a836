/** Writes pixels as a PNG. */
import { crc32, deflateSync } from 'node:zlib';

/** The color types of a PNG by the bytes of a pixel: gray, RGBA. */
const colorTypes = { 1: 0, 4: 6 } as const;

/** `pixels` holds four bytes (RGBA) or one (gray) for each pixel, row by row. */
export function png(
  widthPx: number,
  heightPx: number,
  pixels: Uint8Array,
  bytesPerPixel: keyof typeof colorTypes = 4,
): Buffer {
  if (bytesPerPixel === 4) {
    // A page of text takes half as many bytes in gray, if it has no colors and nothing behind it shows.
    const gray = new Uint8Array(pixels.length / 4);
    const isGray = gray.every((_, index) => {
      const at = 4 * index;
      const red = pixels[at] ?? 0;
      gray[index] = red;
      return red === pixels[at + 1] && red === pixels[at + 2] && pixels[at + 3] === 255;
    });
    if (isGray) return png(widthPx, heightPx, gray, 1);
  }
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

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
