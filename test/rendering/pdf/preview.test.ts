/** Pictures of pages, drawn as they print, in a child process with limits. */
import { inflateSync } from 'node:zlib';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { previewPage, readWords } from '../../../shared/rendering/pdf/preview.ts';
import { papers } from '../../support/rendering/papers.ts';
import { longTest, sample } from '../../support/sampling.ts';
import { textPdf } from '../accepted.ts';
import { letterBox, pageOf, patientOptions, pdfOf, type Recipe } from './hostile-pdf.ts';
import { streamOf } from './pdf-bombs.ts';
import { afterOrdinaryPage, slowPages } from './slow-pages.ts';

const widthPx = 306;
/** Page 1 of a letter. */
const firstPage = (width: number, isInColor = true) => ({ page: 1, paper: papers.letter, isInColor, widthPx: width });

/** The number of dark pixels in a PNG of ours, whose rows have no filter. */
function darkPixelsIn(png: Uint8Array): number {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const isGray = bytes[25] === 0;
  const [pixelBytes, rowBytes] = isGray ? [1, widthPx + 1] : [4, 4 * widthPx + 1];
  // Counts the first byte of each pixel, but not the first byte of each row, which is for the filter.
  return rows.filter(
    (value, index) => index % rowBytes > 0 && (index % rowBytes) % pixelBytes === 1 % pixelBytes && value < 128,
  ).length;
}

const darkPixelsOf = async (recipe: Recipe) => darkPixelsIn(await previewPage(pdfOf(recipe), firstPage(widthPx)));

const box = streamOf('/Type /XObject /Subtype /Form /BBox [0 0 100 50]', '0 0 100 50 re f');
/** An annotation that is a black box, on an empty page. */
const withBox = (entries: string): Recipe => ({
  page: pageOf(`${letterBox} /Annots [5 0 R]`),
  content: '',
  more: [`<</Type /Annot /Rect [100 100 200 150] /AP <</N 6 0 R>> ${entries}>>`, box],
});

test('a page without colors becomes a gray PNG, and so does any page that is not printed in color', async () => {
  const typeOf = async (color: string, isInColor = true) => {
    const content = `${color} 100 100 200 200 re f`;
    const look = firstPage(widthPx, isInColor);
    return Buffer.from(await previewPage(pdfOf({ page: pageOf(letterBox), content }), look))[25];
  };
  const [gray, color] = [0, 6];
  expect(await typeOf('0.5 g')).toBe(gray);
  expect(await typeOf('1 0 0 rg')).toBe(color);
  expect(await typeOf('1 1 0 rg')).toBe(color);
  expect(await typeOf('1 0 0 rg', false)).toBe(gray);
});

test('the text of pages is read in order, up to a limit, and a picture has none', async () => {
  const pdf = await textPdf(`Dear Ada,\n\nZoë owes €5.${'\n'.repeat(45)}The end`);
  const words = await readWords(pdf, 'own');
  expect(words.map((text) => text.split(/\s+/).join(' '))).toEqual(['Dear Ada, Zoë owes €5.', 'The end']);
  expect(await readWords(pdfOf({ page: pageOf(letterBox), content: '0.5 g 100 100 200 200 re f' }), 'own')).toEqual([
    '',
  ]);
  const long = `BT /F 1 Tf (${'word '.repeat(4_000)}) Tj ET`;
  const page = pageOf(`${letterBox} /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>`);
  expect((await readWords(pdfOf({ page, content: long }), 'own'))[0]).toHaveLength(10_000);
});

const [printed, notViewed, hidden] = [4, 32, 2];
const [stamp, field] = ['/Subtype /Stamp', '/Subtype /Widget /FT /Tx /T (a)'];
test.each([
  ['a stamp that prints', stamp, printed, true],
  ['a stamp for the screen only', stamp, 0, false],
  ['a field for print only', field, printed | notViewed, true],
  ['a field for the screen only', field, 0, false],
  ['a hidden field', field, printed | hidden, false],
] as const)(
  'annotations and fields are drawn according to their print flags: %s',
  async (_, entries, flags, isOnPaper) => {
    const dark = await darkPixelsOf(withBox(`${entries} /F ${flags}`));
    if (isOnPaper) expect(dark).toBeGreaterThan(1_000);
    else expect(dark).toBe(0);
  },
);

