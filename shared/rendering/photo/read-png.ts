/** Reads a PNG. Plain ones go into the PDF as they are packed; all others are unpacked and set on white. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { ContentRefused } from '../layout.ts';
import { checkSize, damaged, orientationIn, type Picture } from './picture.ts';

interface PngForm {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The bits of one sample. */
  readonly bits: number;
  /** 0 gray, 2 colors, 3 a palette, 4 gray and alpha, 6 colors and alpha. */
  readonly colorType: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
}

/** The passes that have pixels. Every pixel that lies `across` and `down` from the first one belongs to the pass. */
function passesOf({ widthPx, heightPx, bits, channels, isInterlaced }: PngForm) {
  // Adam7.
  const sevenPasses = [
    { left: 0, top: 0, across: 8, down: 8 },
    { left: 4, top: 0, across: 8, down: 8 },
    { left: 0, top: 4, across: 4, down: 8 },
    { left: 2, top: 0, across: 4, down: 4 },
    { left: 0, top: 2, across: 2, down: 4 },
    { left: 1, top: 0, across: 2, down: 2 },
    { left: 0, top: 1, across: 1, down: 2 },
  ];
  const passes = isInterlaced ? sevenPasses : [{ left: 0, top: 0, across: 1, down: 1 }];
  return passes.flatMap((pass) => {
    const columns = Math.ceil((widthPx - pass.left) / pass.across);
    const rows = Math.ceil((heightPx - pass.top) / pass.down);
    const lineBytes = Math.ceil((columns * bits * channels) / 8);
    return columns > 0 && rows > 0 ? [{ ...pass, columns, rows, lineBytes }] : [];
  });
}

interface Colors {
  readonly palette: Buffer | undefined;
  /** The chunk tRNS: the alpha of palette entries, or the one color that is transparent. */
  readonly transparent: Buffer | undefined;
}

/** Changes `lines` in place. */
export function pixelsOf(
  lines: Buffer,
  form: PngForm,
  colors: Colors,
): { readonly components: 1 | 3; readonly pixels: Buffer } {
  const components = form.colorType === 0 || form.colorType === 4 ? 1 : 3;
  const pixels = Buffer.alloc(form.widthPx * form.heightPx * components);
  const paint = painter(form, colors, components, pixels);
  const step = Math.max(1, (form.bits * form.channels) >> 3);
  let at = 0;
  for (const { left, top, across, down, columns, rows, lineBytes } of passesOf(form)) {
    let above: Buffer = Buffer.alloc(lineBytes);
    for (let row = 0; row < rows; row++) {
      const line = lines.subarray(at + 1, at + 1 + lineBytes);
      unfilter(lines[at] ?? 0, line, above, step);
      const start = (top + row * down) * form.widthPx + left;
      for (let column = 0; column < columns; column++) paint(line, column, (start + column * across) * components);
      above = line;
      at += lineBytes + 1;
    }
  }
  return { components, pixels };
}

/** Adds to each byte the one that its filter expects: 1 Sub, 2 Up, 3 Average, 4 Paeth. */
function unfilter(filter: number, line: Buffer, above: Buffer, step: number): void {
  const paeth = (left: number, up: number, corner: number): number => {
    const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
  };
  for (let at = 0; filter > 0 && at < line.length; at++) {
    const [left, up] = [line[at - step] ?? 0, above[at] ?? 0];
    let guess = filter === 1 ? left : up;
    if (filter === 3) guess = (left + up) >> 1;
    if (filter === 4) guess = paeth(left, up, at < step ? 0 : (above[at - step] ?? 0));
    line[at] = (line[at] ?? 0) + guess;
  }
}

