/** The content of a .docx stands in its HTML, and what does not is named. */
import { openDocx } from '../../../shared/rendering/docx/open-docx.ts';
import { docxToHtml } from '../../../shared/rendering/docx/to-html.ts';
import { type DocxRecipe, docxOf, drawing, paragraph, partOf, run } from '../../support/rendering/docx.ts';
import { jpegs } from '../../support/rendering/photographs.ts';

const read = async (recipe: DocxRecipe) => {
  const { html, ...notices } = await docxToHtml(openDocx(docxOf(recipe)));
  return { html: html.replace(/^<style>[\s\S]*?<\/style>/, ''), ...notices };
};
const none = { leftOut: [], moved: [], hasChanges: false };

test('text, emphasis, alignment, room for a signature and page breaks', async () => {
  const body = [
    ...[paragraph(''), paragraph('May 3', '<w:jc w:val="right"/>'), paragraph(run('Dear Ada', '<w:b/><w:i/>'))],
    ...[paragraph(run('under', '<w:u w:val="single"/>')), paragraph('mid', '<w:jc w:val="center"/>')],
    ...[paragraph(''), paragraph('Grace &lt;Hopper&gt; &amp; é'), paragraph('<w:r><w:br w:type="page"/></w:r>')],
    paragraph('the end'),
  ].join('');
  expect(await read({ body })).toEqual({
    html: '<p class="right">May 3</p><p><strong><em>Dear Ada</em></strong></p><p><u>under</u></p><p class="center">mid</p><p></p><p>Grace &lt;Hopper&gt; &amp; é</p><hr class="page" /><p>the end</p>',
    ...none,
  });
});

