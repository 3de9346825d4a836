/** JPEGs and PNGs of every kind, damaged and hostile ones, and their position on the sheet. */
import { deflateSync, inflateSync } from 'node:zlib';
import type { Paper } from '../../../shared/domain/paper.ts';
import { orientationIn, type Picture, placeOnSheet } from '../../../shared/rendering/photo/picture.ts';
import { readJpeg } from '../../../shared/rendering/photo/read-jpeg.ts';
import { pixelsOf, readPng } from '../../../shared/rendering/photo/read-png.ts';
import { papers } from '../../support/rendering/papers.ts';
import {
  exifOf,
  inkPx,
  jpegs,
  type PngHead,
  type PngRecipe,
  photoLocation,
  pngOf,
  pngWith,
  segmentOf,
  withExif,
} from '../../support/rendering/photographs.ts';

const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const;
const pngKinds = ([0, 2, 3, 4, 6] as const).flatMap((colorType) =>
  depths[colorType].flatMap((bits) => [false, true].map((isInterlaced) => ({ colorType, bits, isInterlaced }))),
);

const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** A function that gives the samples of a pixel. The pattern has samples of every value. */
const patternOf =
  ({ bits, colorType }: Pick<PngRecipe, 'bits' | 'colorType'>) =>
  (x: number, y: number) =>
    Array.from({ length: channels[colorType] }, (_, channel) => (x * 37 + y * 101 + channel * 59) % 2 ** bits);

/** 256 colors of three bytes. */
const palette = Buffer.from(Array.from({ length: 768 }, (_, at) => (at * 7) % 256));

test.each(pngKinds)('a PNG of color type $colorType and $bits bits is decoded, interlaced: $isInterlaced', (kind) => {
  const at = patternOf(kind);
  const ownPalette = kind.colorType === 3 ? palette.subarray(0, 3 * 2 ** kind.bits) : undefined;
  const size = { width: 13, height: 11 };
  const picture = readPng(
    pngOf({ ...kind, ...size, at, ...(ownPalette === undefined ? {} : { palette: ownPalette }) }),
  );
  const shown = pixelsShownBy(picture);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const start = 3 * (y * size.width + x);
      const expected = colorOf(kind, at(x, y), ownPalette).map((value) => expect.closeTo(value, -1));
      expect(shown.slice(start, start + 3)).toEqual(expected);
    }
});

test('the transparent color and a transparent palette entry of a PNG are white', () => {
  const twoPixels = { width: 2, height: 1 } as const;
  const gray = { ...twoPixels, colorType: 0, bits: 8, transparent: Buffer.from([0, 7]) } as const;
  expect(pixelsShownBy(readPng(pngOf({ ...gray, at: (x) => [7 + x] })))).toEqual([255, 255, 255, 8, 8, 8]);
  const indexed = { ...twoPixels, colorType: 3, bits: 1, palette, transparent: Buffer.from([0]) } as const;
  const second = [...palette.subarray(3, 6)];
  expect(pixelsShownBy(readPng(pngOf({ ...indexed, at: (x) => [x] })))).toEqual([255, 255, 255, ...second]);
});

const head: PngHead = { width: 4, height: 4, colorType: 0, bits: 8 };
const lines = (length: number, filter = 0) => deflateSync(Buffer.alloc(length, filter));
const good = pngWith(head, [], lines(20));
const withHead = (change: Partial<PngHead>) => pngWith({ ...head, ...change }, [], lines(20));
test.each<[name: string, png: () => Buffer, words: string]>([
  ['a side of 100,000 pixels', () => withHead({ width: 100_000, height: 100_000 }), '100000 x 100000 pixels'],
  ['50 megapixels of 16 bits', () => withHead({ width: 7_000, height: 7_000, colorType: 6, bits: 16 }), 'memory'],
  ['data that unpacks to more than its size', () => pngWith(head, [], lines(50_000_000)), 'damaged or cut short'],
  ['a filter that does not exist', () => pngWith(head, [], lines(20, 9)), 'damaged or cut short'],
  ['half a file', () => good.subarray(0, 50), 'damaged or cut short'],
  ['a flipped bit', () => Buffer.from(good.map((byte, at) => (at === 45 ? byte ^ 1 : byte))), 'damaged'],
  ['a missing palette', () => withHead({ colorType: 3 }), 'damaged'],
])('a PNG with %s is refused', (_, png, words) => {
  expect(() => readPng(png())).toThrow(words);
});

