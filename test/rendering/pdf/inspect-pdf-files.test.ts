import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { longTest } from '../../support/proofs.ts';
import { papers } from '../../support/rendering/papers.ts';
import { textPdf } from '../accepted.ts';
import { pageOf, patient, pdfOf, type Recipe, someOf } from './hostile-pdf.ts';
import { flateOf, streamOf } from './pdf-bombs.ts';
import { encrypted, hybrid, letterBox, linearized, packed, updated } from './pdf-revisions.ts';

const answerTo = async (pdf: Uint8Array) => {
  const result = await inspectPdf(pdf, papers.letter, patient);
  return result.ok ? `ok ${result.pages} ${result.warnings.map(sentenceForCallers).join()}`.trim() : result.problem;
};

const text = (pdf: Buffer, change: (text: string) => string) => Buffer.from(change(pdf.toString('latin1')), 'latin1');
const wide = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 792 612] /Contents 4 0 R>>';
const twoPages = '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>>';
const upright = pageOf(letterBox);
const indexOf = (pdf: string) => pdf.slice(pdf.indexOf('startxref'));
const gap = (length: number) => Buffer.alloc(length, ' ');

test.each(
  someOf<[name: string, pdf: () => Buffer, answer: string]>([
    ['packed objects', () => packed(), 'ok 1'],
    ['a packed page of the wrong size', () => packed('', wide), '11 x 8.5 inches'],
    ['linearized', () => linearized(), 'ok 1'],
    [
      'an index whose offsets are wrong',
      () => text(pdfOf(), (pdf) => pdf.replaceAll(/\d{10} 00000/g, '0000000007 00000')),
      'ok 1',
    ],
    [
      'an index that is elsewhere',
      () => text(pdfOf(), (pdf) => pdf.replace(/startxref\n\d+/, 'startxref\n999999')),
      'ok 1',
    ],
    ['no index at all', () => text(pdfOf(), (pdf) => pdf.replace(/xref\n0[\s\S]*trailer/, 'trailer')), 'ok 1'],
    ['an index that points at itself', () => updated(pdfOf(), { 3: upright }, '/Prev 0'), 'ok 1'],
    ['two indexes, with a page for new readers', () => hybrid(upright), 'ok 2'],
    ['two indexes, with a wide page for new readers', () => hybrid(wide), 'Page 2 of the PDF is 11 x 8.5 inches'],
    ['a page added later', () => updated(pdfOf(), { 2: twoPages, 5: upright }), 'ok 2'],
    ['a page turned later', () => updated(pdfOf(), { 3: pageOf(`${letterBox} /Rotate 90`) }), '11 x 8.5 inches'],
    ['a wide page replaced later', () => updated(pdfOf({ page: wide }), { 3: upright }), 'ok 1'],
    [
      'a page taken away later',
      () => updated(pdfOf({ pages: twoPages, more: [upright] }), { 2: '<</Type /Pages /Kids [3 0 R] /Count 1>>' }),
      'ok 1',
    ],
    [
      'pages that stand in no index',
      () => text(pdfOf(), (pdf) => `${pdf}2 0 obj\n${twoPages}\nendobj\n5 0 obj\n${upright}\nendobj\n${indexOf(pdf)}`),
      'other pages',
    ],
    [
      'encryption that came later',
      () => updated(pdfOf(), { 6: '<</Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -1>>' }, '/Encrypt 6 0 R'),
      'encrypted',
    ],
    ['encryption that is not there', () => pdfOf({ trailer: '/Encrypt 99 0 R' }), 'encrypted'],
    [
      'encryption with packed objects that nobody can unpack',
      () => text(packed('/Encrypt 9 0 R'), (pdf) => pdf.replace(/(FlateDecode[^\n]*\nstream\n)./, '$1!')),
      'encrypted',
    ],
  ]),
)('%s', async (_, pdf, answer) => {
  expect(await answerTo(pdf())).toMatch(new RegExp(answer));
});

test.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)(
  'encrypted as in PDF %s, with and without a password',
  async (version) => {
    expect(await answerTo(await encrypted(version))).toContain('encrypted');
    expect(await answerTo(await encrypted(version, 'secret'))).toContain('encrypted');
  },
);

