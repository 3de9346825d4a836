/** Markdown as HTML: CommonMark with tables, and links whose URL is printed. */
import fc from 'fast-check';
import { convertMarkdown } from '../../../shared/rendering/markdown/to-html.ts';

const htmlOf = (markdown: string): string => convertMarkdown(markdown).html;

const paragraph = (html: string) => `<p>${html}</p>\n`;

test.each([
  ['a heading is converted', '# Dear Ada', '<h1>Dear Ada</h1>\n'],
  ['front matter is left out', '---\ntitle: x\n---\n\n# Dear Ada\n\n---\n', '<h1>Dear Ada</h1>\n<hr>\n'],
  ['a list is converted', '1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n'],
  ['a line break is converted', 'Yours,\\\nAda', paragraph('Yours,<br>\nAda')],
])('%s', (_, markdown, html) => {
  expect(htmlOf(markdown)).toBe(html);
});

test('the columns of a Markdown table keep their alignment', () => {
  const html = htmlOf('| Item | Price |\n|---|--:|\n| Gear | 7 |');
  expect(html).toContain('<th>Item</th>');
  expect(html).toContain('<td style="text-align:right">7</td>');
});

test.each([
  ['text shows its URL', '[our page](https://example.org/a?b=1&c)', 'our page (https://example.org/a?b=1&amp;c)'],
  ['only a URL shows it once', '<https://example.org>', 'https://example.org'],
  ['its URL as text, without the scheme, shows it once', '[Example.org](https://example.org/)', 'Example.org'],
  ['an email address shows the address', '[write](mailto:ada@example.org)', 'write (ada@example.org)'],
  ['an anchor in the document shows only its text', '[below](#end)', 'below'],
  ['a script shows only its text', '[here](javascript:alert)', 'here'],
  ['markup in its URL shows it encoded', '[x](https://example.org/<b>)', 'x (https://example.org/%3Cb%3E)'],
])('a Markdown link with %s', (_, markdown, text) => {
  expect(htmlOf(markdown).replaceAll(/<[^>]*>|\n/g, '')).toBe(text);
});

test.each(['[Signature]: ________', '[Date]: 12/24/2026', '[^1]: Ibid.', '[Total]: $1.50', '[Time]: 9:30'])(
  '%s is text, not the definition of a link',
  (line) => {
    expect(htmlOf(`x [Total] [^1]\n\n${line}`)).toBe(paragraph('x [Total] [^1]') + paragraph(line));
  },
);

test('a Markdown definition with a URL makes a link', () => {
  expect(htmlOf('[x][1] ![y][2]\n\n[1]: #end\n[2]: a.png')).toBe(
    paragraph('<a href="#end">x</a> <img src="a.png" alt="y">'),
  );
});

test('a Markdown picture keeps any URL, so that the HTML check sees it', () => {
  for (const url of ['https://example.org/a.png', 'file:///a', 'data:image/svg+xml,x', 'javascript:a'])
    expect(htmlOf(`![a](${url})`)).toContain(`<img src="${url}"`);
});

test('any text can be converted from Markdown', () => {
  const pieces = fc.constantFrom(
    ...'[ ] ( ) ! < > * _ ~ ` # - + | : " \\ & \n \t a 1. http:// <b> </b> \u0000 \ud800'.split(' '),
    ' ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      expect(typeof htmlOf(parts.join(''))).toBe('string');
    }),
  );
});

const table = '| Item | Price |\n|---|---|\n';

test.each([
  [
    'front matter',
    '---\ntitle: My letter\nto: Ada\ntags:\n  - a\n- b\n# note\n\n---\n\nDear Ada',
    ['front_matter_left_out'],
  ],
  ['front matter that ends with dots', '\uFEFF---\r\ntitle: x\r\n...\r\nDear Ada', ['front_matter_left_out']],
  ['the lines of an address', 'Ada Lovelace\n12 *Main* St\nAustin', ['lines_joined']],
  ['an address after a line break', '**To:**\\\nAda\n12 Main St\nAustin', ['lines_joined']],
  ['a list with letters', 'The tenant:\n(a) pays;\n(b) leaves.', ['lines_joined']],
  ['a list with bullets', '• gears\n• cards', ['lines_joined']],
  ['footnotes', 'x [^1]\n\n[^1]: Ibid.\n[^2]: Id.', ['lines_joined']],
  ['an extra cell', `${table}| Gear | a | $5 |`, ['cells_left_out']],
  ['an extra cell in a quoted table without outer bars', '> a | b\n> --|--\n> 1 | 2\n> 1 | 2 | 3', ['cells_left_out']],
])('Markdown with %s causes a warning', (_, markdown, codes) => {
  expect(convertMarkdown(markdown).warnings.map(({ code }) => code)).toEqual(codes);
});

test.each([
  ['horizontal rules around text', '---\n\nDear Ada\n\n---\n\nx'],
  ['lines with line breaks', 'Ada  \n12 Main St\\\nAustin<br>\nTX'],
  ['wrapped text', 'The engine weaves algebraical patterns as looms weave.\n'.repeat(4)],
  ['a full row, an escaped bar and an empty cell', `${table}| Gear \\| cog | 7 |\n| a | b | |\n| a |`],
])('Markdown with %s causes no warning', (_, markdown) => {
  expect(convertMarkdown(markdown).warnings).toEqual([]);
});