/** The pixels that a PDF reader decodes: three bytes each. */
function pixelsShownBy({ widthPx, heightPx, colors, bits, compression, data }: Picture): number[] {
  const raw = inflateSync(data);
  if (compression.Filter !== 'FlateDecode') throw new Error('not a PNG');
  const plain = colors === 'DeviceGray' ? 0 : 2;
  const colorType = typeof colors === 'object' ? 3 : plain;
  const header = { widthPx, heightPx, bits, colorType, channels: colorType === 2 ? 3 : 1, isInterlaced: false };
  const { components, pixels } =
    compression.DecodeParms === undefined
      ? ({ components: header.channels, pixels: raw } as const)
      : pixelsOf(raw, header, {
          palette: typeof colors === 'object' ? colors.palette : undefined,
          transparent: undefined,
        });
  return Array.from({ length: widthPx * heightPx }, (_, pixel) =>
    Array.from({ length: 3 }, (__, color) => pixels[pixel * components + (components === 3 ? color : 0)] ?? -1),
  ).flat();
}

/** The color of a pixel's samples, on white. */
function colorOf(
  { colorType, bits }: Pick<PngRecipe, 'colorType' | 'bits'>,
  samples: readonly number[],
  ownPalette: Buffer | undefined,
): number[] {
  if (ownPalette !== undefined) return [...ownPalette.subarray(3 * (samples[0] ?? 0), 3 * (samples[0] ?? 0) + 3)];
  const [first = 0, second = 0, third = 0, fourth = 0] = samples.map((sample) => sample / (2 ** bits - 1));
  let alpha = 1;
  if (colorType === 4) alpha = second;
  if (colorType === 6) alpha = fourth;
  const colors = colorType === 0 || colorType === 4 ? [first, first, first] : [first, second, third];
  return colors.map((color) => 255 * (color * alpha + 1 - alpha));
}

test.each(Object.entries(jpegs))('a JPEG without metadata keeps all its data: %s', (_, jpeg) => {
  const { widthPx, heightPx, data } = readJpeg(jpeg);
  expect([widthPx, heightPx]).toEqual([inkPx.width, inkPx.height]);
  expect(Buffer.from(data).equals(jpeg)).toBe(true);
});

test('a JPEG loses the location, the comment and the second picture that a camera adds', () => {
  const photo = Buffer.concat([withExif(6), jpegs.gray]);
  const { data, orientation } = readJpeg(photo);
  expect(orientation).toBe(6);
  expect(photo.includes(photoLocation)).toBe(true);
  expect(Buffer.from(data).equals(jpegs.baseline)).toBe(true);
});

test('the CMYK values of a JPEG are inverted only if it has an Adobe segment', () => {
  const { cmyk } = jpegs;
  const adobeBytes = 16;
  const withoutAdobe = Buffer.concat([cmyk.subarray(0, 2), cmyk.subarray(2 + adobeBytes)]);
  const inverted = { Decode: [1, 0, 1, 0, 1, 0, 1, 0] };
  expect(readJpeg(cmyk)).toMatchObject({ colors: 'DeviceCMYK', compression: inverted });
  expect(readJpeg(withoutAdobe).compression).toEqual({ Filter: 'DCTDecode' });
});

test.each(Object.entries(jpegs))('a JPEG is refused wherever it is cut off: %s', (_, jpeg) => {
  for (let end = 2; end < jpeg.length; end++)
    expect(() => readJpeg(jpeg.subarray(0, end))).toThrow('damaged or cut short');
});

test.each(['baseline', 'gray', 'cmyk'] as const)(
  'a JPEG is refused if its data is cut off before an EOI marker: %s',
  (name) => {
    const jpeg = jpegs[name];
    const scanHeaderBytes = 14;
    const dataStart = jpeg.indexOf(Buffer.from([0xff, 0xda])) + scanHeaderBytes;
    const end = Buffer.from([0xff, 0xd9]);
    for (const share of [0.2, 0.5, 0.8])
      for (const padding of [Buffer.alloc(0), Buffer.alloc(1)]) {
        const kept = jpeg.subarray(0, Math.floor(dataStart + share * (jpeg.length - dataStart - end.length)));
        expect(() => readJpeg(Buffer.concat([kept, padding, end]))).toThrow('cut short');
      }
  },
);

test('a JPEG may have bytes after its EOI marker, as phones append them', () => {
  for (const jpeg of Object.values(jpegs))
    for (const trailer of [Buffer.alloc(99), Buffer.alloc(99, 0xff), jpegs.gray, Buffer.from('MotionPhoto_Data')])
      expect(Buffer.from(readJpeg(Buffer.concat([jpeg, trailer])).data).equals(jpeg)).toBe(true);
});

