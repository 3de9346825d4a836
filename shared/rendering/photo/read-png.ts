/** Reads a PNG. A PDF can contain the data of a plain PNG unchanged. Other PNGs are decoded, on a white background. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { ContentRefused } from '../layout.ts';
import { checkSize, damagedError, orientationIn, type Picture } from './picture.ts';

interface PngHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Bits per sample. */
  readonly bits: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha. */
  readonly colorType: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
}

/** The passes that have pixels. `across` and `down` are the distances between the pixels of a pass. */
function passesOf({ widthPx, heightPx, bits, channels, isInterlaced }: PngHeader) {
  const adam7 = [
    { left: 0, top: 0, across: 8, down: 8 },
    { left: 4, top: 0, across: 8, down: 8 },
    { left: 0, top: 4, across: 4, down: 8 },
    { left: 2, top: 0, across: 4, down: 4 },
    { left: 0, top: 2, across: 2, down: 4 },
    { left: 1, top: 0, across: 2, down: 2 },
    { left: 0, top: 1, across: 1, down: 2 },
  ];
  const passes = isInterlaced ? adam7 : [{ left: 0, top: 0, across: 1, down: 1 }];
  return passes.flatMap((pass) => {
    const columns = Math.ceil((widthPx - pass.left) / pass.across);
    const rows = Math.ceil((heightPx - pass.top) / pass.down);
    const lineBytes = Math.ceil((columns * bits * channels) / 8);
    return columns > 0 && rows > 0 ? [{ ...pass, columns, rows, lineBytes }] : [];
  });
}

interface Colors {
  readonly palette: Buffer | undefined;
  /** The tRNS chunk: the alpha of palette entries, or the one color that is transparent. */
  readonly transparent: Buffer | undefined;
}

/** Decodes the scanlines. Removes their filters in place, which changes `lines`. */
export function pixelsOf(
  lines: Buffer,
  header: PngHeader,
  colors: Colors,
): { readonly components: 1 | 3; readonly pixels: Buffer } {
  const components = header.colorType === 0 || header.colorType === 4 ? 1 : 3;
  const pixels = Buffer.alloc(header.widthPx * header.heightPx * components);
  const paint = newPixelPainter(header, colors, components, pixels);
  const pixelBytes = Math.max(1, (header.bits * header.channels) >> 3);
  let at = 0;
  for (const { left, top, across, down, columns, rows, lineBytes } of passesOf(header)) {
    let above: Buffer = Buffer.alloc(lineBytes);
    for (let row = 0; row < rows; row++) {
      const line = lines.subarray(at + 1, at + 1 + lineBytes);
      unfilter(lines[at] ?? 0, line, above, pixelBytes);
      const start = (top + row * down) * header.widthPx + left;
      for (let column = 0; column < columns; column++) paint(line, column, (start + column * across) * components);
      above = line;
      at += lineBytes + 1;
    }
  }
  return { components, pixels };
}

/** Adds the filter's prediction to each byte: 1 Sub, 2 Up, 3 Average, 4 Paeth. */
function unfilter(filter: number, line: Buffer, above: Buffer, pixelBytes: number): void {
  const paeth = (left: number, up: number, corner: number): number => {
    const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
  };
  for (let at = 0; filter > 0 && at < line.length; at++) {
    const [left, up] = [line[at - pixelBytes] ?? 0, above[at] ?? 0];
    let prediction = filter === 1 ? left : up;
    if (filter === 3) prediction = (left + up) >> 1;
    if (filter === 4) prediction = paeth(left, up, at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0));
    line[at] = (line[at] ?? 0) + prediction;
  }
}

