/** Photographs of pages: each becomes one upright sheet. Other kinds of files are refused by name. */
import type { FileUse } from '../../../shared/domain/paper.ts';
import { kindOf, openFile } from '../../../shared/rendering/files/open-file.ts';
import { openRaster } from '../../../shared/rendering/pdf/raster.ts';
import { papers } from '../../support/rendering/papers.ts';
import { inkPx, jpegs, photoLocation, pngOf, withExif } from '../../support/rendering/photographs.ts';
import { sample } from '../../support/sampling.ts';
import { accepted } from '../accepted.ts';
import { pdfOf } from '../pdf/hostile-pdf.ts';

const letter: FileUse = { paper: papers.letter, isAttachment: false, isUpload: true };
const open = (bytes: Uint8Array, use: Partial<FileUse> = {}) => openFile(bytes, { ...letter, ...use }, 'test');

/** The same picture as the JPEGs, with everything but the ink transparent. */
const png = pngOf({
  width: inkPx.width,
  height: inkPx.height,
  colorType: 6,
  bits: 16,
  isInterlaced: true,
  at: (x, y) => [0, 0, 0, (y < 8 && x < inkPx.right) || (x < 8 && y < inkPx.bottom) ? 65_535 : 0],
});

/** The points of a pixel at 100 pixels per inch. */
const scale = 0.72;
const centerPt = 612 / 2;
/** The ink's left, bottom, right and top in points: centered, and an eighth of an inch below the addresses. */
const left = centerPt - (scale * inkPx.width) / 2;
const top = 792 - 3.125 * 72;
const upright = [left, top - scale * inkPx.bottom, left + scale * inkPx.right, top];
const inkIn = async (pdf: Uint8Array) => (await openRaster(pdf)).inkOf(0, [0, 0, 612, 792]);
/** Expects each side to be less than a point off. */
const nearly = (sides: readonly number[]) => sides.map((side) => expect.closeTo(side, -0.3));

test.each(sample(Object.entries({ ...jpegs, png }), 3))(
  'a photograph becomes one page with its ink in the right position: %s',
  async (_, bytes) => {
    const opened = accepted(await open(bytes));
    expect(opened).toMatchObject({ pages: 1, warnings: [{ code: 'photo_coarse', pixelsPerInch: 100 }] });
    expect(await inkIn(opened.pdf)).toEqual(nearly(upright));
  },
);

test.each<[name: string, use: Partial<FileUse>]>([
  ['a fax', { paper: papers.fax }],
  ['an attachment', { isAttachment: true }],
])('a sideways photograph in %s is printed upright, without the location where it was taken', async (_, use) => {
  const sideways = 6;
  const opened = accepted(await open(withExif(sideways), use));
  const right = centerPt + (scale * inkPx.height) / 2;
  const topWithoutAddresses = 792 - 36;
  const turned = [right - scale * inkPx.bottom, topWithoutAddresses - scale * inkPx.right, right, topWithoutAddresses];
  expect(await inkIn(opened.pdf)).toEqual(nearly(turned));
  expect(Buffer.from(opened.pdf).includes(photoLocation)).toBe(false);
});

test.each([
  ['white', 1, [1]],
  ['gray', 8, [128]],
  ['black', 1, [0]],
] as const)('a picture that is all %s is refused as blank', async (_, bits, color) => {
  const blank = pngOf({ width: 200, height: 200, colorType: 0, bits, at: () => color });
  expect(await open(blank)).toEqual({ ok: false, problem: expect.stringContaining('one color from edge to edge') });
});

test('a gray page with one dark line is printed', async () => {
  const lined = pngOf({ width: 200, height: 200, colorType: 0, bits: 8, at: (_, y) => [y === 190 ? 100 : 128] });
  expect(await open(lined)).toMatchObject({ ok: true, pages: 1 });
});

test('a damaged picture is refused with the reader’s message', async () => {
  expect(await open(jpegs.gray.subarray(0, -9))).toEqual({ ok: false, problem: expect.stringContaining('cut short') });
});

const latin1 = (text: string) => Buffer.from(text.padEnd(40, '\0'), 'latin1');

test.each([
  ['HEIC', latin1('\0\0\0\x18ftypheic'), 'is a HEIC picture. Save it as a JPEG'],
  ['AVIF', latin1('\0\0\0\x18ftypavif'), 'is an AVIF picture'],
  ['JPEG 2000', latin1('\0\0\0\x0cjP  \r\n'), 'is a JPEG 2000 picture'],
  ['a video', latin1('\0\0\0\x18ftypisom'), 'a video'],
  ['WebP', latin1('RIFFJ\0\0\0WEBPVP8 '), 'WebP picture. Save it as a JPEG, PNG or PDF'],
  ['GIF', latin1('GIF89a'), 'GIF picture'],
  ['TIFF', latin1('II*\0'), 'TIFF picture'],
  ['BMP', latin1('BM6$\0\0\0\0\0\0'), 'BMP picture'],
  ['RTF', latin1('{\\rtf1'), 'RTF'],
  ['a web page', latin1('<!doctype html>'), 'web page'],
  ['plain text', latin1('Dear Ada'), 'cannot be printed. Send a PDF'],
])('another kind of file is refused by name: %s', (_, bytes, text) => {
  expect(kindOf(bytes)).toEqual({ problem: expect.stringContaining(text) });
});

test('a file that is both a picture and a PDF is refused', async () => {
  const both = Buffer.concat([jpegs.gray.subarray(0, 20), pdfOf()]);
  expect(await open(both)).toEqual({ ok: false, problem: expect.stringContaining('another file type') });
});

test('pictures are accepted only as uploads', async () => {
  expect(await open(jpegs.gray, { isUpload: false })).toEqual({
    ok: false,
    problem: expect.stringContaining('not a PDF'),
  });
});