const layer = (state: 'ON' | 'OFF', usage: string): Recipe => ({
  catalog: `<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs [5 0 R] /D <</${state} [5 0 R]>>>>>>`,
  page: pageOf(`${letterBox} /Resources <</Properties <</L 5 0 R>>>>`),
  content: '/OC /L BDC 72 100 100 20 re f EMC',
  more: [`<</Type /OCG /Name (a) /Usage <<${usage}>>>>`],
});
const layerRefused = { ok: false, problem: expect.stringContaining('prints differently from how it looks') };
test.each(
  sample(
    [
      ['for print only', layer('OFF', '/Print <</PrintState /ON>> /View <</ViewState /OFF>>'), layerRefused],
      ['for the screen only', layer('ON', '/Print <</PrintState /OFF>> /View <</ViewState /ON>>'), layerRefused],
      ['for both, which is accepted', layer('ON', '/Print <</PrintState /ON>> /View <</ViewState /ON>>'), { ok: true }],
    ] as const,
    2,
    'cases',
    ([, , { ok }]) => ok,
  ),
)('a layer that prints differently from how it looks is refused: a layer %s', async (_, recipe, result) => {
  expect(await inspectPdf(pdfOf(recipe), papers.letter)).toMatchObject(result);
});

const limits = { ...patientOptions.limits, timeMs: 400, patienceMs: 30_000 };
const slow = Object.entries(slowPages);

test.each(sample(slow, 3))(
  'a page that takes minutes to draw is replaced by a picture that says so, while other work goes on: %s',
  async (_, recipe) => {
    let turns = 0;
    const clock = setInterval(() => {
      turns += 1;
    }, 20);
    const drawing = previewPage(pdfOf(recipe), firstPage(widthPx), { limits });
    const picture = await drawing.finally(() => clearInterval(clock));
    // The text of the picture.
    expect(darkPixelsIn(picture)).toBeGreaterThan(200);
    expect(darkPixelsIn(picture)).toBeLessThan(10_000);
    expect(turns).toBeGreaterThan(3);
    // The slow page does not affect the next one.
    expect(darkPixelsIn(await previewPage(pdfOf(), firstPage(widthPx)))).toBeGreaterThan(400);
  },
);

test.each(sample(slow, 3))('a slow page after an ordinary one causes a warning or a refusal: %s', async (_, recipe) => {
  const result = await inspectPdf(afterOrdinaryPage(recipe), papers.letter, {
    limits: { timeMs: 1_000, patienceMs: 30_000, memoryBytes: 600_000_000 },
  });
  if (result.ok) expect(result.warnings).toContainEqual(expect.objectContaining({ code: 'page_slow', first: 2 }));
  else expect(result.problem).toMatch(/too much time or memory/);
});

longTest('a warning names the pages that were not drawn because time ran out', async () => {
  const { page, more } = slowPages['three hundred shadings'];
  // As many pages as a letter may have. Even a fast machine draws only half of them in time.
  const numbers = Array.from({ length: 60 }, (_, index) => index + 8);
  const pages = numbers.map(() => page.replace('/Contents 4 0 R', '/Contents 7 0 R'));
  const pdf = pdfOf({
    pages: `<</Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count 60>>`,
    more: [...more, streamOf('', '/S sh '), ...pages],
  });
  const limits = { timeMs: 10_000, patienceMs: 60_000, memoryBytes: 600_000_000 };
  const result = await inspectPdf(pdf, papers.letter, { limits });
  expect(result).toMatchObject({ ok: true, pages: 60 });
  expect(result.ok && result.warnings.at(-1)).toMatchObject({ code: 'not_drawn_in_advance', last: 60 });
});

longTest('a picture that is too large for a response is drawn smaller', async () => {
  const side = 1_500;
  // Noise, which does not compress, from a fixed seed.
  const noise = Buffer.alloc(3 * side * side);
  for (let at = 0, state = 1; at < noise.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noise[at] = state >>> 24;
  }
  const entries = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  const photograph = pdfOf({
    page: pageOf(`${letterBox} /Resources <</XObject <</I 5 0 R>>>>`),
    content: '612 0 0 792 0 0 cm /I Do',
    more: [streamOf(entries, noise)],
  });
  const widthOf = (picture: Uint8Array) => Buffer.from(picture).readUInt32BE(16);
  const picture = await previewPage(photograph, firstPage(1_224));
  expect(picture.length).toBeLessThan(4_000_000);
  expect(widthOf(picture)).toBe(816);
  expect(widthOf(await previewPage(pdfOf(), firstPage(1_224)))).toBe(1_224);
});
