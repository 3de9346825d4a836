/** Reads a PNG. Plain ones go into the PDF as they are packed; all others are unpacked and set on white. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { ContentRefused } from '../layout.ts';
import { checkSize, damaged, orientationIn, type Picture } from './picture.ts';
import { hasKnownFilters, type PngForm, packedBytes, pixelsOf } from './png-pixels.ts';

export function readPng(png: Buffer): Picture {
  const chunks = chunksOf(png);
  const one = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const form = formOf(chunks[0]);
  const palette = one('PLTE');
  if (form.colorType === 3 && (palette === undefined || palette.length % 3 > 0)) throw damaged('PNG');
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const lines = unpacked(packed, form);
  const exif = one('eXIf');
  const { widthPx, heightPx } = form;
  const size = { widthPx, heightPx, orientation: exif === undefined ? 1 : orientationIn(exif) };
  const isPlain = !form.isInterlaced && form.bits <= 8 && form.colorType < 4 && one('tRNS') === undefined;
  if (isPlain) return { ...size, ...plain(form, palette), data: packed };
  const { components, pixels } = pixelsOf(lines, form, { palette, transparent: one('tRNS') });
  const colors = components === 1 ? 'DeviceGray' : 'DeviceRGB';
  return { ...size, colors, bits: 8, packing: { Filter: 'FlateDecode' }, data: deflateSync(pixels, { level: 3 }) };
}

/** PDF knows the packing of PNG: its lines with their filters. */
function plain({ widthPx, bits, colorType, channels: Colors }: PngForm, palette: Buffer | undefined) {
  const ofPalette = colorType === 3 && palette !== undefined ? { palette } : 'DeviceRGB';
  const colors = colorType === 0 ? 'DeviceGray' : ofPalette;
  const DecodeParms = { Predictor: 15, Colors, BitsPerComponent: bits, Columns: widthPx };
  return { colors, bits, packing: { Filter: 'FlateDecode', DecodeParms } } as const;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** All chunks up to the end of the picture, each with the right sum. */
function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const next = at + 12 + length;
    if (next > png.length || crc32(png.subarray(at + 4, next - 4)) !== png.readUInt32BE(next - 4)) break;
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, next - 4) });
    if (type === 'IEND') return chunks;
    at = next;
  }
  throw damaged('PNG');
}

function formOf(header: Chunk | undefined): PngForm {
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw damaged('PNG');
  const { data } = header;
  const [widthPx, heightPx] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [bits = 0, colorType = 0, packing, filter, interlacing] = data.subarray(8);
  const depths: Readonly<Record<number, readonly number[]>> = {
    0: [1, 2, 4, 8, 16],
    2: [8, 16],
    3: [1, 2, 4, 8],
    4: [8, 16],
    6: [8, 16],
  };
  const isKnown = depths[colorType]?.includes(bits) && packing === 0 && filter === 0 && (interlacing ?? 2) < 2;
  if (!isKnown || widthPx === 0 || heightPx === 0) throw damaged('PNG');
  checkSize(widthPx, heightPx);
  return {
    widthPx,
    heightPx,
    bits,
    colorType,
    channels: { 2: 3, 4: 2, 6: 4 }[colorType] ?? 1,
    isInterlaced: interlacing === 1,
  };
}

function unpacked(packed: Buffer, form: PngForm): Buffer {
  const bytes = packedBytes(form);
  // Unpacked, with room for what is made of it.
  const mostBytes = 160_000_000;
  if (bytes > mostBytes)
    throw new ContentRefused('The PNG takes too much memory to unpack. Save it smaller, or as a JPEG.');
  try {
    const lines = inflateSync(packed, { maxOutputLength: bytes });
    if (lines.length === bytes && hasKnownFilters(lines, form)) return lines;
  } catch {
    // Its packed data is damaged, or longer than its own size.
  }
  throw damaged('PNG');
}