/** Returns a function that writes one pixel of a scanline, on white, to `pixels` at `to`. */
function newPixelPainter(
  { bits, colorType, channels }: PngHeader,
  { palette, transparent }: Colors,
  components: 1 | 3,
  pixels: Buffer,
): (line: Buffer, column: number, to: number) => void {
  const bytes = bits >> 3;
  const maxSample = 2 ** Math.min(bits, 8) - 1;
  /** A sample of at most 8 bits: the upper 8 of 16. */
  const sample = (line: Buffer, index: number): number => {
    if (bytes > 0) return line[index * bytes] ?? 0;
    const shift = 8 - bits - ((index * bits) & 7);
    return ((line[(index * bits) >> 3] ?? 0) >> shift) & maxSample;
  };
  if (colorType === 3)
    return (line, column, to) => {
      const index = sample(line, column);
      const alpha = transparent?.[index] ?? 255;
      for (let color = 0; color < 3; color++) pixels[to + color] = onWhite(palette?.[3 * index + color] ?? 0, alpha);
    };
  const hasAlpha = colorType >= 4;
  // The tRNS chunk has two bytes per sample, whatever the depth.
  const transparentColor =
    hasAlpha || transparent === undefined || transparent.length < 2 * channels
      ? undefined
      : Array.from({ length: channels }, (_, channel) => transparent.readUInt16BE(2 * channel));
  const isTransparent = (line: Buffer, column: number) =>
    transparentColor?.every((value, channel) => {
      const index = column * channels + channel;
      return value === (bytes === 2 ? line.readUInt16BE(2 * index) : sample(line, index));
    });
  return (line, column, to) => {
    let alpha = isTransparent(line, column) ? 0 : 255;
    if (hasAlpha) alpha = sample(line, column * channels + channels - 1);
    for (let color = 0; color < components; color++) {
      const value = sample(line, column * channels + color);
      pixels[to + color] = onWhite(maxSample === 255 ? value : Math.round((value * 255) / maxSample), alpha);
    }
  };
}

const onWhite = (value: number, alpha: number): number =>
  alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);

export function readPng(png: Buffer): Picture {
  const chunks = chunksOf(png);
  const dataOf = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const header = headerOf(chunks[0]);
  const palette = dataOf('PLTE');
  if (header.colorType === 3 && (palette === undefined || palette.length % 3 > 0)) throw damagedError('PNG');
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const lines = inflateLines(compressed, header);
  const exif = dataOf('eXIf');
  const { widthPx, heightPx } = header;
  const size = { widthPx, heightPx, orientation: exif === undefined ? 1 : orientationIn(exif) };
  const plainColors = header.colorType === 0 ? 'DeviceGray' : 'DeviceRGB';
  const isPlain = !header.isInterlaced && header.bits <= 8 && header.colorType < 4 && dataOf('tRNS') === undefined;
  if (isPlain) {
    // A PDF calls scanlines with PNG filters predictor 15.
    const colors = palette !== undefined && header.colorType === 3 ? { palette } : plainColors;
    const DecodeParms = { Predictor: 15, Colors: header.channels, BitsPerComponent: header.bits, Columns: widthPx };
    const compression = { Filter: 'FlateDecode', DecodeParms } as const;
    return { ...size, colors, bits: header.bits, compression, data: compressed };
  }
  const { components, pixels } = pixelsOf(lines, header, { palette, transparent: dataOf('tRNS') });
  const colors = components === 1 ? 'DeviceGray' : 'DeviceRGB';
  return { ...size, colors, bits: 8, compression: { Filter: 'FlateDecode' }, data: deflateSync(pixels, { level: 3 }) };
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks up to IEND. Throws if a checksum is wrong. */
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
  throw damagedError('PNG');
}

function headerOf(chunk: Chunk | undefined): PngHeader {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) throw damagedError('PNG');
  const { data } = chunk;
  const [widthPx, heightPx] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [bits = 0, colorType = 0, compression, filter, interlacing] = data.subarray(8);
  const depths: Readonly<Record<number, readonly number[]>> = {
    0: [1, 2, 4, 8, 16],
    2: [8, 16],
    3: [1, 2, 4, 8],
    4: [8, 16],
    6: [8, 16],
  };
  const isValid = depths[colorType]?.includes(bits) && compression === 0 && filter === 0 && (interlacing ?? 2) < 2;
  if (!isValid || widthPx === 0 || heightPx === 0) throw damagedError('PNG');
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

function inflateLines(compressed: Buffer, header: PngHeader): Buffer {
  const passes = passesOf(header);
  // Each scanline begins with a byte for its filter.
  const bytes = passes.reduce((sum, { rows, lineBytes }) => sum + rows * (lineBytes + 1), 0);
  // Leaves memory for the decoded pixels.
  const maxBytes = 160_000_000;
  const lastFilter = 4;
  if (bytes > maxBytes)
    throw new ContentRefused('The PNG takes too much memory to unpack. Save it smaller, or as a JPEG.');
  try {
    const lines = inflateSync(compressed, { maxOutputLength: bytes });
    let at = 0;
    let isValid = lines.length === bytes;
    for (const { rows, lineBytes } of passes)
      for (let row = 0; row < rows; row++) {
        if ((lines[at] ?? 0) > lastFilter) isValid = false;
        at += lineBytes + 1;
      }
    if (isValid) return lines;
  } catch {
    // The compressed data is damaged, or has more than the picture's pixels.
  }
  throw damagedError('PNG');
}