test('headings, lists and tables', async () => {
  const level = (number: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = partOf(
    'w:numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'bullet', '–')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  );
  const styles = partOf(
    'w:styles',
    '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 2"/></w:style><w:style w:type="table" w:styleId="T"><w:name w:val="Table Grid"/></w:style>',
  );
  const item = (text: string, at: number) =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr>`);
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const body = [
    paragraph('About it', '<w:pStyle w:val="H"/><w:jc w:val="center"/>'),
    ...[item('one', 0), item('below', 1), item('two', 0)],
    `<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tr>${cell('a')}${cell('b')}</w:tr></w:tbl>`,
  ].join('');
  const { html } = await read({ body, files: { 'word/numbering.xml': numbering, 'word/styles.xml': styles } });
  expect(html).toBe(
    '<h2>About it</h2><p class="item level0"><span class="label">1.</span> one</p><p class="item level1"><span class="label">–</span> below</p><p class="item level0"><span class="label">2.</span> two</p><table class="docx grid"><tr><td><p class="tight">a</p></td><td><p class="tight">b</p></td></tr></table>',
  );
});

test('a picture has its size and its crop on paper, and no description', async () => {
  const body = paragraph(drawing('rId7', 2, 1, 'l="25000" b="10000"'));
  const { html, leftOut } = await read({
    body,
    relations: [['rId7', 'image', 'media/a.jpeg']],
    files: { 'word/media/a.jpeg': jpegs.gray },
  });
  expect(leftOut).toEqual([]);
  expect(html).not.toContain('secret');
  expect(html).toContain('width:192px;max-width:100%;height:auto;aspect-ratio:1828800/914400;');
  expect(html).toContain('object-view-box:inset(0% 0% 10% 25%)');
  expect(html).toContain(`src="data:image/jpeg;base64,${jpegs.gray.toString('base64')}"`);
});

test('notes go to the end, and their arrows back are gone', async () => {
  const note = `<w:footnote w:id="2">${paragraph('as he said')}</w:footnote>`;
  const { html, moved } = await read({
    body: paragraph(`${run('said')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
    files: { 'word/footnotes.xml': partOf('w:footnotes', note) },
  });
  expect(moved).toEqual(['notes']);
  expect(html).toMatch(/said<sup>.*\[1].*<\/sup>.*<li[^>]*><p>\s*as he said\s*<\/p><\/li>/);
  expect(html).not.toContain('↑');
});

const header = partOf('w:hdr', paragraph('Letterhead Inc.'));
const chart =
  '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
const slide = chart.replace(/<c:chart[^>]*>/, '<lc:lockedCanvas><a:t>Bank</a:t></lc:lockedCanvas>');
const picture = (target: string, mode?: 'External'): DocxRecipe => ({
  body: paragraph('Dear Ada') + paragraph(drawing('rId1', 1, 1)),
  relations: [['rId1', 'image', target, mode]],
});

test.each<[what: string, recipe: DocxRecipe, notices: object, gone: string]>([
  ['nothing', {}, {}, ' '],
  ['a header', { files: { 'word/header1.xml': header } }, { leftOut: ['headers and footers'] }, 'Letterhead'],
  ['an empty footer', { files: { 'word/footer1.xml': partOf('w:ftr', paragraph('')) } }, {}, ' '],
  [
    'comments',
    { files: { 'word/comments.xml': partOf('w:comments', `<w:comment w:id="1">${paragraph('no!')}</w:comment>`) } },
    { leftOut: ['comments'] },
    'no!',
  ],
  [
    'hidden text',
    { body: paragraph(`${run('Dear Ada')}${run('a fool', '<w:b/><w:vanish/>')}`) },
    { leftOut: ['hidden text'] },
    'fool',
  ],
  ...['1', 'true', 'on'].map((on): [string, DocxRecipe, object, string] => [
    `hidden text by ${on}`,
    { body: paragraph(run('Dear Ada') + run('a fool', `<w:vanish w:val="${on}"/>`)) },
    { leftOut: ['hidden text'] },
    'fool',
  ]),
  ['text that is not hidden', { body: paragraph(run('Dear Ada', '<w:vanish w:val="0"/>')) }, {}, ' '],
  [
    'an equation',
    { body: paragraph(`${run('Dear Ada')}<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>`) },
    { leftOut: ['equations'] },
    'x<',
  ],
  ['a chart', { body: paragraph('Dear Ada') + paragraph(chart) }, { leftOut: ['charts and shapes'] }, 'rId1'],
  ['shapes of a slide', { body: paragraph('Dear Ada') + paragraph(slide) }, { leftOut: ['charts and shapes'] }, 'Bank'],
  [
    'numbers of lines',
    { body: `${paragraph('Dear Ada')}<w:sectPr><w:lnNumType w:countBy="1"/></w:sectPr>` },
    { leftOut: ['line numbers'] },
    '1',
  ],
  ['an embedded file', { files: { 'word/embeddings/a.bin': 'x' } }, { leftOut: ['embedded files'] }, ' x'],
  [
    'a picture for Windows',
    { ...picture('media/a.emf'), files: { 'word/media/a.emf': 'x' } },
    { leftOut: ['pictures'] },
    '<img',
  ],
  [
    'a damaged picture',
    { ...picture('media/a.jpeg'), files: { 'word/media/a.jpeg': 'x' } },
    { leftOut: ['pictures'] },
    '<img',
  ],
  ['a picture on the web', picture('https://example.com/a.png', 'External'), { leftOut: ['pictures'] }, '<img'],
  ['a picture in another folder', picture('../../../../etc/passwd'), { leftOut: ['pictures'] }, '<img'],
  ...['ins', 'del', 'moveFrom', 'moveTo'].map((change): [string, DocxRecipe, object, string] => [
    `a change of one kind, ${change}`,
    { body: paragraph(`${run('Dear Ada')}<w:${change} w:id="1"/>`) },
    { hasChanges: true },
    'old',
  ]),
  [
    'tracked changes',
    {
      body: paragraph(
        `${run('Dear Ada')}<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>${run(' new')}</w:ins>`,
      ),
    },
    { hasChanges: true },
    'old',
  ],
  [
    'a text box',
    {
      body: paragraph(
        `${run('Dear Ada')}<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph('aside')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
      ),
    },
    { moved: ['text boxes'] },
    ' ',
  ],
])('with %s', async (_, recipe, notices, gone) => {
  const { html, ...found } = await read(recipe);
  expect(found).toEqual({ ...none, ...notices });
  expect(html).toContain('Dear Ada');
  expect(html.replace('Dear Ada', '')).not.toContain(gone);
});

test('one with more pictures than can be set anew is refused, with the cure', async () => {
  const recipe = {
    ...picture('media/a.jpeg'),
    files: { 'word/media/a.jpeg': Buffer.concat([jpegs.gray, Buffer.alloc(800_000)]) },
  };
  await expect(read(recipe)).rejects.toThrow('comes to 1.1 MB, and at most 1 MB');
});

test('a linked picture is not fetched, and a style that the document brings along is not used', async () => {
  const linked = drawing('rId1', 1, 1).replace('r:embed', 'r:link');
  const { html, leftOut } = await read({
    body: paragraph('Dear Ada') + paragraph(linked),
    relations: [['rId1', 'image', 'file:///etc/passwd', 'External']],
    files: { 'mammoth/style-map': 'p => h1' },
  });
  expect({ html, leftOut }).toEqual({ html: '<p>Dear Ada</p>', leftOut: ['pictures'] });
});
