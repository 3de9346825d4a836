/** Numbers of lists and headings are those that the word processor shows. */
import { inFormat, labelsOf } from '../../../shared/rendering/docx/labels.ts';
import { openDocx } from '../../../shared/rendering/docx/open-docx.ts';
import { docxToHtml } from '../../../shared/rendering/docx/to-html.ts';
import { childrenOf, parseXml } from '../../../shared/rendering/docx/xml.ts';
import { docxOf, paragraph, partOf } from '../../support/rendering/docx.ts';

interface GivenLevel {
  readonly format?: string;
  readonly text: string;
  readonly start?: number;
  readonly more?: string;
}

const level = ({ format = 'decimal', text, start = 1, more = '' }: GivenLevel, at: number) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;

const numberingOf = (levels: readonly GivenLevel[], overrides = '') =>
  partOf(
    'w:numbering',
    `<w:abstractNum w:abstractNumId="7">${levels.map(level).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/>${overrides}</w:num>`,
  );

const inList = (id: number, at: number) => `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`;

/** The labels of paragraphs at these places, `1:0` for level 0 of list 1. */
function labelled(levels: readonly GivenLevel[], places: string, overrides?: string): string {
  const labels = labelsOf(childrenOf(parseXml(numberingOf(levels, overrides)))[0], undefined);
  const texts = places.split(' ').map((place) => {
    const [id = 0, at = 0] = place.split(':').map(Number);
    return labels(childrenOf(parseXml(`<w:pPr>${inList(id, at)}</w:pPr>`))[0])?.text;
  });
  return texts.join(' | ');
}

const outline = [{ text: '%1.' }, { text: '%1.%2' }, { text: '(%3)', format: 'lowerLetter' }];

test.each<[promise: string, levels: readonly GivenLevel[], places: string, labels: string, overrides?: string]>([
  ['a list goes on after a paragraph', [{ text: '%1.' }], '1:0 1:0 0:0 1:0', '1. | 2. |  | 3.'],
  ['a list begins where it says', [{ text: '%1)', start: 10 }], '1:0 1:0', '10) | 11)'],
  ['levels count by themselves', outline, '1:0 1:1 1:1 1:0 1:1', '1. | 1.1 | 1.2 | 2. | 2.1'],
  ['letters are letters', outline, '1:0 1:2 1:2', '1. | (a) | (b)'],
  [
    'a level may go on after a higher one',
    [{ text: '%1.' }, { text: '%2', more: '<w:lvlRestart w:val="0"/>' }],
    '1:0 1:1 1:0 1:1',
    '1. | 1 | 2. | 2',
  ],
  [
    'legal numbers are Arabic',
    [
      { text: 'Article %1.', format: 'upperRoman' },
      { text: 'Section %1.%2', format: 'decimalZero', more: '<w:isLgl/>' },
    ],
    '1:0 1:0 1:1',
    'Article I. | Article II. | Section 2.01',
  ],
  ['two lists of one kind count on', [{ text: '%1.' }], '1:0 2:0 1:0', '1. | 2. | 3.'],
  [
    'and one that begins anew does so once',
    [{ text: '%1.' }],
    '1:0 1:0 2:0 2:0',
    '1. | 2. | 5. | 6.',
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>',
  ],
  [
    'a list may have a level of its own',
    [{ text: '%1.' }],
    '2:0 2:0',
    'A) | B)',
    `<w:lvlOverride w:ilvl="0">${level({ text: '%1)', format: 'upperLetter' }, 0)}</w:lvlOverride>`,
  ],
  ['a bullet of a symbol font is a bullet', [{ text: '\uf0b7', format: 'bullet' }], '1:0', '•'],
  [
    'and an arrow of one an arrow',
    [{ text: '\uf0d8', format: 'bullet', more: '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>' }],
    '1:0',
    '➢',
  ],
  [
    'so is one that no table has',
    [{ text: '\uf024', format: 'bullet', more: '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>' }],
    '1:0',
    '•',
  ],
])('%s', (_, levels, places, labels, overrides = '') => {
  expect(labelled(levels, places, overrides)).toBe(labels);
});

test.each([
  ['lowerLetter', 28, 'bb'],
  ['upperRoman', 1_994, 'MCMXCIV'],
  ['lowerRoman', 4, 'iv'],
  ['decimalZero', 7, '07'],
  ['ordinal', 12, '12th'],
  ['ordinal', 23, '23rd'],
  ['cardinalText', 42, 'Forty-two'],
  ['ordinalText', 20, 'Twentieth'],
  ['none', 3, ''],
  ['hebrew1', 3, '3'],
])('%s %i is %j', (format, value, text) => {
  expect(inFormat(value, format)).toBe(text);
});

test('a style may number its paragraphs, and headings keep their numbers', async () => {
  const styles = partOf(
    'w:styles',
    `<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H1"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Lower"><w:basedOn w:val="H2"/></w:style>`,
  );
  const body = [
    ...[paragraph('One', '<w:pStyle w:val="H1"/>'), paragraph('below', '<w:pStyle w:val="H2"/>')],
    ...[
      paragraph('text', '<w:pStyle w:val="Lower"/>'),
      paragraph('none', '<w:pStyle w:val="H1"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
    ],
  ].join('');
  const files = { 'word/styles.xml': styles, 'word/numbering.xml': numberingOf(outline) };
  const { html } = await docxToHtml(openDocx(docxOf({ body, files })));
  expect(html.replace(/^<style>[\s\S]*?<\/style>/, '')).toBe(
    '<h1><span class="label">1.</span> One</h1><h2><span class="label">1.1</span> below</h2><p class="item level1"><span class="label">1.2</span> text</p><h1>none</h1>',
  );
});