function painter(
  { bits, colorType, channels }: PngForm,
  { palette, transparent }: Colors,
  components: 1 | 3,
  pixels: Buffer,
): (line: Buffer, column: number, to: number) => void {
  const bytes = bits >> 3;
  const most = 2 ** Math.min(bits, 8) - 1;
  /** One sample. Of 16 bits the upper 8 are enough. */
  const sample = (line: Buffer, index: number): number => {
    if (bytes > 0) return line[index * bytes] ?? 0;
    const shift = 8 - bits - ((index * bits) & 7);
    return ((line[(index * bits) >> 3] ?? 0) >> shift) & most;
  };
  if (colorType === 3)
    return (line, column, to) => {
      const index = sample(line, column);
      const alpha = transparent?.[index] ?? 255;
      for (let color = 0; color < 3; color++) pixels[to + color] = onWhite(palette?.[3 * index + color] ?? 0, alpha);
    };
  const hasAlpha = colorType >= 4;
  // The one transparent color has two bytes a sample, whatever its bits.
  const clear = hasAlpha ? undefined : transparent;
  const isClear = (line: Buffer, column: number) =>
    clear !== undefined &&
    Array.from({ length: channels }, (_, channel) => {
      const index = column * channels + channel;
      const whole = bytes === 2 ? line.readUInt16BE(2 * index) : sample(line, index);
      return clear.length >= 2 * channels && whole === clear.readUInt16BE(2 * channel);
    }).every(Boolean);
  return (line, column, to) => {
    const whole = isClear(line, column) ? 0 : 255;
    const alpha = hasAlpha ? sample(line, column * channels + channels - 1) : whole;
    for (let color = 0; color < components; color++) {
      const value = sample(line, column * channels + color);
      pixels[to + color] = onWhite(most === 255 ? value : Math.round((value * 255) / most), alpha);
    }
  };
}

const onWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);

export function readPng(png: Buffer): Picture {
  const chunks = chunksOf(png);
  const dataOf = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const form = formOf(chunks[0]);
  const palette = dataOf('PLTE');
  if (form.colorType === 3 && (palette === undefined || palette.length % 3 > 0)) throw damaged('PNG');
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const lines = unpackLines(packed, form);
  const exif = dataOf('eXIf');
  const { widthPx, heightPx } = form;
  const size = { widthPx, heightPx, orientation: exif === undefined ? 1 : orientationIn(exif) };
  const plainColors = form.colorType === 0 ? 'DeviceGray' : 'DeviceRGB';
  const isPlain = !form.isInterlaced && form.bits <= 8 && form.colorType < 4 && dataOf('tRNS') === undefined;
  if (isPlain) {
    // PDF knows the packing of PNG: its lines with their filters.
    const colors = palette !== undefined && form.colorType === 3 ? { palette } : plainColors;
    const DecodeParms = { Predictor: 15, Colors: form.channels, BitsPerComponent: form.bits, Columns: widthPx };
    return { ...size, colors, bits: form.bits, packing: { Filter: 'FlateDecode', DecodeParms }, data: packed };
  }
  const { components, pixels } = pixelsOf(lines, form, { palette, transparent: dataOf('tRNS') });
  const colors = components === 1 ? 'DeviceGray' : 'DeviceRGB';
  return { ...size, colors, bits: 8, packing: { Filter: 'FlateDecode' }, data: deflateSync(pixels, { level: 3 }) };
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** All chunks up to the end of the picture. Refuses one whose checksum is wrong. */
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

function unpackLines(packed: Buffer, form: PngForm): Buffer {
  const passes = passesOf(form);
  // Each line has its filter before it.
  const bytes = passes.reduce((sum, { rows, lineBytes }) => sum + rows * (lineBytes + 1), 0);
  // Unpacked, with room for what is made of it.
  const mostBytes = 160_000_000;
  if (bytes > mostBytes)
    throw new ContentRefused('The PNG takes too much memory to unpack. Save it smaller, or as a JPEG.');
  try {
    const lines = inflateSync(packed, { maxOutputLength: bytes });
    let at = 0;
    let isSound = lines.length === bytes;
    for (const { rows, lineBytes } of passes)
      for (let row = 0; row < rows; row++, at += lineBytes + 1) if ((lines[at] ?? 0) > 4) isSound = false;
    if (isSound) return lines;
  } catch {
    // Its packed data is damaged, or unpacks to more than the picture's size.
  }
  throw damaged('PNG');
}
