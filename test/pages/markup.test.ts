/** The `html` template tag: escaping, nesting and unsafe URLs. Then Markdown as HTML. */
import fc from 'fast-check';
import { anchorOf, markdown, withoutMarkdown } from '../../shared/pages/docs.ts';
import { betweenTags, html } from '../../shared/pages/html.ts';
import { anyCharacter } from '../support/any-character.ts';
import { anchorOf as githubAnchorOf } from '../support/markdown.ts';
import { attribute, elements, parsed, textOf } from '../support/pages/reading.ts';

const documentWith = (text: string) =>
  html`<!doctype html><html lang="en"><title>${text}</title><p title="${text}">${text}</p></html>`.toString();

test('text and quoted attributes are escaped', () => {
  const escaped = '&quot;&#39;&lt;&gt;&amp;';
  expect(html`<p title="${`"'<>&`}">${`"'<>&`}</p>`.toString()).toBe(`<p title="${escaped}">${escaped}</p>`);
});

test('any printable string is unchanged when the document is parsed, and causes no parse error', () => {
  const unprintable = /(?![\t\n\f\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu;
  const asParsed = (text: string) => text.replace(unprintable, '\uFFFD').replace(/\r\n?/g, '\n');
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const [paragraph] = elements({ headers: {}, body: documentWith(text) }, 'p');
      expect(attribute(paragraph, 'title')).toBe(asParsed(text));
      expect(paragraph && textOf(paragraph)).toBe(asParsed(text));
    }),
  );
});

test('control characters, lone surrogates and noncharacters become the replacement character', () => {
  const text = 'a\u0000b\u001Bc\uD800d\uFFFFe\u0085f';
  expect(() => parsed(documentWith(text))).not.toThrow();
  expect(html`${text}`.toString()).toBe('a�b�c�d�e�f');
});

test('markup nests, even in lists; undefined and false render nothing, and 0 renders 0', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${undefined}${false}${0}`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>0');
});

test('an object that only looks like markup is not treated as markup', () => {
  const forged = { toString: () => '<script>' };
  // @ts-expect-error plain objects can't be interpolated
  expect(() => html`${forged}`.toString()).toThrow(TypeError);
  // @ts-expect-error nor can lists of strings
  expect(html`${['<script>']}`.toString()).toBe('&lt;script&gt;');
});

test('an attribute without quotes is refused', () => {
  expect(() => html`<p title=${'a'}>`).toThrow('must be quoted');
});

test.each([
  '/v1/pay/x?a=b&c',
  '/',
  'https://pay.example/x',
  'http://127.0.0.1:8787/',
  'HTTPS://PAY.EXAMPLE/',
  'data:image/png;base64,iVBO+/8=',
])('a URL may be %s', (url) => {
  expect(html`<a href="${url}">`.toString()).toBe(`<a href="${url.replace('&', '&amp;')}">`);
});

const unsafeUrls = [
  undefined,
  html`/x`,
  'relative',
  '',
  'vbscript:x',
  '//other.example/',
  '/\\other.example/',
  '/\t/other.example/',
  ...['', ' ', '\u0001'].map((prefix) => `${prefix}javascript:alert(1)`),
  'java\tscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ...['text/html,x', 'image/svg+xml;base64,PHN2Zz4=', 'image/png;base64,iVBO" onload="x'].map((data) => `data:${data}`),
];

test.each(unsafeUrls)('a URL may not be %j', (url) => {
  expect(() => html`<a href="${url}">`).toThrow(TypeError);
  expect(() => html`<img src='${url}'>`).toThrow(TypeError);
  expect(() => html`<form action="${url}">`).toThrow(TypeError);
  expect(() => html`<button FORMACTION="${url}">`).toThrow(TypeError);
});

test('text between tags is escaped except for quotation marks', () => {
  expect(betweenTags('{"a": \'<b>\'} &quot;\u0000').toString()).toBe('{"a": \'&lt;b&gt;\'} &amp;quot;\uFFFD');
});

const htmlOf = (text: string): string => markdown(text).toString().trim();

/** A code box, to which a script adds a Copy button. */
const codeBox = (text: string): string => `<div class="code"><pre><code class="copy">${text}</code></pre></div>`;

test.each([
  ['a **b** *c* `d`', '<p>a <strong>b</strong> <em>c</em> <code>d</code></p>'],
  ['[a `b`](/c)', '<p><a href="/c">a <code>b</code></a></p>'],
  ['<https://example.com/a>', '<p><a href="https://example.com/a">https://example.com/a</a></p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['"a", b\'s `"c"`', '<p>“a”, b’s <code>&quot;c&quot;</code></p>'],
  ['`**a**` and `<b>`', '<p><code>**a**</code> and <code>&lt;b&gt;</code></p>'],
  ['one\ntwo\n\nthree', '<p>one two</p>\n<p>three</p>'],
  ['## Rules of a day', '<h2 id="rules-of-a-day">Rules of a day</h2>'],
  ['### `a_b`', '<h3 id="a_b"><code>a_b</code></h3>'],
  ['```sh\n# <b>\n\n- x\n```', codeBox('# &lt;b&gt;\n\n- x')],
  ['<!-- a\nb -->\nc', '<p>c</p>'],
  ['<div>a</div>', '<p>&lt;div&gt;a&lt;/div&gt;</p>'],
  ['- a\n- b', '<ul><li>a</li>\n<li>b</li>\n</ul>'],
  ['1. a\n\n   ```sh\n   b\n   ```\n\n2. c', `<ol><li><p>a</p>\n${codeBox('b')}\n</li>\n<li><p>c</p>\n</li>\n</ol>`],
  [
    '| A | `B` |\n|---|---|\n| `a\\|b` | c |',
    '<table><thead><tr><th>A</th>\n<th><code>B</code></th>\n</tr>\n</thead>\n<tbody><tr><td data-label="A"><code>a|b</code></td>\n<td data-label="B">c</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['> a\n>\n> b', '<blockquote><p>a</p>\n<p>b</p>\n</blockquote>'],
])('Markdown becomes HTML: %j', (text, expected) => {
  expect(htmlOf(text)).toBe(expected);
});

test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '" onclick="a'])(
  '%j does not become active HTML',
  (text) => {
    expect(htmlOf(text)).not.toMatch(/<(?!\/?(?:p|em|code|strong)>)|"/);
  },
);

test('a link with an unsafe URL is refused', () => {
  expect(() => markdown('[a](javascript:void)')).toThrow('a URL must be http');
});

test.each(['Test mode', '`a_b` and **c**', 'GET /jobs/{job_id}', 'What it’s for?'])(
  '%j has the same anchor as on GitHub',
  (heading) => {
    expect(anchorOf(heading)).toBe(githubAnchorOf(heading.replace(/\*\*/g, '')));
  },
);

test('`withoutMarkdown` removes Markdown syntax from a text', () => {
  expect(withoutMarkdown('**a** [b `c`](d) *e* f')).toBe('a b c e f');
});

test('consecutive labeled code fences become tabs of one box, with the first selected', () => {
  const rendered = htmlOf('```sh curl\na\n```\n\n```ts JavaScript\nb\n```\n\n```json\nc\n```');
  expect(rendered).toBe(
    `<div class="tabs" role="group" aria-label="Languages"><input type="radio" name="tabs-0" id="tabs-0-0" checked><label for="tabs-0-0">curl</label>${codeBox('a')}\n<input type="radio" name="tabs-0" id="tabs-0-1"><label for="tabs-0-1">JavaScript</label>${codeBox('b')}\n</div>\n${codeBox('c')}`,
  );
});
