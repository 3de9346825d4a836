/** Headers and footers that fit as text stand in the margins of their pages; the browser counts the pages. */
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { openDocx } from '../../../shared/rendering/docx/open-docx.ts';
import { docxToHtml } from '../../../shared/rendering/docx/to-html.ts';
import { openFile } from '../../../shared/rendering/files/open-file.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { docxOf, paragraph, partOf, run } from '../../support/rendering/docx.ts';
import { papers } from '../../support/rendering/papers.ts';

afterAll(closeBrowser);

const field = (instruction: string, result = '7') =>
  `<w:fldSimple w:instr=" ${instruction} ">${run(result)}</w:fldSimple>`;
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const complexField = (instruction: string, result = '7') =>
  `${mark('begin')}<w:r><w:instrText>${instruction}</w:instrText></w:r>${mark('separate')}${run(result)}${mark('end')}`;
const tab = '<w:r><w:tab/></w:r>';
const inStyle = '<w:pStyle w:val="Footer"/>';
const aligned = (side: string) => `<w:pPr/><w:r><w:ptab w:alignment="${side}"/></w:r>`;

interface Ends {
  readonly header?: string;
  readonly firstHeader?: string;
  readonly footer?: string;
  readonly firstFooter?: string;
  /** The footer of another section. */
  readonly otherFooter?: string;
  readonly section?: string;
  readonly pages?: number;
}

/** A document with these headers and footers, on so many pages. */
function documentOf({ section = '', otherFooter, pages = 2, ...ends }: Ends): Buffer {
  const given = Object.entries(ends).map(([name, content]) => {
    const place = /header/i.test(name) ? 'header' : 'footer';
    return { name, content, place, root: place === 'header' ? 'w:hdr' : 'w:ftr', isFirst: name.startsWith('first') };
  });
  const references = given.map(
    ({ name, place, isFirst }) => `<w:${place}Reference w:type="${isFirst ? 'first' : 'default'}" r:id="${name}"/>`,
  );
  const isApart = given.some(({ isFirst }) => isFirst);
  const pageEnd = '<w:r><w:br w:type="page"/></w:r>';
  const body = Array.from({ length: pages }, (_, at) =>
    paragraph(run(`Dear Ada ${at}`) + (at + 1 < pages ? pageEnd : '')),
  );
  const files = given.map(({ name, content, place, root }) => [
    `word/${place}${name.length}.xml`,
    partOf(root, content),
  ]);
  const others = otherFooter === undefined ? [] : [['word/footer99.xml', partOf('w:ftr', otherFooter)]];
  return docxOf({
    body: `${body.join('')}<w:sectPr>${references.join('')}${section}${isApart ? '<w:titlePg/>' : ''}</w:sectPr>`,
    relations: given.map(({ name, place }) => [name, place, `${place}${name.length}.xml`] as const),
    files: Object.fromEntries([...files, ...others]),
  });
}

const pageOf = paragraph(run('Page ') + field('PAGE') + run(' of ') + complexField(' NUMPAGES \\* MERGEFORMAT '));

/** Text and margins, with `#` for the number of the page and `##` for that of all pages. */
async function read(ends: Ends) {
  const { html, leftOut, moved, missing } = await docxToHtml(openDocx(documentOf(ends)));
  const margins = [...html.matchAll(/<div hidden class="docx margin" data-place="([^"]*)">([^<]*)<\/div>/g)];
  const texts = margins.map(
    ([, place, text = '']) => `${place}: ${text.replaceAll('\ue000', '#').replaceAll('\ue001', '##')}`,
  );
  const text = html.replace(/^<style>[\s\S]*?<\/style>/, '').replaceAll(/<div hidden[\s\S]*?<\/div>|<[^>]*>/g, '|');
  return { text: text.replaceAll(/\|+/g, '|'), texts, leftOut, moved, missing };
}

test.each<[promise: string, ends: Ends, texts: readonly string[]]>([
  ['a footer stands on every page', { footer: paragraph('Bank 123') }, ['bottom-all-left: Bank 123']],
  ['it counts the pages', { footer: pageOf }, ['bottom-all-left: Page # of ##']],
  [
    'tabs lead to the middle and to the right',
    { footer: paragraph(run('Acme') + tab + run('Bank') + tab + complexField('PAGE'), inStyle) },
    ['bottom-all-left: Acme', 'bottom-all-center: Bank', 'bottom-all-right: #'],
  ],
  [
    'without stops a tab is a space',
    { footer: paragraph(run('Acme') + tab + run('Bank')) },
    ['bottom-all-left: Acme Bank'],
  ],
  [
    'a tab may lead to the right at once',
    {
      footer: paragraph(run('Acme') + tab + run('R'), '<w:tabs><w:tab w:val="clear"/><w:tab w:val="right"/></w:tabs>'),
    },
    ['bottom-all-left: Acme', 'bottom-all-right: R'],
  ],
  [
    'so does an aligned tab',
    { footer: `<w:p>${run('Acme')}${aligned('right')}${run('R')}</w:p>` },
    ['bottom-all-left: Acme', 'bottom-all-right: R'],
  ],
  [
    'lines stay lines, each on its side',
    { footer: paragraph('Acme') + paragraph(`${run('one')}<w:r><w:br/></w:r>${run('two')}`, '<w:jc w:val="center"/>') },
    ['bottom-all-left: Acme\n\n', 'bottom-all-center: \none\ntwo'],
  ],
  [
    'the first page has a footer of its own',
    { footer: paragraph('later'), firstFooter: paragraph('first') },
    ['bottom-later-left: later', 'bottom-first-left: first'],
  ],
  ['or none', { footer: paragraph('later'), firstFooter: paragraph('') }, ['bottom-later-left: later']],
  [
    'what is removed does not stand there',
    { footer: paragraph(`${run('Bank')}<w:del w:id="1">${run('old')}</w:del>`) },
    ['bottom-all-left: Bank'],
  ],
])('%s', async (_, ends, texts) => {
  expect(await read(ends)).toEqual({
    text: '|Dear Ada 0|Dear Ada 1|',
    texts,
    leftOut: [],
    moved: [],
    missing: undefined,
  });
});

