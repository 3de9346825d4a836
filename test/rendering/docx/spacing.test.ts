/** Paragraphs without a gap in the word processor have none on paper: each line of an address is one. */
import { openDocx } from '../../../shared/rendering/docx/open-docx.ts';
import { docxToHtml } from '../../../shared/rendering/docx/to-html.ts';
import { docxOf, paragraph, partOf, run } from '../../support/rendering/docx.ts';

const spacing = (values: string) => `<w:pPr><w:spacing ${values}/></w:pPr>`;
const style = (id: string, content: string, isDefault = false) =>
  `<w:style w:type="paragraph"${isDefault ? ' w:default="1"' : ''} w:styleId="${id}">${content}</w:style>`;
const defaults = (values: string) => `<w:docDefaults><w:pPrDefault>${spacing(values)}</w:pPrDefault></w:docDefaults>`;

async function read(body: string, styles: string | undefined): Promise<string> {
  const files: Record<string, string> = styles === undefined ? {} : { 'word/styles.xml': partOf('w:styles', styles) };
  const { html } = await docxToHtml(openDocx(docxOf({ body, files })));
  return html.replace(/^<style>[\s\S]*?<\/style>/, '');
}

const inStyle = (id: string) => `<w:pStyle w:val="${id}"/>`;

test.each<[promise: string, styles: string | undefined, properties: string, html: string]>([
  ['without styles stands apart', undefined, '', '<p>a</p>'],
  ['without spacing has no gap', style('Normal', '', true), '', '<p class="tight">a</p>'],
  ['has the gap of the defaults', defaults('w:after="160"'), '', '<p>a</p>'],
  ['has a gap before it', defaults('w:before="160"'), '', '<p>a</p>'],
  ['has a gap that the program chooses', defaults('w:afterAutospacing="1"'), '', '<p>a</p>'],
  ['has hardly a gap', defaults('w:after="60" w:before="60"'), '', '<p class="tight">a</p>'],
  [
    'follows the usual style',
    defaults('w:after="160"') + style('Normal', spacing('w:after="0"'), true),
    '',
    '<p class="tight">a</p>',
  ],
  [
    'follows its style, and the one above',
    style('Up', spacing('w:after="200"')) + style('Own', `<w:basedOn w:val="Up"/>${spacing('w:before="0"')}`),
    inStyle('Own'),
    '<p>a</p>',
  ],
  [
    'of a style that is above itself',
    style('Own', '<w:basedOn w:val="Own"/>'),
    inStyle('Own'),
    '<p class="tight">a</p>',
  ],
  ['may say it itself', defaults('w:after="160"'), '<w:spacing w:after="0"/>', '<p class="tight">a</p>'],
  ['stays in the middle', style('Normal', '', true), '<w:jc w:val="center"/>', '<p class="center tight">a</p>'],
  ['stays at the right', style('Normal', '', true), '<w:jc w:val="right"/>', '<p class="right tight">a</p>'],
  ['that is a heading stays one', style('H', '<w:name w:val="heading 2"/>'), inStyle('H'), '<h2>a</h2>'],
])('a paragraph %s', async (_, styles, properties, html) => {
  expect(await read(paragraph('a', properties), styles)).toBe(html);
});

test('empty paragraphs at both ends and at the end of a page are left out', async () => {
  const pageEnd = '<w:r><w:br w:type="page"/></w:r>';
  const body = [paragraph(''), paragraph('a'), paragraph(pageEnd), paragraph('b'), paragraph('')].join('');
  expect(await read(body, style('Normal', '', true))).toBe(
    '<p class="tight">a</p><hr class="page" /><p class="tight">b</p>',
  );
  expect(await read(paragraph(run('a') + pageEnd), style('Normal', '', true))).toBe(
    '<p class="tight">a</p><hr class="page" />',
  );
});
