import { deflateSync } from 'node:zlib';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { typeset } from '../../../shared/rendering/text/typeset.ts';
import { writeTextPdf } from '../../../shared/rendering/text/write-pdf.ts';
import { sample } from '../../support/proofs.ts';
import { type PaperName, papers } from '../../support/rendering/papers.ts';
import { pageOf, patient, pdfOf } from './hostile-pdf.ts';
import { streamOf } from './pdf-bombs.ts';

const problemOf = async (pdf: Uint8Array, layout: PaperName = 'letter') => {
  const result = await inspectPdf(pdf, papers[layout], patient);
  return result.ok ? undefined : result.problem;
};

test('a plain letter has its pages counted and no warning', async () => {
  expect(await inspectPdf(pdfOf(), papers.letter)).toEqual({ ok: true, warnings: [], pages: 1 });
});

test('PDFs that the service writes itself pass', async () => {
  const result = typeset('x\n'.repeat(100), papers.letter);
  if (!result.ok) throw new Error(result.problem);
  const pdf = await writeTextPdf(result, { title: 't' });
  expect(await inspectPdf(pdf, papers.letter)).toEqual({ ok: true, warnings: [], pages: 3 });
});

test('ink in the address zone is a warning for a letter and nothing for a fax', async () => {
  const pdf = pdfOf({ content: '72 700 100 20 re f' });
  expect(await inspectPdf(pdf, papers.letter)).toMatchObject({ ok: true, warnings: [{ code: 'address_zone_used' }] });
  expect(await inspectPdf(pdf, papers.fax)).toMatchObject({ ok: true, warnings: [] });
});

describe('page size', () => {
  test.each(
    sample(
      [
        [
          'inherited from the page tree',
          { pages: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792]>>', page: pageOf('') },
        ],
        ['a point off', { page: pageOf('/MediaBox [0 0 611 793]') }],
        ['from another origin', { page: pageOf('/MediaBox [-10 20 602 812]') }],
        ['landscape that is turned upright', { page: pageOf('/MediaBox [0 0 792 612] /Rotate 90') }],
        ['half size in double units', { page: pageOf('/MediaBox [0 0 306 396] /UserUnit 2') }],
      ],
      16,
    ),
  )('%s is fine', async (_, recipe) => {
    expect(await problemOf(pdfOf(recipe))).toBeUndefined();
  });

  test.each(
    sample(
      [
        ['landscape', '/MediaBox [0 0 792 612]', '11 x 8.5 inches'],
        ['upright that is turned to landscape', '/MediaBox [0 0 612 792] /Rotate 270', '11 x 8.5 inches'],
        ['A4', '/MediaBox [0 0 595.28 841.89]', '8.27 x 11.69 inches'],
        ['double units', '/MediaBox [0 0 612 792] /UserUnit 2', '17 x 22 inches'],
        ['cropped to a corner', '/MediaBox [0 0 612 792] /CropBox [0 0 300 300]', '4.17 x 4.17 inches'],
        ['no size at all', '', 'has no size'],
        ['a size that is no number', '/MediaBox [0 0 /a /b]', 'has no size'],
      ],
      16,
    ),
  )('%s is refused', async (_, entries, problem) => {
    expect(await problemOf(pdfOf({ page: pageOf(entries) }))).toContain(problem);
  });

  test('the page that is wrong is named', async () => {
    const pages = '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>>';
    const more = [pageOf('/MediaBox [0 0 792 612]')];
    expect(await problemOf(pdfOf({ pages, more }))).toContain('Page 2 of the PDF is 11 x 8.5 inches');
  });
});

