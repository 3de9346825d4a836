/** Constructs of word processors whose text was once lost in silence, and the rule that tells of others. */
import { openDocx } from '../../../shared/rendering/docx/open-docx.ts';
import { docxToHtml } from '../../../shared/rendering/docx/to-html.ts';
import { type DocxRecipe, docxOf, drawing, paragraph, partOf, run } from '../../support/rendering/docx.ts';
import { jpegs } from '../../support/rendering/photographs.ts';

const read = async (recipe: DocxRecipe) => {
  const { html, ...notices } = await docxToHtml(openDocx(docxOf(recipe)));
  return { html: html.replace(/^<style>[\s\S]*?<\/style>/, ''), ...notices };
};

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '');
const field = (instruction: string, result: string) =>
  `<w:fldSimple w:instr=" ${instruction} ">${run(result)}</w:fldSimple>`;
const complexField = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const button = complexField('MACROBUTTON NN [', '').replace(
  '</w:instrText></w:r>',
  '</w:instrText></w:r><w:r><w:instrText>Text]</w:instrText></w:r>',
);
const dropDown =
  '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Mrs"/><w:listEntry w:val="Ms &amp;amp; Co"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
const sign = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;

test.each<[what: string, content: string, text: string]>([
  ['a simple field', run('Hallo, ') + field('MERGEFIELD Kundenname', '«Ada»'), 'Hallo, «Ada»'],
  ['a field in a field', field('IF', '').replace('</w:fldSimple>', `${field('DATE', 'May 3')}</w:fldSimple>`), 'May 3'],
  ['a button', button + complexField('DATE', ' end'), '[Text] end'],
  ['a sign that nobody sees', run('Dear\x7f\x81\x8d\x8f\x90\x9d &#127;Ada'), 'Dear Ada'],
  ['a complex field', complexField('DATE', 'May 4'), 'May 4'],
  ['the result of a drop-down list', dropDown, 'Ms &amp;amp; Co'],
  [
    'text with its direction',
    `<w:bdo w:val="ltr">${run('to')}</w:bdo><w:dir w:val="ltr">${run(' Ada')}</w:dir>`,
    'to Ada',
  ],
  [
    'a word with its reading',
    `<w:r><w:ruby><w:rubyPr/><w:rt>${run('above')}</w:rt><w:rubyBase>${run('base')}</w:rubyBase></w:ruby></w:r>`,
    'base (above)',
  ],
  [
    'a content control',
    `<w:sdt><w:sdtPr><w:dropDownList/></w:sdtPr><w:sdtContent>${run('chosen')}</w:sdtContent></w:sdt>`,
    'chosen',
  ],
  ['a custom element', `<w:customXml w:element="a">${run('custom')}</w:customXml>`, 'custom'],
  ['a tab', '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>', 'a\tb'],
  ['an aligned tab', '<w:r><w:t>a</w:t><w:ptab w:alignment="right"/><w:t>b</w:t></w:r>', 'a\tb'],
  ['a sign of Wingdings', sign('Wingdings', 'F0D8') + run(' yes'), '➢ yes'],
  ['boxes of Wingdings', ['F0A8', 'F0FE', 'F0FD'].map((box) => sign('Wingdings', box)).join(''), '☐☑☒'],
  ['a telephone of Wingdings', sign('Wingdings', 'F028') + run(' 5'), '☎ 5'],
  ['a Greek letter of Symbol', run('a', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), 'α'],
  ['mathematical italics', run('𝑆𝑥'), 'Sx'],
  ['a tick', run('✓ done'), '✓ done'],
  ['a square that the fonts lack', run('⬛ done'), '■ done'],
  ['an "at" that is longer than one quote', `<w:smartTag w:element='a "b" > c'>${run('smart')}</w:smartTag>`, 'smart'],
])('%s is kept', async (_, content, text) => {
  const { html, missing } = await read({ body: paragraph(content) });
  expect({ text: textOf(html), missing }).toEqual({ text, missing: undefined });
});

