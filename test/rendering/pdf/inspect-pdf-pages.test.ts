/** The size of PDF pages, their number, and the page tree. */
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { type PaperName, papers } from '../../support/rendering/papers.ts';
import { letterBox, pageOf, patientOptions, pdfOf, type Recipe, someOf } from './hostile-pdf.ts';

const resultOf = async (recipe: Recipe, paper: PaperName = 'letter') => {
  const result = await inspectPdf(pdfOf(recipe), papers[paper], patientOptions);
  return result.ok ? 'ok' : result.problem;
};

const pagesNode = (entries: string) => `<</Type /Pages ${entries}>>`;
const pages = (kids: string, count: string) => pagesNode(`/Kids [${kids}] /Count ${count}`);
/** A page that inherits its size. */
const pageWithoutSize = pageOf('');

test.each(
  someOf<[name: string, entries: string, result: string]>([
    ['double units', '/MediaBox [0 0 306 396] /UserUnit 2', 'ok'],
    ['reversed corners', '/MediaBox [612 792 0 0]', 'ok'],
    ['three points off', '/MediaBox [0 0 609 795]', 'ok'],
    ['four points off', '/MediaBox [0 0 608 792]', '8.44 x 11 inches'],
    ['rotated by 450 degrees', '/MediaBox [0 0 792 612] /Rotate 450', 'ok'],
    ['a unit of zero', `${letterBox} /UserUnit 0`, 'has no size'],
    ['a crop box that is larger', `${letterBox} /CropBox [-100 -100 900 900]`, 'ok'],
    ['a crop box that is smaller', `${letterBox} /CropBox [0 0 612 700]`, '8.5 x 9.72 inches'],
  ]),
)('the size of a page is checked: %s', async (_, entries, result) => {
  expect(await resultOf({ page: pageOf(entries) })).toContain(result);
});

test.each(
  someOf<[name: string, recipe: Recipe, result: string]>([
    ['an indirect box', { page: pageOf('/MediaBox 5 0 R'), more: ['[0 0 612 792]'] }, 'ok'],
    ['an indirect rotation', { page: pageOf('/MediaBox [0 0 792 612] /Rotate 5 0 R'), more: ['90'] }, 'ok'],
    ['an inherited box', { pages: pagesNode(`/Kids [3 0 R] /Count 1 ${letterBox}`), page: pageWithoutSize }, 'ok'],
    [
      'an inherited rotation',
      { pages: pagesNode(`/Kids [3 0 R] /Count 1 ${letterBox} /Rotate 90`), page: pageWithoutSize },
      '11 x 8.5',
    ],
    [
      'units, which are not inherited',
      { pages: pagesNode('/Kids [3 0 R] /Count 1 /MediaBox [0 0 306 396] /UserUnit 2'), page: pageWithoutSize },
      '4.25 x 5.5',
    ],
  ]),
)('the size of a page is checked with %s', async (_, recipe, result) => {
  expect(await resultOf(recipe)).toContain(result);
});

test.each(
  someOf<[name: string, count: string, result: string]>([
    ['too large', '2', 'page count in the PDF is wrong'],
    ['missing', 'null', 'page count in the PDF is wrong'],
    ['indirect', '5 0 R', 'ok'],
  ]),
)('the page count in a PDF is checked: %s', async (_, count, result) => {
  expect(await resultOf({ pages: pages('3 0 R', count), more: ['1'] })).toContain(result);
});

test('the page count is checked in every node of the page tree', async () => {
  const more = [pages('3 0 R', '2')];
  expect(await resultOf({ pages: pages('5 0 R', '1'), more })).toContain('page count in the PDF is wrong');
});

test.each([
  ['letter', 61, 'fills 61 pages and a letter has at most 60'],
  ['fax', 201, 'fills 201 pages and a fax has at most 200'],
  ['fax', 200, 'ok'],
] as const)('the number of pages is checked against the limit: a %s of %d pages', async (paper, count, result) => {
  const kids = Array.from({ length: count }, (_, index) => `${index + 5} 0 R`).join(' ');
  const more = Array.from({ length: count }, () => pageOf(letterBox));
  expect(await resultOf({ pages: pages(kids, String(count)), more }, paper)).toContain(result);
});

const damaged = 'list of pages in the PDF is damaged';
const chain = (depth: number) =>
  Array.from({ length: depth }, (_, index) => pages(index === depth - 1 ? '3 0 R' : `${index + 6} 0 R`, '1'));
test.each(
  someOf<[name: string, recipe: Recipe, result: string]>([
    ['Kids that are a page', { pages: pagesNode('/Kids 3 0 R /Count 1') }, damaged],
    ['indirect Kids', { pages: pagesNode('/Kids 5 0 R /Count 1'), more: ['[3 0 R]'] }, 'ok'],
    [
      'a page that is listed twice',
      { pages: pages('3 0 R 3 0 R', '2') },
      'Page 2 of the PDF is in the list of pages twice',
    ],
    ['no pages', { pages: pages('', '0') }, 'no pages'],
    // Without a check, each level would double the work.
    [
      'nodes that share nodes',
      {
        pages: pages('5 0 R 5 0 R', '1'),
        more: Array.from({ length: 24 }, (_, at) => pages(`${at + 6} 0 R ${at + 6} 0 R`, '2')),
      },
      damaged,
    ],
    [
      'a loop of three nodes',
      { pages: pages('5 0 R', '1'), more: [pages('6 0 R', '1'), pages('7 0 R', '1'), pages('5 0 R', '1')] },
      damaged,
    ],
    [
      'a Parent that is not its parent, with a different size',
      {
        pages: pagesNode(`/Kids [3 0 R] /Count 1 ${letterBox}`),
        page: '<</Type /Page /Parent 5 0 R /Contents 4 0 R>>',
        more: [pagesNode('/Kids [] /Count 0 /MediaBox [0 0 300 300]')],
      },
      'Different programs show different pages',
    ],
    ['forty levels', { pages: pages('5 0 R', '1'), more: chain(40) }, 'ok'],
    ['a thousand levels', { pages: pages('5 0 R', '1'), more: chain(1000) }, damaged],
    ['a page without a type', { page: `<</Parent 2 0 R ${letterBox} /Contents 4 0 R>>` }, 'ok'],
    ['a page without content', { page: `<</Type /Page /Parent 2 0 R ${letterBox}>>` }, 'ok'],
    [
      'content with a missing part',
      { page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents [4 0 R 9 0 R]>>` },
      'Page 1 of the PDF is incomplete',
    ],
    ['content that is a number', { page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents 7>>` }, 'incomplete'],
  ]),
)('the page tree is checked: %s', async (_, recipe, result) => {
  expect(await resultOf(recipe)).toContain(result);
});