describe('files that mislead', () => {
  const wide = (kids: string) => `<</Type /Pages /Kids [${kids}] /Count 1>>`;
  test.each(
    sample(
      [
        ['a count that lies', { pages: '<</Type /Pages /Kids [3 0 R] /Count 999>>' }, 'another number of pages'],
        ['a tree that runs in a circle', { pages: wide('2 0 R') }, 'list of pages in the PDF is damaged'],
        ['a page that hangs on two branches', { pages: wide('3 0 R 3 0 R') }, 'list of pages in the PDF is damaged'],
        ['a kid that is not there', { pages: wide('9 0 R') }, 'list of pages in the PDF is damaged'],
        ['no pages', { pages: '<</Type /Pages /Kids [] /Count 0>>' }, 'no pages'],
        [
          'a page whose content is not there',
          { page: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 9 0 R>>' },
          'Page 1 of the PDF is incomplete',
        ],
        [
          'encryption',
          { trailer: '/Encrypt <</Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -1>> /ID [<00><00>]' },
          'encrypted',
        ],
        ['no page tree', { catalog: '<</Type /Catalog>>' }, 'list of pages in the PDF is damaged'],
      ],
      16,
    ),
  )('%s is refused', async (_, recipe, problem) => {
    expect(await problemOf(pdfOf(recipe))).toContain(problem);
  });

  test('branches that share branches do not double the work at each level', async () => {
    const more = Array.from(
      { length: 24 },
      (_, index) => `<</Type /Pages /Kids [${index + 6} 0 R ${index + 6} 0 R] /Count 2>>`,
    );
    expect(await problemOf(pdfOf({ pages: wide('5 0 R 5 0 R'), more }))).toContain(
      'list of pages in the PDF is damaged',
    );
  });

  test.each(
    sample(
      [
        ['HTML', Buffer.from('<html>not a PDF</html>'), 'not a PDF'],
        ['nothing', Buffer.alloc(0), 'not a PDF'],
        ['a PDF mark after the first kilobyte', Buffer.concat([Buffer.alloc(2000), pdfOf()]), 'not a PDF'],
        ['the first half of a file', pdfOf().subarray(0, 250), 'cut short'],
        ['noise between the right ends', Buffer.from(`%PDF-1.7\n${'\u0000x'.repeat(500)}startxref`), 'cannot be read'],
      ],
      16,
    ),
  )('%s is refused', async (_, bytes, problem) => {
    expect(await problemOf(bytes)).toContain(problem);
  });

  test('a small file that unpacks to far too much is given up', async () => {
    const bomb = deflateSync(Buffer.alloc(400_000_000), { level: 1 }).toString('latin1');
    const stream = `<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length}>>\nstream\n${bomb}\nendstream`;
    const limits = { ...patient.limits, memoryBytes: 300_000_000 };
    const result = await inspectPdf(pdfOf({ more: [stream] }), papers.letter, { limits });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('too much time or memory') });
  }, 20_000);

  test('a file that takes too long is given up', async () => {
    // Node alone takes longer to start.
    const limits = { timeMs: 10, patienceMs: 60_000, memoryBytes: 1e9 };
    const result = await inspectPdf(pdfOf(), papers.letter, { limits });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('too much time or memory') });
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
    page: pageOf('/MediaBox [0 0 612 792] /Resources <</XObject <</I 5 0 R>>>>'),
    content: 'q 128 0 0 64 72 100 cm /I Do Q',
    more: [streamOf(entries, picture)],
  });
  expect(await problemOf(pdf)).toMatch(/^Page 1 of the PDF cannot be drawn: .* Print it to a new PDF and send that\.$/);
});

test.each([
  ['letter', 61],
  ['fax', 201],
] as const)('a %s of %d pages is refused with both numbers', async (layout, pages) => {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
  const more = Array.from({ length: pages }, () => pageOf('/MediaBox [0 0 612 792]'));
  const pdf = pdfOf({ pages: `<</Type /Pages /Kids [${kids}] /Count ${pages}>>`, more });
  expect(await problemOf(pdf, layout)).toContain(`fills ${pages} pages and a ${layout} has at most ${pages - 1}`);
});
