/** The line for the recipient: read by another program, on blank paper alone, with every page as it was. */
import { degrees, PDFDocument, rgb } from 'pdf-lib';
import { markAt, markLine } from '../../../shared/core/given/verify-mark.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { lineLimits, printLine } from '../../../shared/rendering/pdf/print-line.ts';
import { colorsOf, inkOf, textsOf } from '../../support/read-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { pageOf, patient, pdfOf } from './hostile-pdf.ts';

const { url } = markAt('https://mail.example.com/v1', '0123abcdxz');
const line = markLine('letter', url);
const waiting = { limits: { ...lineLimits, patienceMs: 28_000 } };
const print = (pdf: Uint8Array, words = line) => printLine(pdf, words, papers.letter, waiting);

async function printed(pdf: Uint8Array): Promise<Uint8Array> {
  const result = await print(pdf);
  if (!result.ok) throw new Error(result.problem);
  expect(await inspectPdf(result.pdf, papers.letter, patient)).toMatchObject({ ok: true });
  return result.pdf;
}

/** Filled boxes on the last of `pages`, as left, bottom, width and height in points. */
async function boxed(boxes: readonly (readonly [number, number, number, number])[], pages = 1): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page < pages; page += 1) pdf.addPage([612, 792]).drawText(`page ${page}`, { x: 72, y: 400 });
  const last = pdf.addPage([612, 792]);
  last.drawText('The end', { x: 72, y: 500 });
  for (const [x, y, width, height] of boxes) last.drawRectangle({ x, y, width, height, color: rgb(0.5, 0, 0) });
  return pdf.save();
}

test('it says what is typed, in the middle of the foot, black, and the bytes are the same each time', async () => {
  const pdf = await boxed([], 3);
  const marked = await printed(pdf);
  expect(await textsOf(marked)).toEqual([
    'page 1',
    'page 2',
    'The end\r\nCheck this letter: mail.example.com/v/0123-ABCD-XZ',
  ]);
  expect((await inkOf(marked, 3)).bottomIn).toBeCloseTo(10.5, 1);
  expect((await colorsOf(marked, 3)).colored).toBe(0);
  expect(Buffer.from(await printed(pdf))).toEqual(Buffer.from(marked));
});

test.each([
  ['a footer at the left', [[60, 20, 300, 60]], /XZ$/],
  ['a footer across, with room above it', [[0, 0, 612, 80]], /XZ$/],
  [
    'text down to the margin, with a rule above the edge',
    [
      [72, 54, 468, 400],
      [0, 0, 612, 20],
    ],
    /XZ$/,
  ],
] as const)('%s stays free of it', async (_, boxes, end) => {
  const pdf = await boxed(boxes);
  const [before, after] = [await colorsOf(pdf, 1), await colorsOf(await printed(pdf), 1)];
  expect(after.colored).toBeCloseTo(before.colored, 6);
  expect(after.dark).toBeGreaterThan(before.dark);
  expect((await textsOf(await printed(pdf)))[0]).toMatch(end);
});

test.each([
  ['a page that is full', [[0, 0, 612, 792]]],
  ['a page whose lower third has no free strip', Array.from({ length: 20 }, (_, at) => [0, at * 14, 612, 4])],
] as const)('%s is refused with the cure', async (_, boxes) => {
  const result = await print(await boxed(boxes as never));
  expect(result).toEqual({ ok: false, problem: expect.stringMatching(/no room .* Leave half an inch free/) });
});

test('an address that is longer than a line is refused', async () => {
  const host = `${'m'.repeat(90)}.example.com`;
  expect(await print(await boxed([]), `Check this letter: ${host}`)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/too long/),
  });
});

test.each([0, 90, 180, 270])('it stands upright at the foot of a sheet that is turned by %i degrees', async (angle) => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(angle % 180 === 0 ? [612, 792] : [792, 612]);
  page.setRotation(degrees(angle));
  const marked = await printed(await pdf.save());
  expect((await textsOf(marked))[0]).toBe(line);
  const { leftIn, topIn, bottomIn } = await inkOf(marked, 1);
  expect([leftIn, topIn, bottomIn].map((inch) => Math.round(inch * 10) / 10)).toEqual([1, 10.4, 10.5]);
});

test.each([
  ['whose content leaves a turn, a clip and white ink open', '0 0 10 10 re W n 1 g 0.5 0 0 0.5 0 0 cm q'],
  ['whose content ends in the middle of a text', 'BT 3 Tr'],
])('a page %s changes nothing of it', async (_, content) => {
  expect((await textsOf(await printed(pdfOf({ content }))))[0]).toBe(line);
});

test('a sheet whose corner lies elsewhere gets it at the same place, and one in a unit of its own is refused', async () => {
  const at = (entries: string) => pdfOf({ page: pageOf(entries), content: '' });
  const { leftIn, bottomIn } = await inkOf(await printed(at('/MediaBox [100 -50 712 742]')), 1);
  expect([leftIn, bottomIn].map((inch) => Math.round(inch * 10) / 10)).toEqual([1, 10.5]);
  expect(await print(at('/MediaBox [0 0 306 396] /UserUnit 2'))).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/Print the document to a new PDF/),
  });
});
