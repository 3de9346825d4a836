/** Documents in Markdown as people and assistants write them, with the pages of a letter and words to find again. */
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
  'a letter': {
    markdown: '# Notes on the engine\n\nDear Ada,\n\nthe engine *works*.\n\nYours,\\\nGrace',
    pages: 1,
    words: ['Notes on the engine', 'Dear Ada,', 'the engine works.', 'Yours,', 'Grace'],
  },
  'lists in lists': {
    markdown: '- gears\n  1. brass\n  2. steel\n     - cold\n- cards\n\n3. third\n4. fourth',
    pages: 1,
    words: ['gears', '1.', 'brass', '2.', 'steel', 'cold', 'cards', '3.', 'third', '4.', 'fourth'],
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
  'a frame': ['<iframe src="https://example.org"></iframe>', 'The Markdown has an <iframe>, which cannot be printed.'],
  'a character without a glyph': ['\u{1f9d1}', 'U+1F9D1'],
  'a definition and nothing else': ['[a]: https://example.org', 'There is nothing to print: the Markdown'],
  'too many pages': [often(700, () => paragraph).join('\n\n'), 'The Markdown fills'],
  'too many elements': ['*a* '.repeat(26_000), 'The Markdown has more than 25000 elements.'],
};