describe('cut short', () => {
  const wholes: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
    ['the service wrote', () => textPdf('A letter of several lines.\n'.repeat(90))],
    ['was saved for the web', async () => linearized()],
    ['has packed objects', async () => packed()],
  ];
  test.each(wholes)('a file that %s is refused at every tenth', async (_, make) => {
    const pdf = await make();
    const tenths = Array.from({ length: 9 }, (_, index) => Math.floor((pdf.length * (index + 1)) / 10));
    for (const length of tenths) {
      expect(await answerTo(pdf.subarray(0, length))).toMatch(/cut short|cannot be read|incomplete|damaged/);
    }
  });

  test('a hole in the middle of the pages is refused', async () => {
    const pdf = Buffer.from(await textPdf('A letter of several lines.\n'.repeat(90)));
    const at = pdf.indexOf('/Type /Page\n');
    expect(await answerTo(Buffer.concat([pdf.subarray(0, at - 20), gap(400), pdf.subarray(at + 380)]))).not.toMatch(
      /^ok/,
    );
  });
});

describe('a file that is something else as well', () => {
  const another = 'begins as another kind of file';
  test.each([
    ['HTML alone', '<html>not a PDF</html>', 'not a PDF'],
    ['nothing', '', 'not a PDF'],
    ['noise between the right ends', `%PDF-1.7\n${'\0x'.repeat(500)}startxref`, 'cannot be read'],
  ])('%s', async (_, bytes, answer) => {
    expect(await answerTo(Buffer.from(bytes))).toContain(answer);
  });

  test.each(
    someOf<[name: string, before: string, answer: string]>([
      ['HTML', '<!doctype html><script>alert(1)</script><!--', another],
      ['HTML after a byte order mark', '\xef\xbb\xbf<html>', another],
      ['ZIP', 'PK\x03\x04\x14\0\0\0', another],
      ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', another],
      ['PNG', '\x89PNG\r\n\x1a\n', another],
      ['a Windows program', 'MZ\x90\0', another],
      ['a byte order mark only', '\xef\xbb\xbf', 'ok 1'],
      ['blank lines only', '\r\n\r\n', 'ok 1'],
      ["a printer's job header", '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', 'ok 1'],
    ]),
  )('%s', async (_, before, answer) => {
    const pdf = Buffer.concat([Buffer.from(before, 'latin1'), pdfOf()]);
    expect(await answerTo(pdf)).toContain(answer);
  });

  test('a ZIP archive behind it hides its end', async () => {
    expect(await answerTo(Buffer.concat([pdfOf(), Buffer.from('PK\x03\x04'), gap(3000)]))).toContain('cut short');
  });

  test.each([
    [1019, 'ok 1'],
    [1020, 'not a PDF'],
  ])('the mark at byte %d', async (bytes, answer) => {
    expect(await answerTo(Buffer.concat([gap(bytes), pdfOf()]))).toContain(answer);
  });
});

describe('the catalog', () => {
  const catalog = (entries: string, more: readonly string[] = []): Recipe => ({
    catalog: `<</Type /Catalog /Pages 2 0 R ${entries}>>`,
    more,
  });
  test.each(
    someOf<[name: string, recipe: Recipe, answer: string]>([
      ['a page that opens first', catalog('/OpenAction <</S /GoTo /D [3 0 R /Fit]>>'), 'ok 1'],
      ['a portfolio', catalog('/Collection <</View /D>>'), 'portfolio'],
      ['XFA alone', catalog('/AcroForm <</Fields [] /XFA 5 0 R>>', [streamOf('', '<xdp/>')]), 'XFA'],
      [
        'XFA that draws its pages',
        catalog('/NeedsRendering true /AcroForm <</Fields [6 0 R] /XFA 5 0 R>>', [
          streamOf('', '<xdp/>'),
          '<</FT /Tx /T (a)>>',
        ]),
        'XFA',
      ],
      [
        'XFA beside ordinary fields',
        catalog('/AcroForm <</Fields [6 0 R] /XFA 5 0 R>>', [streamOf('', '<xdp/>'), '<</FT /Tx /T (a)>>']),
        'a language of its own',
      ],
      ['an ordinary form', catalog('/AcroForm <</Fields []>>'), 'ok 1'],
    ]),
  )('%s', async (_, recipe, answer) => {
    expect(await answerTo(pdfOf(recipe))).toContain(answer);
  });
});

