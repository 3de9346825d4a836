/** The golden corpus of .docx: page counts, and every word found again in the PDF. */
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { openFile } from '../../../shared/rendering/files/open-file.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { type DocxRecipe, docxOf, drawing, paragraph, run } from '../../support/rendering/docx.ts';
import { papers } from '../../support/rendering/papers.ts';
import { jpegs } from '../../support/rendering/photographs.ts';

afterAll(closeBrowser);

const words = 'Thank you for your letter of the third of May about the delivery. '.repeat(10);
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;

const corpus: readonly (readonly [name: string, recipe: DocxRecipe, layout: 'letter' | 'fax', pages: number])[] = [
  ['a line', { body: paragraph('Dear Ada, word0') }, 'letter', 1],
  [
    'a business letter',
    { body: Array.from({ length: 6 }, (_, at) => paragraph(`${words} word${at}`)).join('') },
    'letter',
    2,
  ],
  [
    'the same as a fax',
    { body: Array.from({ length: 6 }, (_, at) => paragraph(`${words} word${at}`)).join('') },
    'fax',
    2,
  ],
  [
    'pages that the author ends',
    {
      body:
        [0, 1, 2].map((at) => paragraph(`${run(`word${at}`)}<w:r><w:br w:type="page"/></w:r>`)).join('') +
        paragraph('word3'),
    },
    'letter',
    4,
  ],
  [
    'a table over pages',
    {
      body: `<w:tbl>${Array.from({ length: 60 }, (_, at) => `<w:tr>${cell(`word${at}`)}${cell('é')}</w:tr>`).join('')}</w:tbl>`,
    },
    'letter',
    2,
  ],
  [
    'a table that is wider than the column',
    {
      body: `<w:tbl><w:tblGrid>${'<w:gridCol w:w="5000"/>'.repeat(3)}</w:tblGrid><w:tr>${[0, 1, 2].map((at) => cell(`word${at} ${'m'.repeat(30)}`)).join('')}</w:tr></w:tbl>`,
    },
    'letter',
    1,
  ],
  [
    'a picture that is wider than the column',
    {
      body: paragraph('word0') + paragraph(drawing('rId1', 12, 4)),
      relations: [['rId1', 'image', 'media/a.jpeg']],
      files: { 'word/media/a.jpeg': jpegs.gray },
    },
    'letter',
    1,
  ],
];

test.each(corpus)(
  '%s',
  async (_, recipe, layout, pages) => {
    const opened = await openFile(
      docxOf(recipe),
      { paper: papers[layout], isAttachment: false, isUpload: true },
      'test',
    );
    if (!opened.ok || !('html' in opened)) throw new Error(JSON.stringify(opened));
    const printed = await printHtml(opened.html, papers[layout]);
    if (!printed.ok) throw new Error(printed.problem);
    expect({ pages: printed.pages, warnings: printed.warnings }).toEqual({ pages, warnings: expect.any(Array) });
    expect(printed.warnings.filter(({ code }) => code.startsWith('address'))).toEqual([]);
    const text = (await textsOf(printed.pdf)).join(' ');
    const sent = [...(recipe.body ?? '').matchAll(/word\d+/g)].map(([word]) => word);
    expect(sent.filter((word) => !text.includes(word))).toEqual([]);
    const ink = await inkOf(printed.pdf, 1);
    expect(ink.topIn).toBeGreaterThan(layout === 'letter' ? 3 : 0.9);
  },
  30_000,
);
