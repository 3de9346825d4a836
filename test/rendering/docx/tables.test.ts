/** Tables keep the widths of their columns, and are drawn with lines where their author sees lines. */
import { openDocx } from '../../../shared/rendering/docx/open-docx.ts';
import { docxToHtml } from '../../../shared/rendering/docx/to-html.ts';
import { docxOf, paragraph, partOf, run } from '../../support/rendering/docx.ts';

const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const gridOf = (columns: readonly number[]) =>
  `<w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`;
const borders = (of: string, line: string) =>
  `<w:${of}>${['top', 'left', 'bottom', 'right'].map((side) => `<w:${side} w:val="${line}"/>`).join('')}</w:${of}>`;

interface GivenTable {
  readonly properties?: string;
  readonly columns?: readonly number[];
  readonly first?: string;
}

const tableOf = ({ properties = '', columns = [3_000, 1_000], first = cell(paragraph('a')) }: GivenTable) =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr>${gridOf(columns)}<w:tr>${first}${cell(paragraph('b'))}</w:tr></w:tbl>`;

const style = (id: string, content: string) => `<w:style w:type="table" w:styleId="${id}">${content}</w:style>`;
const styles = partOf(
  'w:styles',
  '<w:docDefaults><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults>' +
    style('Lined', `<w:tblPr>${borders('tblBorders', 'single')}</w:tblPr>`) +
    style('Like', '<w:basedOn w:val="Lined"/>') +
    style('Plain', `<w:basedOn w:val="Lined"/><w:tblPr>${borders('tblBorders', 'nil')}</w:tblPr>`) +
    style('Round', '<w:basedOn w:val="Round"/>'),
);

async function read(body: string): Promise<string> {
  const { html } = await docxToHtml(openDocx(docxOf({ body, files: { 'word/styles.xml': styles } })));
  return html.replace(/^<style>[\s\S]*?<\/style>/, '');
}

test.each<[promise: string, table: GivenTable, hasLines: boolean]>([
  ['without a style has no lines', {}, false],
  ['has those of its style', { properties: '<w:tblStyle w:val="Lined"/>' }, true],
  ['has those of a style above', { properties: '<w:tblStyle w:val="Like"/>' }, true],
  ['has none where its style takes them away', { properties: '<w:tblStyle w:val="Plain"/>' }, false],
  ['of a style that is above itself has none', { properties: '<w:tblStyle w:val="Round"/>' }, false],
  ['has its own', { properties: borders('tblBorders', 'single') }, true],
  ['has none of its own', { properties: `<w:tblStyle w:val="Lined"/>${borders('tblBorders', 'none')}` }, false],
  ['has those of its cells', { first: cell(paragraph('a'), borders('tcBorders', 'single')) }, true],
])('a table %s', async (_, table, hasLines) => {
  expect(/^<table class="docx( grid)?" /.exec(await read(tableOf(table)))?.[1]).toBe(hasLines ? ' grid' : undefined);
});

const columns = '<colgroup><col style="width:75%"><col style="width:25%"></colgroup><tr><td>';
const rest = '</td><td><p>b</p></td></tr></table>';

test.each<[promise: string, table: GivenTable, html: string]>([
  ['its columns', {}, `<table class="docx" style="width:200pt">${columns}<p>a</p>${rest}`],
  [
    'its share of the column',
    { properties: '<w:tblW w:type="pct" w:w="2500"/>' },
    `<table class="docx" style="width:50%">${columns}<p>a</p>${rest}`,
  ],
  [
    'them below a heading',
    { first: cell(paragraph('a', '<w:pStyle w:val="Heading1"/>')) },
    `<table class="docx" style="width:200pt">${columns}<h1>a</h1>${rest}`,
  ],
  [
    'them in a content control',
    { first: cell(`<w:sdt><w:sdtContent>${paragraph('a')}</w:sdtContent></w:sdt>`) },
    `<table class="docx" style="width:200pt">${columns}<p>a</p>${rest}`,
  ],
  ['none that it does not have', { columns: [] }, `<table class="docx"><tr><td><p>a</p>${rest}`],
  ['none without a width', { columns: [0, 1_000] }, `<table class="docx"><tr><td><p>a</p>${rest}`],
])('a table keeps %s', async (_, table, html) => {
  expect(await read(tableOf(table))).toBe(html);
});

test('a table in a table keeps its own columns, and no mark is printed', async () => {
  const inner = tableOf({ columns: [1_000, 1_000] });
  const html = await read(tableOf({ first: cell(inner + paragraph('')) }));
  expect(html.match(/width:\d+pt/g)).toEqual(['width:100pt']);
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('abb');
});

test('a line that an XML program broke is one line', async () => {
  expect(await read(paragraph(run('Dear\n      Ada  Lovelace')))).toBe('<p>Dear Ada  Lovelace</p>');
});