describe('the address zone', () => {
  test.each(
    someOf<[name: string, recipe: Recipe, isCovered: boolean]>([
      ['pale gray', { content: '0.9 g 72 700 100 20 re f' }, true],
      ['white', { content: '1 g 72 700 100 20 re f' }, false],
      ['a line just above three inches', { content: '72 577 100 2 re f' }, true],
      ['a line just below three inches', { content: '72 573 100 2 re f' }, false],
      [
        'ink at the top of a page that is turned',
        { page: pageOf('/MediaBox [0 0 792 612] /Rotate 90'), content: '20 20 50 50 re f' },
        true,
      ],
      [
        'ink at the bottom of a page that is turned',
        { page: pageOf('/MediaBox [0 0 792 612] /Rotate 90'), content: '700 20 50 50 re f' },
        false,
      ],
      [
        'a page in double units',
        { page: pageOf('/MediaBox [0 0 306 396] /UserUnit 2'), content: '36 350 50 9 re f' },
        true,
      ],
    ]),
  )('%s', async (_, recipe, isCovered) => {
    expect((await answerTo(pdfOf(recipe))).includes('top 3 inches')).toBe(isCovered);
  });

  test('is the first page only', async () => {
    const more = [`<</Type /Page /Parent 2 0 R ${letterBox} /Contents 6 0 R>>`, streamOf('', '72 700 100 20 re f')];
    expect(await answerTo(pdfOf({ pages: twoPages, more }))).toBe('ok 2');
  });
});

describe('a first page that takes longer to draw than there is time', () => {
  const slow = (pages: string): Recipe => ({
    pages,
    page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents 5 0 R /Resources <</ExtGState <</G <</BM /Luminosity>>>>>>>>`,
    more: [streamOf('/Filter /FlateDecode', flateOf(5, '/G gs 0 0 612 792 re f\n'))],
  });

  longTest("is the print partner's to draw, and the quote says what could not be checked", async () => {
    const answer = await answerTo(pdfOf(slow('<</Type /Pages /Kids [3 0 R] /Count 1>>')));
    expect(answer).toMatch(/^ok 1 .*could not be checked/);
  });

  test('does not keep the second reader from saying that it sees other pages', async () => {
    const inherited = slow(`<</Type /Pages /Kids [3 0 R] /Count 1 ${letterBox}>>`);
    const page = inherited.page?.replace(letterBox, '').replace('/Parent 2', '/Parent 6') ?? '';
    const more = [...(inherited.more ?? []), '<</Type /Pages /Kids [] /Count 0 /MediaBox [0 0 300 300]>>'];
    expect(await answerTo(pdfOf({ ...inherited, page, more }))).toContain('other pages');
  });
});

/** JPEG 2000 of two tiles, the first in three parts, with a list of their lengths: it breaks the second reader. */
const picture = Buffer.from(
  [
    'ff4f ff510029000000000080000000400000000000000000000000400000004000000000000000000001070101',
    'ff52000c00000001000004040001 ff5c00044040 ff55000c00400000010000000100',
    'ff90000a00000000001b0000 ff93df8050115054afff7fe989607f ff90000a00000000000e0100 ff93',
    'ff90000a00000000000e0200 ff93 ff90000a00010000001b0001 ff93df8050115054afff7fe989607f ffd9',
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
);

test('a page that the second reader cannot draw is named, and the file is not called damaged', async () => {
  const entries =
    '/Type /XObject /Subtype /Image /Width 128 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode';
  const pdf = pdfOf({
    page: pageOf(`${letterBox} /Resources <</XObject <</I 5 0 R>>>>`),
    content: 'q 128 0 0 64 72 100 cm /I Do Q',
    more: [streamOf(entries, picture)],
  });
  expect(await answerTo(pdf)).toMatch(/^Page 1 of the PDF cannot be drawn: .* Print it to a new PDF and send that\.$/);
});

test('a file that takes too long is given up', async () => {
  // Node alone takes longer to start.
  const limits = { timeMs: 10, patienceMs: 60_000, memoryBytes: 1e9 };
  const result = await inspectPdf(pdfOf(), papers.letter, { limits });
  expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('too much time or memory') });
});

test('ink in the address zone is nothing for a fax', async () => {
  const pdf = pdfOf({ content: '72 700 100 20 re f' });
  expect(await inspectPdf(pdf, papers.fax)).toMatchObject({ ok: true, warnings: [] });
});

test('a file of 20 MB is read', async () => {
  expect(await answerTo(pdfOf({ more: [streamOf('', 'x'.repeat(19_999_000))] }))).toBe('ok 1');
});
