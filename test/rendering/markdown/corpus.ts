/** Documents in Markdown as people and assistants write them, with the pages of a letter and words to find again. */
import { png } from '../html/corpus/pictures.ts';

export interface MarkdownDocument {
  readonly markdown: string;
  readonly pages: number;
  /** In this order in the PDF, spaces as they fall. */
  readonly words: readonly string[];
}

const often = (count: number, each: (at: number) => string) => Array.from({ length: count }, (_, at) => each(at + 1));
const sentence = 'The engine weaves algebraical patterns just as the loom weaves flowers and leaves.';
const paragraph = often(5, () => sentence).join(' ');

export const printed: Readonly<Record<string, MarkdownDocument>> = {
  'one word': { markdown: 'Hello', pages: 1, words: ['Hello'] },
  'a letter': {
    markdown: '# Notes on the engine\n\nDear Ada,\n\nthe engine *works*.\n\nYours,\\\nGrace',
    pages: 1,
    words: ['Notes on the engine', 'Dear Ada,', 'the engine works.', 'Yours,', 'Grace'],
  },
  'text that is hard-wrapped': {
    markdown: `${often(30, () => 'the engine\nworks').join('\n')}`,
    pages: 1,
    words: ['the engine works the engine works'],
  },
  'every heading': {
    markdown: often(6, (level) => `${'#'.repeat(level)} Heading ${level}\n\n${sentence}`).join('\n\n'),
    pages: 1,
    words: often(6, (level) => `Heading ${level}`),
  },
  'lists in lists': {
    markdown: '- gears\n  1. brass\n  2. steel\n     - cold\n- cards\n\n3. third\n4. fourth',
    pages: 1,
    words: ['gears', '1.', 'brass', '2.', 'steel', 'cold', 'cards', '3.', 'third', '4.', 'fourth'],
  },
  'a table': {
    markdown: '| Item | Price |\n|:--|--:|\n| Gears | 7.50 |\n| Cards | 12.00 |',
    pages: 1,
    words: ['Item', 'Price', 'Gears', '7.50', 'Cards', '12.00'],
  },
  'a table across pages': {
    markdown: `| Number | What |\n|---|---|\n${often(80, (at) => `| ${at} | row ${at} |`).join('\n')}`,
    pages: 3,
    words: ['Number', 'row 1', 'Number', 'row 80'],
  },
  'a quotation and code': {
    markdown: '> We may say most aptly\n> that it weaves.\n\n```js\nconst a = 1;\n  const b = 2;\n```\n\nand `inline`',
    pages: 1,
    words: ['We may say most aptly that it weaves.', 'const a = 1;', 'const b = 2;', 'and inline'],
  },
  'links that say where they lead': {
    markdown: 'See [our page](https://example.org/engine), <https://example.org>, and [write](mailto:ada@example.org).',
    pages: 1,
    words: ['See our page (https://example.org/engine), https://example.org, and write (ada@example.org).'],
  },
  'references and struck-out text': {
    markdown: 'The ~~old~~ new [notes][n].\n\n[n]: https://example.org/notes "Notes"',
    pages: 1,
    words: ['The old new notes (https://example.org/notes).'],
  },
  'a picture': { markdown: `![A gear](${png(300, 200)})\n\nA gear.`, pages: 1, words: ['A gear.'] },
  'markup within': {
    markdown:
      'Water is H<sub>2</sub>O.\n\n<div align="right">right</div>\n\n<table border="1"><tr><td>cell</td></tr></table>',
    pages: 1,
    words: ['Water is H', '2', 'O.', 'right', 'cell'],
  },
  'a page break by markup': {
    markdown: 'one\n\n<div style="break-after: page"></div>\n\ntwo',
    pages: 2,
    words: ['one', 'two'],
  },
  'task lists, rules and escapes': {
    markdown: '- [ ] gears\n- [x] cards\n\n---\n\n\\*not emphasis\\* &amp; 3 &lt; 4',
    pages: 1,
    words: ['[ ] gears', '[x] cards', '*not emphasis* & 3 < 4'],
  },
  'line ends of Windows': {
    markdown: 'Dear Ada,\r\n\r\nthe engine\r\nworks.\r\n',
    pages: 1,
    words: ['Dear Ada,', 'the engine works.'],
  },
  'other scripts': {
    markdown:
      '# \u00c9t\u00e9 \u00e0 Qu\u00e9bec\n\n\u041c\u0430\u0448\u0438\u043d\u0430 \u2014 \u039c\u03b7\u03c7\u03b1\u03bd\u03ae',
    pages: 1,
    words: ['\u00c9t\u00e9 \u00e0 Qu\u00e9bec', '\u041c\u0430\u0448\u0438\u043d\u0430'],
  },
  'a long address': {
    markdown: `[page](https://example.org/${'engine-'.repeat(40)})`,
    pages: 1,
    words: ['page (https://example.org/engine'],
  },
  'many pages': {
    markdown: often(40, (at) => `## Part ${at}\n\n${paragraph}`).join('\n\n'),
    pages: 7,
    words: ['Part 1', 'Part 40'],
  },
};

export const refused: Readonly<Record<string, readonly [markdown: string, problem: string]>> = {
  'a remote picture': [
    '![a](https://example.org/a.png)',
    'An <img> element loads "https://example.org/a.png", and nothing is fetched for print. Use a data: URI instead.',
  ],
  'a remote picture by reference': ['![a][b]\n\n[b]: //example.org/a.png', 'and nothing is fetched for print.'],
  'a local picture': ['![a](file:///etc/passwd)', 'and nothing is fetched for print.'],
  'a picture beside the file': ['![a](a.png)', 'An <img> element loads "a.png"'],
  'a remote picture by markup': ['<img src="https://example.org/a.png">', 'and nothing is fetched for print.'],
  'a frame': ['<iframe src="https://example.org"></iframe>', 'The Markdown has an <iframe>, which cannot be printed.'],
  'a picture of a style sheet': [
    '<style>p { background: url(https://example.org/a.png) }</style>\n\ntext',
    'nothing is fetched for print',
  ],
  'a character without a glyph': ['\u{1f9d1}', 'U+1F9D1'],
  'a definition and nothing else': ['[a]: https://example.org', 'There is nothing to print: the Markdown'],
  'a table that is too wide': [`<div style="width: 900px">wide</div>`, 'reaches to 900 px'],
  'too many pages': [often(700, () => paragraph).join('\n\n'), 'The Markdown fills'],
  'too many elements': ['*a* '.repeat(26_000), 'The Markdown has more than 25000 elements.'],
};
