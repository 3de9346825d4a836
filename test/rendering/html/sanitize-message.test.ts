/** The note under a check: only text markup stays, and what a reader would miss causes a warning. */
import fc from 'fast-check';
import { maxMessageBytes, sanitizeMessage } from '../../../shared/rendering/html/sanitize-message.ts';
import { accepted } from '../accepted.ts';

const cleaned = async (html: string) => accepted(await sanitizeMessage(html));

const problemOf = async (html: string) => {
  const result = await sanitizeMessage(html);
  return result.ok ? undefined : result.problem;
};

test.each([
  ['paragraphs and breaks', '<p>Invoice <b>7</b>, <i>paid</i><br />in full.</p>'],
  [
    'headings and lists',
    '<h2>Terms</h2><ol start="3" type="a"><li>one</li><li value="9">two</li></ol><ul><li>x</li></ul>',
  ],
  ['a table', '<table border="1"><tbody><tr><td colspan="2" align="right">12.00</td></tr></tbody></table>'],
])('text markup stays the same, without a warning: %s', async (_, html) => {
  expect(await cleaned(html)).toEqual({ ok: true, warnings: [], html });
});

test.each([
  ['an event handler', '<p onclick="x()">a</p>', '<p>a</p>'],
  ['a link’s URL, but not its text', '<a href="javascript:x()">a</a> <a href="https://example.com">b</a>', 'a b'],
  [
    'a style that is not a text style',
    '<p style="position:fixed;color:red;text-align:right">a</p>',
    '<p style="text-align:right">a</p>',
  ],
  ['hidden content', 'a<div style="display: none">b</div><p hidden>c</p>', 'a'],
])('markup other than text is removed: %s', async (_, html, clean) => {
  expect(await cleaned(html)).toEqual({ ok: true, warnings: [], html: clean });
});

test('a warning names each kind of removed content that a reader would miss', async () => {
  const html =
    '<style>p { color: red }</style><img src="a.png"><svg><text>x</text></svg><iframe src="/"></iframe><input value="x"><p>a</p><script>x()</script><script>y()</script>';
  expect(await cleaned(html)).toEqual({
    ok: true,
    warnings: [
      {
        code: 'left_out_of_message',
        kinds: ['images', 'frames and recordings', 'form fields', 'style sheets', 'scripts'],
      },
    ],
    html: '<p>a</p>',
  });
});

test('the partner’s merge variables become plain braces, however they are hidden', async () => {
  expect((await cleaned('<p>Dear {{to.firstName}}</p>')).html).toBe('<p>Dear &#123;&#123;to.firstName&#125;&#125;</p>');
  const hidden = [
    '{<!-- -->{a}}',
    '{<script></script>{a}}',
    '&#123;&lbrace;a}}',
    '{<a>{</a>a}}',
    '<p style="{{a}}">a</p>',
  ];
  for (const html of hidden) expect((await cleaned(html)).html).not.toMatch(/[{}]/);
});

test('a message over 20,000 bytes is refused with both numbers', async () => {
  expect(await problemOf('é'.repeat(maxMessageBytes / 2))).toBeUndefined();
  expect(await sanitizeMessage(`${'é'.repeat(maxMessageBytes / 2)}a`)).toMatchObject({
    problem: 'The message has 20001 bytes of HTML and at most 20000 are allowed. Shorten it.',
    details: { kind: 'too_long' },
  });
  // A brace becomes the six bytes of its reference.
  expect(await problemOf(`a${'{'.repeat(10_000)}`)).toContain('The message has 60001 bytes');
});

test.each(['', '<p></p><hr>', '<script>alert(1)</script>'])('a message without words is refused: %j', async (html) => {
  expect(await problemOf(html)).toContain('nothing to print');
});

test('a message with deeply nested elements is refused', async () => {
  expect(await problemOf(`${'<div>'.repeat(200)}a`)).toContain('nested more than 100 elements deep');
});

const names = fc.constantFrom(
  ...'p b div span table tr td li ol h1 a script style svg math mtext title textarea noscript template button form'.split(
    ' ',
  ),
  ...'select option iframe xmp plaintext image ScRiPt foreignObject mglyph br hr caption col nobr font body frameset'.split(
    ' ',
  ),
);
const attribute = fc.constantFrom(
  '',
  ' onclick=x()',
  ' ONLOAD="x()"',
  ' href="javascript:x()"',
  ' align="{{a}}"',
  ' colspan=2',
  ' /onerror=x',
  ' style="text-align:left;background:url(javascript:x)"',
  " style='font-size:12pt;{{a}}:{{b}}'",
  ' title="<script>"',
  ' align=left',
);
const piece = fc.oneof(
  fc.tuple(names, attribute).map(([name, attributes]) => `<${name}${attributes}>`),
  names.map((name) => `</${name}>`),
  fc.constantFrom(
    'word ',
    '\r\n',
    ...'{ {{ }} &#123; &lbrace; <!-- --> --!> <![CDATA[ ]]> &lt;script&gt; < > " & \0 &nbsp;'.split(' '),
  ),
  fc.string({ maxLength: 6 }),
);

test('any tag soup becomes safe, and does not change when it is sanitized again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const result = await sanitizeMessage(`a ${pieces.join('')}`);
      if (!result.ok) return;
      const { html } = result;
      expect(await sanitizeMessage(html)).toEqual({ ok: true, warnings: [], html });
      expect(html).not.toMatch(/<script|<style|<!--|\{\{|\}\}/i);
      const tags = html.match(/<[^>]*>/g) ?? [];
      expect(tags.filter((tag) => /\son\w+\s*=|javascript:|href|src|url\(/i.test(tag))).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
