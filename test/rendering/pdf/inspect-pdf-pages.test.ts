import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { type PaperName, papers } from '../../support/rendering/papers.ts';
import { pageOf, patient, pdfOf, type Recipe, someOf } from './hostile-pdf.ts';

const letterBox = '/MediaBox [0 0 612 792]';

const answerTo = async (recipe: Recipe, layout: PaperName = 'letter') => {
  const result = await inspectPdf(pdfOf(recipe), papers[layout], patient);
  return result.ok ? 'ok' : result.problem;
};

const branch = (entries: string) => `<</Type /Pages ${entries}>>`;
const pages = (kids: string, count: string) => branch(`/Kids [${kids}] /Count ${count}`);
const bare = '<</Type /Page /Parent 2 0 R /Contents 4 0 R>>';

describe('the size of a page', () => {
  test.each(
    someOf<[name: string, entries: string, answer: string]>([
      ['double units', '/MediaBox [0 0 306 396] /UserUnit 2', 'ok'],
      ['reversed corners', '/MediaBox [612 792 0 0]', 'ok'],
      ['three points off', '/MediaBox [0 0 609 795]', 'ok'],
      ['four points off', '/MediaBox [0 0 608 792]', '8.44 x 11 inches'],
      ['turned by 450', '/MediaBox [0 0 792 612] /Rotate 450', 'ok'],
      ['no units', `${letterBox} /UserUnit 0`, 'has no size'],
      ['a crop box that is larger', `${letterBox} /CropBox [-100 -100 900 900]`, 'ok'],
      ['a crop box that is smaller', `${letterBox} /CropBox [0 0 612 700]`, '8.5 x 9.72 inches'],
    ]),
  )('%s', async (_, entries, answer) => {
    expect(await answerTo({ page: pageOf(entries) })).toContain(answer);
  });

  test.each(
    someOf<[name: string, recipe: Recipe, answer: string]>([
      ['an indirect box', { page: pageOf('/MediaBox 5 0 R'), more: ['[0 0 612 792]'] }, 'ok'],
      ['an indirect turn', { page: pageOf('/MediaBox [0 0 792 612] /Rotate 5 0 R'), more: ['90'] }, 'ok'],
      ['an inherited box', { pages: branch(`/Kids [3 0 R] /Count 1 ${letterBox}`), page: bare }, 'ok'],
      [
        'an inherited turn',
        { pages: branch(`/Kids [3 0 R] /Count 1 ${letterBox} /Rotate 90`), page: bare },
        '11 x 8.5',
      ],
      [
        'units are not inherited',
        { pages: branch('/Kids [3 0 R] /Count 1 /MediaBox [0 0 306 396] /UserUnit 2'), page: bare },
        '4.25 x 5.5',
      ],
    ]),
  )('%s', async (_, recipe, answer) => {
    expect(await answerTo(recipe)).toContain(answer);
  });
});

describe('the number of pages', () => {
  test.each(
    someOf<[name: string, count: string, answer: string]>([
      ['too large', '2', 'another number of pages'],
      ['missing', 'null', 'another number of pages'],
      ['indirect', '5 0 R', 'ok'],
    ]),
  )('that is %s', async (_, count, answer) => {
    expect(await answerTo({ pages: pages('3 0 R', count), more: ['1'] })).toContain(answer);
  });

  test('is checked in every branch', async () => {
    const more = [pages('3 0 R', '2')];
    expect(await answerTo({ pages: pages('5 0 R', '1'), more })).toContain('another number of pages');
  });

  test.each([
    ['letter', 61, 'fills 61 pages and a letter has at most 60'],
    ['fax', 201, 'fills 201 pages and a fax has at most 200'],
    ['fax', 200, 'ok'],
  ] as const)('a %s of %d', async (layout, count, answer) => {
    const kids = Array.from({ length: count }, (_, index) => `${index + 5} 0 R`).join(' ');
    const more = Array.from({ length: count }, () => pageOf(letterBox));
    expect(await answerTo({ pages: pages(kids, String(count)), more }, layout)).toContain(answer);
  });
});

describe('the page tree', () => {
  const damaged = 'list of pages in the PDF is damaged';
  const chain = (depth: number) =>
    Array.from({ length: depth }, (_, index) => pages(index === depth - 1 ? '3 0 R' : `${index + 6} 0 R`, '1'));
  test.each(
    someOf<[name: string, recipe: Recipe, answer: string]>([
      ['kids that are one page', { pages: branch('/Kids 3 0 R /Count 1') }, damaged],
      ['indirect kids', { pages: branch('/Kids 5 0 R /Count 1'), more: ['[3 0 R]'] }, 'ok'],
      ['a page on two branches', { pages: pages('3 0 R 3 0 R', '1') }, damaged],
      ['no pages', { pages: pages('', '0') }, 'no pages'],
      // Each level would double the work.
      [
        'branches that share branches',
        {
          pages: pages('5 0 R 5 0 R', '1'),
          more: Array.from({ length: 24 }, (_, at) => pages(`${at + 6} 0 R ${at + 6} 0 R`, '2')),
        },
        damaged,
      ],
      [
        'a circle through three branches',
        { pages: pages('5 0 R', '1'), more: [pages('6 0 R', '1'), pages('7 0 R', '1'), pages('5 0 R', '1')] },
        damaged,
      ],
      [
        'a parent that is another than the branch above, with another size',
        {
          pages: branch(`/Kids [3 0 R] /Count 1 ${letterBox}`),
          page: '<</Type /Page /Parent 5 0 R /Contents 4 0 R>>',
          more: [branch('/Kids [] /Count 0 /MediaBox [0 0 300 300]')],
        },
        'other pages to one program than to another',
      ],
      ['forty levels', { pages: pages('5 0 R', '1'), more: chain(40) }, 'ok'],
      ['a thousand levels', { pages: pages('5 0 R', '1'), more: chain(1000) }, damaged],
      ['a page without a type', { page: `<</Parent 2 0 R ${letterBox} /Contents 4 0 R>>` }, 'ok'],
      ['a page without content', { page: `<</Type /Page /Parent 2 0 R ${letterBox}>>` }, 'ok'],
      [
        'content of which a part is missing',
        { page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents [4 0 R 9 0 R]>>` },
        'Page 1 of the PDF is incomplete',
      ],
      ['content that is a number', { page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents 7>>` }, 'incomplete'],
    ]),
  )('%s', async (_, recipe, answer) => {
    expect(await answerTo(recipe)).toContain(answer);
  });
});
