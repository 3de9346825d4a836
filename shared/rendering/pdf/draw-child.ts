/**
 * The child process that draws a page of the PDF on standard input as a PNG (`draw-child 3 816 color`: the page and its width
 * in pixels; without `color`, in gray), or reads the text of all pages (`draw-child text`). It may be killed at any time.
 */
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { openRaster } from './raster.ts';

const [, , command, widthPx, colorMode] = process.argv;
const raster = await openRaster(await buffer(process.stdin));

if (command === 'text') {
  for (const index of raster.sheets.keys()) report({ text: raster.textOf(index) });
} else {
  const index = Number(command) - 1;
  const sheet = raster.sheets[index];
  if (sheet === undefined) throw new Error('The document has no such page');
  const drawPng = async (scale: number) => {
    const isGray = colorMode !== 'color';
    // For BGRA, the wrapper returns RGBA.
    const { width, height, data } = await raster.draw(index, { scale, colorSpace: isGray ? 'Gray' : 'BGRA' });
    const gray = isGray ? data : grayOf(data);
    return gray === undefined ? encodePng(width, height, data, 4) : encodePng(width, height, gray, 1);
  };
  const scale = Number(widthPx) / sheet.width;
  const picture = await drawPng(scale);
  // A Lambda function returns at most 6 MB, and base64 adds a third. The picture of a photograph can be larger.
  const maxBytes = 4_000_000;
  const png = picture.length > maxBytes ? await drawPng((2 / 3) * scale) : picture;
  report({ png: png.toString('base64') });
}

function report(finding: object): void {
  process.stdout.write(`${JSON.stringify(finding)}\n`);
}

/** `pixels` has four bytes (RGBA) or one (gray) per pixel. In gray, the PNG of a page of text takes half the bytes. */
function encodePng(widthPx: number, heightPx: number, pixels: Uint8Array, bytesPerPixel: 1 | 4): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  const [bitDepth, grayType, rgbaType] = [8, 0, 6];
  header.set([bitDepth, bytesPerPixel === 1 ? grayType : rgbaType, 0, 0, 0], 8);
  const rowBytes = bytesPerPixel * widthPx;
  const rows = Buffer.alloc((rowBytes + 1) * heightPx);
  // Each row begins with a 0: no filter.
  for (let y = 0; y < heightPx; y++)
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One byte per pixel; undefined if a pixel has color. None is transparent, because the paper is white. */
function grayOf(rgba: Uint8Array): Uint8Array | undefined {
  const gray = new Uint8Array(rgba.length / 4);
  for (let at = 0; at < rgba.length; at += 4) {
    const red = rgba[at] ?? 0;
    if (red !== rgba[at + 1] || red !== rgba[at + 2]) return undefined;
    gray[at / 4] = red;
  }
  return gray;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
