/** Markdown as the guides have it becomes HTML, and whatever is in it stays text. */
import { anchorOf, markdown, plain } from '../../shared/pages/docs/markdown.ts';
import { anchorOf as asOnGitHub } from '../support/markdown.ts';

const html = (text: string): string => markdown(text).toString().trim();

/** A box of code, which a script may give a button to copy. */
const boxed = (text: string): string => `<div class="code"><pre><code class="copy">${text}</code></pre></div>`;

test.each([
  ['a **b** *c* `d`', '<p>a <strong>b</strong> <em>c</em> <code>d</code></p>'],
  ['[a `b`](/c)', '<p><a href="/c">a <code>b</code></a></p>'],
  ['<https://example.com/a>', '<p><a href="https://example.com/a">https://example.com/a</a></p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['`**a**` and `<b>`', '<p><code>**a**</code> and <code>&lt;b&gt;</code></p>'],
  ['one\ntwo\n\nthree', '<p>one two</p>\n<p>three</p>'],
  ['## Rules of a day', '<h2 id="rules-of-a-day">Rules of a day</h2>'],
  ['### `a_b`', '<h3 id="a_b"><code>a_b</code></h3>'],
  ['```sh\n# <b>\n\n- x\n```', boxed('# &lt;b&gt;\n\n- x')],
  ['<!-- a\nb -->\nc', '<p>c</p>'],
  ['<div>a</div>', '<p>&lt;div&gt;a&lt;/div&gt;</p>'],
  ['- a\n- b', '<ul><li>a</li>\n<li>b</li>\n</ul>'],
  ['1. a\n\n   ```sh\n   b\n   ```\n\n2. c', `<ol><li><p>a</p>\n${boxed('b')}\n</li>\n<li><p>c</p>\n</li>\n</ol>`],
  ['> a\n>\n> b', '<blockquote><p>a</p>\n<p>b</p>\n</blockquote>'],
])('%j', (text, wanted) => {
  expect(html(text)).toBe(wanted);
});

test('a table has a head, and keeps a bar inside code', () => {
  const drawn = html('| A | `B` |\n|---|---|\n| `a\\|b` | c |');
  expect(drawn).toContain('<thead><tr><th>A</th>\n<th><code>B</code></th>');
  expect(drawn).toContain('<tbody><tr><td><code>a|b</code></td>\n<td>c</td>');
});

test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '" onclick="a'])('%j runs nothing', (text) => {
  expect(html(text)).not.toMatch(/<(?!\/?(?:p|em|code|strong)>)|"/);
});

test('a link to an address that runs something is refused', () => {
  expect(() => markdown('[a](javascript:void)')).toThrow('an address must be http');
});

test.each(['Test mode', '`a_b` and **c**', 'GET /jobs/{job_id}', 'What it’s for?'])(
  '%j has the anchor of GitHub',
  (heading) => {
    expect(anchorOf(heading)).toBe(asOnGitHub(heading.replace(/\*\*/g, '')));
  },
);

test('text without its marks', () => {
  expect(plain('**a** [b `c`](d) *e* f')).toBe('a b c e f');
});

test('a quarter of a megabyte of marks that never end is drawn at once', () => {
  const startedAt = performance.now();
  html('[`*<**'.repeat(40_000));
  // Quadratic work would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('fences with names are tabs of one box, of which the first is chosen; radio buttons need no script', () => {
  const drawn = html('```sh curl\na\n```\n\n```ts JavaScript\nb\n```\n\n```json\nc\n```');
  expect(drawn).toBe(
    `<div class="tabs" role="group" aria-label="Languages"><input type="radio" name="tabs-0" id="tabs-0-0" checked><label for="tabs-0-0">curl</label>${boxed('a')}\n<input type="radio" name="tabs-0" id="tabs-0-1"><label for="tabs-0-1">JavaScript</label>${boxed('b')}\n</div>\n${boxed('c')}`,
  );
});
