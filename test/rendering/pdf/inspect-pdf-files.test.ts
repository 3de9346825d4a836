/** PDF files that are updated, encrypted, cut short, slow or mixed with another format. */
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { papers } from '../../support/rendering/papers.ts';
import { longTest } from '../../support/sampling.ts';
import { textPdf } from '../accepted.ts';
import { letterBox, pageOf, patientOptions, pdfOf, type Recipe, someOf } from './hostile-pdf.ts';
import { flateOf, streamOf } from './pdf-bombs.ts';
import { linearized, updated, withObjectStream } from './pdf-revisions.ts';

const resultOf = async (pdf: Uint8Array) => {
  const result = await inspectPdf(pdf, papers.letter, patientOptions);
  return result.ok ? `ok ${result.pages} ${result.warnings.map(sentenceForCallers).join()}`.trim() : result.problem;
};

const rewrite = (pdf: Buffer, change: (text: string) => string) =>
  Buffer.from(change(pdf.toString('latin1')), 'latin1');
const twoPages = '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>>';
const upright = pageOf(letterBox);
const endOf = (pdf: string) => pdf.slice(pdf.indexOf('startxref'));
const spaces = (length: number) => Buffer.alloc(length, ' ');

test.each(
  someOf<[name: string, pdf: () => Buffer, result: string]>([
    ['object streams', () => withObjectStream(), 'ok 1'],
    [
      'a cross-reference table with wrong offsets',
      () => rewrite(pdfOf(), (pdf) => pdf.replaceAll(/\d{10} 00000/g, '0000000007 00000')),
      'ok 1',
    ],
    [
      'no cross-reference table',
      () => rewrite(pdfOf(), (pdf) => pdf.replace(/xref\n0[\s\S]*trailer/, 'trailer')),
      'ok 1',
    ],
    ['a page added by an update', () => updated(pdfOf(), { 2: twoPages, 5: upright }), 'ok 2'],
    [
      'a page rotated by an update',
      () => updated(pdfOf(), { 3: pageOf(`${letterBox} /Rotate 90`) }),
      '11 x 8.5 inches',
    ],
    [
      'a page removed by an update',
      () => updated(pdfOf({ pages: twoPages, more: [upright] }), { 2: '<</Type /Pages /Kids [3 0 R] /Count 1>>' }),
      'ok 1',
    ],
    [
      'pages that are missing in the cross-reference table',
      () => rewrite(pdfOf(), (pdf) => `${pdf}2 0 obj\n${twoPages}\nendobj\n5 0 obj\n${upright}\nendobj\n${endOf(pdf)}`),
      'different pages',
    ],
    [
      'encryption added by an update',
      () => updated(pdfOf(), { 6: '<</Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -1>>' }, '/Encrypt 6 0 R'),
      'encrypted',
    ],
    [
      'encryption with damaged object streams',
      () => rewrite(withObjectStream('/Encrypt 9 0 R'), (pdf) => pdf.replace(/(FlateDecode[^\n]*\nstream\n)./, '$1!')),
      'encrypted',
    ],
  ]),
)('a PDF with %s is read or refused', async (_, pdf, result) => {
  expect(await resultOf(pdf())).toMatch(new RegExp(result));
});

const complete: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
  ['our text', () => textPdf('A letter of several lines.\n'.repeat(90))],
  ['a linearized file', async () => linearized()],
  ['object streams', async () => withObjectStream()],
];

test.each(complete)('a PDF is refused wherever it is cut short: %s', async (_, make) => {
  const pdf = await make();
  for (let tenths = 1; tenths < 10; tenths++) {
    const start = pdf.subarray(0, Math.floor((pdf.length * tenths) / 10));
    expect(await resultOf(start)).toMatch(/cut short|cannot be read|incomplete|damaged/);
  }
});

test.each([
  ['only HTML', Buffer.from('<html>not a PDF</html>'), 'not a PDF'],
  ['nothing', Buffer.alloc(0), 'not a PDF'],
  ['noise between a header and an end', Buffer.from(`%PDF-1.7\n${'\0x'.repeat(500)}startxref`), 'cannot be read'],
  ['a header at byte 1,020', Buffer.concat([spaces(1020), pdfOf()]), 'not a PDF'],
  ['a header at byte 1,019', Buffer.concat([spaces(1019), pdfOf()]), 'ok 1'],
  ['3,000 bytes after its end', Buffer.concat([pdfOf(), spaces(3000)]), 'cut short'],
])('a PDF must have its header near the start and its end near the end: %s', async (_, pdf, result) => {
  expect(await resultOf(pdf)).toContain(result);
});