describe('a content control that takes its text from data beside the document', () => {
  const shown = run('Customer', '<w:b/>') + run(' name');
  const control = (binding: string, kind = '<w:text/>', text = shown) =>
    `<w:sdt><w:sdtPr><w:dataBinding ${binding}/>${kind}</w:sdtPr><w:sdtContent>${text}</w:sdtContent></w:sdt>`;
  const files = {
    'customXml/item1.xml': '<other><name>Eve</name></other>',
    'customXml/itemProps1.xml': '<ds:datastoreItem ds:itemID="{1}"/>',
    'customXml/item2.xml':
      '\ufeff<?xml version="1.0"?><d:order xmlns:d="x"><d:name>Ada</d:name><d:name>Grace &amp; Co\n12 Main St</d:name><d:none/></d:order>',
    'customXml/itemProps2.xml': '<ds:datastoreItem ds:itemID="{2}"/>',
    'customXml/item3.xml': '<order><name>Mallory</name></order>',
  };

  test.each([
    ['has it', control('w:xpath="/ns0:order[1]/ns0:name[1]" w:storeItemID="{2}"'), '<strong>Ada</strong>'],
    [
      'has its lines',
      control('w:xpath="/d:order/d:name[2]" w:storeItemID="{2}"'),
      '<strong>Grace &amp; Co<br />12 Main St</strong>',
    ],
    ['names none', control('w:xpath="/other/name"'), '<strong>Eve</strong>'],
    ['names data that is gone', control('w:xpath="/order[1]/name[1]" w:storeItemID="{9}"'), '<strong>Ada</strong>'],
    [
      'says the same',
      control('w:xpath="/order/name" w:storeItemID="{2}"', '<w:text/>', run('A', '<w:i/>') + run('da')),
      '<em>A</em>da',
    ],
    ['finds nothing', control('w:xpath="/order/name[3]" w:storeItemID="{2}"'), '<strong>Customer</strong> name'],
    ['finds an empty place', control('w:xpath="/order/none" w:storeItemID="{2}"'), '<strong>Customer</strong> name'],
    ['is a date', control('w:xpath="/order/name" w:storeItemID="{2}"', '<w:date/>'), '<strong>Customer</strong> name'],
    ['has no way', control('w:storeItemID="{2}"'), '<strong>Customer</strong> name'],
  ])('and %s', async (_, body, text) => {
    const { html, missing } = await read({ body: paragraph(body), files });
    expect({ html, missing }).toEqual({ html: `<p>${text}</p>`, missing: undefined });
  });
});

test.each([
  ['without equal', sign('Wingdings', 'F024')],
  ['whose equal the shipped fonts lack', sign('Wingdings', 'F08B')],
  ['of a font of its own', run('\ue037')],
])('a sign %s is left out, and the document is printed', async (_, given) => {
  const { html, leftOut } = await read({ body: paragraph(given + run('Dear Ada')) });
  expect({ html, leftOut }).toEqual({ html: '<p>Dear Ada</p>', leftOut: ['symbols'] });
});

test('a drop cap stands before its word', async () => {
  const body = paragraph('D', '<w:framePr w:dropCap="drop" w:lines="3"/>') + paragraph('ear Ada');
  expect((await read({ body })).html).toBe('<p>Dear Ada</p>');
});

test.each([
  ['only the newer form of a drawing has', '', 'aside'],
  ['both forms of a drawing have', `<w:pict>${box('aside')}</w:pict>`, 'aside'],
])('text of a box that %s is printed once', async (_, older, text) => {
  const newer = `<w:drawing><wp:anchor><a:graphic>${box('aside')}</a:graphic></wp:anchor></w:drawing>`;
  const both = `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${newer}</mc:Choice><mc:Fallback>${older}</mc:Fallback></mc:AlternateContent></w:r>`;
  const { html, moved, missing } = await read({ body: paragraph(run('Dear Ada') + both) });
  expect({ text: textOf(html), moved, missing }).toEqual({
    text: `Dear Ada${text}`,
    moved: ['text boxes'],
    missing: undefined,
  });
});

test('words that do not come through are counted and named', async () => {
  const lost = `<w:unheardOf>${run('two of seven words are not lost')}</w:unheardOf>`;
  const { html, missing } = await read({ body: paragraph(`${run('Dear Ada, two words ')}${lost}`) });
  expect(textOf(html)).toBe('Dear Ada, two words ');
  expect(missing).toEqual({ count: 7, words: 'two of seven words are …' });
});

test('a long list of words that do not come through is cut', async () => {
  const lost = `<w:unheardOf>${run(' a bb ccc dddd eeeee ffffff')}</w:unheardOf>`;
  expect((await read({ body: paragraph(run('Dear Ada') + lost) })).missing).toEqual({
    count: 6,
    words: 'a bb ccc dddd eeeee …',
  });
});