const secondFrame = segmentOf(0xc0, Buffer.from([8, 0, 9, 0, 9, 1]));
const frameAt = (jpeg: Buffer) => jpeg.indexOf(Buffer.from([0xff, 0xc0]));
const changed = (change: (jpeg: Buffer, frame: number) => void) => () => {
  const jpeg = Buffer.from(jpegs.baseline);
  change(jpeg, frameAt(jpeg));
  return jpeg;
};
test.each<[name: string, jpeg: () => Buffer, words: string]>([
  ['too many pixels', changed((jpeg, at) => jpeg.writeUInt32BE(0xfff0_fff0, at + 5)), '65520 x 65520 pixels'],
  ['a lossless frame', changed((jpeg, at) => jpeg.writeUInt8(0xc3, at + 1)), 'rare kind'],
  ['no frame', () => Buffer.concat([jpegs.gray.subarray(0, 2), Buffer.from([0xff, 0xd9])]), 'damaged'],
  ['two frames', () => Buffer.concat([jpegs.gray.subarray(0, 2), secondFrame, jpegs.gray.subarray(2)]), 'damaged'],
  ['a segment that is longer than the file', changed((jpeg) => jpeg.writeUInt16BE(0xffff, 4)), 'damaged'],
])('a JPEG with %s is refused', (_, jpeg, words) => {
  expect(() => readJpeg(jpeg())).toThrow(words);
});

test.each(['II', 'MM'] as const)('the Exif orientation is read in byte order %s', (order) => {
  for (let value = 1; value <= 8; value++) expect(orientationIn(exifOf(value, order))).toBe(value);
  for (const invalid of [0, 9, 65_535]) expect(orientationIn(exifOf(invalid, order))).toBe(1);
});

test('Exif data that is cut off or points nowhere means upright', () => {
  const exif = exifOf(6).subarray(0, 26);
  for (let end = 0; end < 22; end++) expect(orientationIn(exif.subarray(0, end))).toBe(1);
  const pointingNowhere = Buffer.from(exif);
  pointingNowhere.writeUInt32BE(0xffff_fff0, 4);
  expect(orientationIn(pointingNowhere)).toBe(1);
  expect(orientationIn(Buffer.alloc(40))).toBe(1);
});

const photo = (widthPx: number, heightPx: number, orientation = 1) => ({
  ...readJpeg(jpegs.baseline),
  widthPx,
  heightPx,
  orientation,
});
const { letter, fax } = papers;

/** The position on the sheet of a point in the picture, which is 0 to 1 from its upper left. */
const positionOf = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[], across: number, down: number) => [
  a * across + c * (1 - down) + e,
  b * across + d * (1 - down) + f,
];

// Where people see the first pixel and the end of the first row.
test.each([
  [1, 'left top', 'right top'],
  [2, 'right top', 'left top'],
  [3, 'right bottom', 'left bottom'],
  [4, 'left bottom', 'right bottom'],
  [5, 'left top', 'left bottom'],
  [6, 'right top', 'right bottom'],
  [7, 'right bottom', 'right top'],
  [8, 'left bottom', 'left top'],
])('a picture of orientation %d has its first pixel %s and its first row’s end %s', (orientation, first, last) => {
  const { matrix } = placeOnSheet(photo(3_000, 4_000, orientation), fax);
  const corners = [positionOf(matrix, 0, 0), positionOf(matrix, 1, 0)];
  const middle = positionOf(matrix, 0.5, 0.5);
  const words = corners.map(
    ([x = 0, y = 0]) => `${x < (middle[0] ?? 0) ? 'left' : 'right'} ${y > (middle[1] ?? 0) ? 'top' : 'bottom'}`,
  );
  expect(words).toEqual([first, last]);
});

test('a picture leaves the address zone of a letter free, and a fax has none', () => {
  const top = (paper: Paper) => positionOf(placeOnSheet(photo(3_000, 4_000), paper).matrix, 0, 0)[1];
  expect(top(letter)).toBeLessThan(792 - 3 * 72);
  expect(top(fax)).toBeCloseTo(792 - 36);
});

test.each([
  ['wide', 4_000, 1_000],
  ['small', 90, 60],
])('a %s picture keeps its proportions and the margins in every orientation', (_, widthPx, heightPx) => {
  for (const paper of [letter, fax])
    for (let orientation = 1; orientation <= 8; orientation++) {
      const { matrix, pixelsPerInch } = placeOnSheet(photo(widthPx, heightPx, orientation), paper);
      const [x = 0, y = 0] = positionOf(matrix, 0, 0);
      const [endX = 0, endY = 0] = positionOf(matrix, 1, 1);
      // The margin is half an inch.
      expect(Math.min(x, endX, y, endY, 612 - x, 612 - endX, 792 - y, 792 - endY)).toBeGreaterThanOrEqual(35.999);
      const longerPt = Math.max(Math.abs(endX - x), Math.abs(endY - y));
      const shorterPt = Math.min(Math.abs(endX - x), Math.abs(endY - y));
      expect([longerPt, shorterPt]).toEqual(
        [widthPx, heightPx].map((px) => expect.closeTo((72 * px) / pixelsPerInch, 0)),
      );
      expect(pixelsPerInch).toBeGreaterThanOrEqual(100);
    }
});