const otherType = 'starts like another file type';
test.each(
  someOf<[name: string, before: string, result: string]>([
    ['the start of HTML', '<!doctype html><script>alert(1)</script><!--', otherType],
    ['the start of a ZIP file', 'PK\x03\x04\x14\0\0\0', otherType],
    ['the start of a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', otherType],
    ['the start of a Windows program', 'MZ\x90\0', otherType],
    ['a byte order mark', '\xef\xbb\xbf', 'ok 1'],
    ["a printer's job header", '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', 'ok 1'],
  ]),
)('a PDF after %s is read or refused', async (_, before, result) => {
  expect(await resultOf(Buffer.concat([Buffer.from(before, 'latin1'), pdfOf()]))).toContain(result);
});

test.each(
  someOf<[name: string, recipe: Recipe, isFound: boolean]>([
    ['is found in pale gray', { content: '0.9 g 72 700 100 20 re f' }, true],
    ['is not found in white', { content: '1 g 72 700 100 20 re f' }, false],
    ['is found just above three inches', { content: '72 577 100 2 re f' }, true],
    ['is not found just below three inches', { content: '72 573 100 2 re f' }, false],
    [
      'is found at the top of a rotated page',
      { page: pageOf('/MediaBox [0 0 792 612] /Rotate 90'), content: '20 20 50 50 re f' },
      true,
    ],
    [
      'is found on a page in double units',
      { page: pageOf('/MediaBox [0 0 306 396] /UserUnit 2'), content: '36 350 50 9 re f' },
      true,
    ],
  ]),
)('ink in the address zone %s', async (_, recipe, isFound) => {
  expect((await resultOf(pdfOf(recipe))).includes('top 3 inches')).toBe(isFound);
});

test('ink in the address zone is looked for only on the first page', async () => {
  const more = [`<</Type /Page /Parent 2 0 R ${letterBox} /Contents 6 0 R>>`, streamOf('', '72 700 100 20 re f')];
  expect(await resultOf(pdfOf({ pages: twoPages, more }))).toBe('ok 2');
});

longTest('a first page that is slow to draw is accepted, with a warning that it was not checked', async () => {
  const slow = pdfOf({
    page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents 5 0 R /Resources <</ExtGState <</G <</BM /Luminosity>>>>>>>>`,
    more: [streamOf('/Filter /FlateDecode', flateOf(5, '/G gs 0 0 612 792 re f\n'))],
  });
  expect(await resultOf(slow)).toMatch(/^ok 1 .*could not be checked/);
});

/** A JPEG 2000 of two tiles that crashes pdfium. The first tile has three parts, with a list of their lengths. */
const crashingPicture = Buffer.from(
  `ff4f ff510029000000000080000000400000000000000000000000400000004000000000000000000001070101
   ff52000c00000001000004040001 ff5c00044040 ff55000c00400000010000000100
   ff90000a00000000001b0000 ff93df8050115054afff7fe989607f ff90000a00000000000e0100 ff93
   ff90000a00000000000e0200 ff93 ff90000a00010000001b0001 ff93df8050115054afff7fe989607f ffd9`.replaceAll(/\s/g, ''),
  'hex',
);

test('a PDF with a page that pdfium cannot draw is refused, and the error names the page', async () => {
  const entries =
    '/Type /XObject /Subtype /Image /Width 128 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode';
  const pdf = pdfOf({
    page: pageOf(`${letterBox} /Resources <</XObject <</I 5 0 R>>>>`),
    content: 'q 128 0 0 64 72 100 cm /I Do Q',
    more: [streamOf(entries, crashingPicture)],
  });
  expect(await resultOf(pdf)).toMatch(/^Page 1 of the PDF cannot be drawn: .* Print it to a new PDF and send that\.$/);
});

test('a PDF that takes too long is refused', async () => {
  // Even the start of Node takes longer than this.
  const limits = { timeMs: 10, patienceMs: 60_000, memoryBytes: 1e9 };
  const result = await inspectPdf(pdfOf(), papers.letter, { limits });
  expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('too much time or memory') });
});

test('a PDF of 20 MB is read', async () => {
  expect(await resultOf(pdfOf({ more: [streamOf('', 'x'.repeat(19_999_000))] }))).toBe('ok 1');
});
