/** JPEGs of 48 by 64 pixels, with ink at the upper left from (0, 0) to (32, 24), and PNGs that tests describe. */
import { crc32, deflateSync } from 'node:zlib';

/** Created with Pillow at quality 40. */
export const jpegs = {
  baseline: Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCABAADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwDGAswIyLMAAAjKzAAAAAAAAAAAAAAAAAD/2Q==',
    'base64',
  ),
  gray: Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/wAALCABAADABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwDGALMIyswAjKzAAAAAAAAAAAD/2Q==',
    'base64',
  ),
  progressive: Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCABAADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYF/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEAMQAAABxSzIxZgCMswAAAAAAAA//8QAFBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQABBQJD/8QAFBEBAAAAAAAAAAAAAAAAAAAAMP/aAAgBAwEBPwFP/8QAFBEBAAAAAAAAAAAAAAAAAAAAMP/aAAgBAgEBPwFP/8QAFBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQAGPwJD/8QAFBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQABPyFD/9oADAMBAAIAAwAAABDzzzzzzzzzzzz/xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAEDAQE/EE//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAECAQE/EE//xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oACAEBAAE/EEP/2Q==',
    'base64',
  ),
  cmyk: Buffer.from(
    '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/8AAFAgAQAAwBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAHBv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8AxjGMY2YAAACzLMswAIyjKMizLMswAAAAAIyjKMizLMswAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/Z',
    'base64',
  ),
} as const;

export const inkPx = { width: 48, height: 64, right: 32, bottom: 24 } as const;

export function segmentOf(marker: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Exif data with an orientation and a location. */
export function exifOf(orientation: number, byteOrder: 'II' | 'MM' = 'MM'): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(byteOrder, 'latin1');
  const short = (value: number, at: number) =>
    byteOrder === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    byteOrder === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return Buffer.concat([tiff, Buffer.from(photoLocation)]);
}

export const photoLocation = '37.4219 N, 122.0841 W';

/** The JPEG with Exif data that has this orientation. */
export const withExif = (orientation: number, jpeg: Buffer = jpegs.baseline): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    segmentOf(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)])),
    segmentOf(0xfe, Buffer.from(photoLocation)),
    jpeg.subarray(2),
  ]);

export interface PngRecipe {
  readonly width: number;
  readonly height: number;
  readonly colorType: 0 | 2 | 3 | 4 | 6;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  readonly isInterlaced?: boolean;
  readonly palette?: Buffer;
  readonly transparent?: Buffer;
  /** The samples of the pixel at (x, y). */
  readonly at: (x: number, y: number) => readonly number[];
}

/** The passes of an interlaced PNG: where each begins, and its steps across and down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A PNG whose scanlines use all five filters in turn. */
export function pngOf(recipe: PngRecipe): Buffer {
  const { width, height, bits, colorType, isInterlaced = false, palette, transparent } = recipe;
  const lines: Buffer[] = [];
  for (const [left, top, across, down] of isInterlaced ? passes : ([[0, 0, 1, 1]] as const)) {
    let above: Buffer | undefined;
    for (let y = top; y < height; y += down) {
      const samples: number[] = [];
      for (let x: number = left; x < width; x += across) samples.push(...recipe.at(x, y));
      if (samples.length === 0) continue;
      const line = scanline(samples, bits);
      const step = Math.max(1, (bits * recipe.at(0, 0).length) >> 3);
      lines.push(filtered(line, above ?? Buffer.alloc(line.length), step, lines.length % 5));
      above = line;
    }
  }
  const chunks = [chunkOf('PLTE', palette), chunkOf('tRNS', transparent)];
  return pngWith({ width, height, bits, colorType, isInterlaced }, chunks, deflateSync(Buffer.concat(lines)));
}

export type PngHead = Pick<PngRecipe, 'width' | 'height' | 'bits' | 'colorType' | 'isInterlaced'>;

/** A PNG with these chunks and this compressed data, valid or not. */
export function pngWith(
  { width, height, bits, colorType, isInterlaced = false }: PngHead,
  chunks: readonly Buffer[],
  data: Buffer,
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunkOf('IHDR', head),
    ...chunks,
    chunkOf('IDAT', data),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG; empty if there is no data. */
function chunkOf(type: string, data: Buffer | undefined): Buffer {
  if (data === undefined) return Buffer.alloc(0);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Packs samples of `bits` each into bytes. */
function scanline(samples: readonly number[], bits: number): Buffer {
  const digits = samples.map((sample) => sample.toString(2).padStart(bits, '0')).join('');
  const padded = digits.padEnd(Math.ceil(digits.length / 8) * 8, '0');
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A scanline after one of PNG's five filters: none, left, above, average and Paeth. */
function filtered(line: Buffer, above: Buffer, step: number, filter: number): Buffer {
  const predictedAt = (at: number): number => {
    const left = at < step ? 0 : (line[at - step] ?? 0);
    const [up, corner] = [above[at] ?? 0, at < step ? 0 : (above[at - step] ?? 0)];
    if (filter === 3) return Math.floor((left + up) / 2);
    if (filter < 3) return [0, left, up][filter] ?? 0;
    const [first = 0] = [left, up, corner].toSorted(
      (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
    );
    return first;
  };
  return Buffer.from([filter, ...line.map((byte, at) => byte - predictedAt(at))]);
}

/** A gray PNG of any size as a data: URI of a few hundred bytes. */
export function grayPng(width: number, height: number): string {
  const rows = Buffer.alloc((width + 1) * height, 0x60);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return dataUri('png', pngWith({ width, height, colorType: 0, bits: 8 }, [], deflateSync(rows)));
}

export const dataUri = (kind: string, bytes: Uint8Array): string =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`;