test('the header stands above the text of page 1, and in the margin of the others with their numbers', async () => {
  expect(await read({ header: paragraph('Acme Inc.') + pageOf })).toEqual({
    text: '|Acme Inc.|Dear Ada 0|Dear Ada 1|',
    texts: ['top-later-left: Acme Inc.\nPage # of ##'],
    leftOut: ['page numbers'],
    moved: ['header'],
    missing: undefined,
  });
});

const table = `<w:tbl><w:tr><w:tc>${paragraph('Bank 123')}</w:tc></w:tr></w:tbl>`;

test.each<[what: string, ends: Ends]>([
  ['a table', { footer: table }],
  ['a long text', { footer: paragraph('Bank 123 '.repeat(60)) }],
  ['many lines', { footer: paragraph('Bank 123').repeat(5) }],
  [
    'wide columns',
    { footer: paragraph(run('Bank 123 '.repeat(6)) + tab + run('x '.repeat(80)) + tab + run('y'), inStyle) },
  ],
  ['a character that the font lacks', { footer: paragraph('Bank 123 漢') }],
  ['a number that is counted otherwise', { footer: paragraph(run('Bank 123 of Acme ') + field('PAGE \\* roman')) }],
  [
    'a number that is computed',
    { footer: paragraph(`${run('Bank 123 of Acme ')}${mark('begin')}${complexField('PAGE')}${mark('end')}`) },
  ],
  ['pages that begin at 5', { footer: paragraph('Bank 123') + pageOf, section: '<w:pgNumType w:start="5"/>' }],
  ['a chapter of the page', { footer: paragraph(run('Bank 123 ') + field('STYLEREF "Heading 1"', 'One')) }],
  ['another footer elsewhere', { footer: paragraph('Bank 123'), otherFooter: paragraph('Bank 456') }],
])('a footer with %s stands once, at the end, with a warning', async (_, ends) => {
  const { text, texts, moved } = await read(ends);
  expect({ texts, moved }).toEqual({ texts: [], moved: ['footer'] });
  expect(text).toMatch(/^\|Dear Ada 0\|Dear Ada 1\|Bank 123/);
});

test('a header that does not fit is not repeated, and the warning says so', async () => {
  const { text, moved } = await read({ header: table });
  expect({ text, moved }).toEqual({ text: '|Bank 123|Dear Ada 0|Dear Ada 1|', moved: ['header once'] });
});

test('pages are printed with the headers and footers of their own', async () => {
  const ends = {
    pages: 3,
    firstHeader: paragraph('Letterhead'),
    header: paragraph('To "Ada" \\ {x} &amp; co'),
    footer: paragraph(run('Bank 123') + tab + tab + field('PAGE') + run('/') + field('NUMPAGES'), inStyle),
    firstFooter: paragraph('Best regards'),
  };
  const file = { paper: papers.letter, isAttachment: false, isUpload: true };
  const opened = await openFile(documentOf(ends), file, 'test');
  if (!opened.ok || !('html' in opened)) throw new Error(JSON.stringify(opened));
  const printed = await printHtml(opened.html, papers.letter);
  if (!printed.ok) throw new Error(printed.problem);
  expect(printed.warnings).toEqual([]);
  const texts = (await textsOf(printed.pdf)).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  expect(
    texts.map((text) =>
      [...text.matchAll(/Letterhead|To "Ada" \\ \{x\} & co|Bank 123|\d\/\d|Best regards/g)].flat().sort(),
    ),
  ).toEqual([
    ['Best regards', 'Letterhead'],
    ['2/3', 'Bank 123', 'To "Ada" \\ {x} & co'],
    ['3/3', 'Bank 123', 'To "Ada" \\ {x} & co'],
  ]);
  const [first, second] = [await inkOf(printed.pdf, 1), await inkOf(printed.pdf, 2)];
  expect(first.topIn).toBeGreaterThan(3);
  expect(first.bottomIn).toBeGreaterThan(10);
  expect(second.topIn).toBeLessThan(1);
  expect(second.bottomIn).toBeLessThan(10.75);
}, 30_000);

test('a caller who knows the marks puts nothing on the top of page 1, where the addresses go', async () => {
  const margin = (place: string) => `<div hidden class="docx margin" data-place="${place}">Elsewhere</div>`;
  const html = ['top-all-left', 'top-first-left', 'bottom-first-left'].map(margin).join('');
  const printed = await printHtml(`${html}<p>Dear Ada</p>`, papers.letter, { network: 'margins' });
  const texts = printed.ok ? await textsOf(printed.pdf) : [];
  // One of the three: the foot of page 1.
  expect(texts.join(' ').match(/Elsewhere/g)).toHaveLength(1);
});