test('words that are removed, hidden, or commands of a field are none of them', async () => {
  const content = [
    ...[run('Dear Ada'), run('fool', '<w:vanish/>'), '<w:r><w:delText>old</w:delText></w:r>'],
    ...[`<w:moveFrom w:id="1">${run('moved')}</w:moveFrom>`, complexField('IF a "secret"', ' here')],
  ].join('');
  expect((await read({ body: paragraph(content) })).missing).toBeUndefined();
});

test('a paragraph whose end is removed goes on in the next one, and no word is missing', async () => {
  const removed = '<w:rPr><w:del w:id="1" w:author="Ada"/></w:rPr>';
  const { html, missing } = await read({ body: paragraph('count', removed) + paragraph('down') + paragraph('now') });
  expect({ html, missing }).toEqual({ html: '<p>countdown</p><p>now</p>', missing: undefined });
});

test('endnotes count by themselves, in Roman numbers', async () => {
  const note = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
  const notes = (kind: string, texts: readonly string[]) =>
    partOf(
      `w:${kind}s`,
      texts.map((text, at) => `<w:${kind} w:id="${at + 2}">${paragraph(text)}</w:${kind}>`).join(''),
    );
  const { html } = await read({
    body: paragraph(
      `${run('a')}${note('endnote', 2)}${note('footnote', 2)}${note('endnote', 3)}${note('footnote', 3)}`,
    ),
    relations: [
      ['rId1', 'endnotes', 'endnotes.xml'],
      ['rId2', 'footnotes', 'footnotes.xml'],
    ],
    files: {
      'word/endnotes.xml': notes('endnote', ['e one', 'e two']),
      'word/footnotes.xml': notes('footnote', ['f one', 'f two']),
    },
  });
  expect(html.match(/\[\w+\]/g)).toEqual(['[i]', '[1]', '[ii]', '[2]']);
  expect(
    [...html.matchAll(/<li id="\w+-\d" (type="\w" value="\d")><p>([^<]*?) </g)].map(([, mark, text]) => [mark, text]),
  ).toEqual([
    ['type="i" value="1"', 'e one'],
    ['type="1" value="1"', 'f one'],
    ['type="i" value="2"', 'e two'],
    ['type="1" value="2"', 'f two'],
  ]);
});

const reference = (place: 'header' | 'footer', id: string, type = 'default') =>
  `<w:${place}Reference w:type="${type}" r:id="${id}"/>`;

const pictures =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.jpeg"/></Relationships>';

test('a header with a picture stands before the text, and such a footer behind it', async () => {
  const bank = paragraph(drawing('rId1', 1, 1)) + paragraph('Bank 123');
  const footer = partOf('w:ftr', bank + paragraph(run('Page ') + field('PAGE', '77')));
  const section = `<w:sectPr>${reference('header', 'rId1', 'first')}${reference('header', 'rId2')}${reference('footer', 'rId3', 'first')}<w:titlePg/></w:sectPr>`;
  const { html, leftOut, moved, missing } = await read({
    body: paragraph('Dear Ada') + section,
    relations: [
      ['rId1', 'header', 'header1.xml'],
      ['rId2', 'header', 'header2.xml'],
      ['rId3', 'footer', '/word/footer1.xml'],
    ],
    files: {
      'word/header1.xml': partOf('w:hdr', paragraph(drawing('rId1', 1, 1)) + paragraph('Acme Inc.')),
      'word/header2.xml': partOf('w:hdr', paragraph(drawing('rId1', 1, 1)) + paragraph('Others')),
      'word/footer1.xml': footer,
      'word/_rels/footer1.xml.rels': pictures,
      'word/_rels/header1.xml.rels': pictures,
      'word/media/a.jpeg': jpegs.gray,
    },
  });
  expect(html).toMatch(
    /^<p><img [^>]*src="data:image\/jpeg[^>]*><\/p><p>Acme Inc\.<\/p><p>Dear Ada<\/p><p><img [^>]*><\/p><p>Bank 123<\/p>$/,
  );
  expect({ leftOut, moved, missing }).toEqual({
    leftOut: ['headers and footers', 'page numbers'],
    moved: ['header once', 'footer'],
    missing: undefined,
  });
});
