/** Likely mistakes of an author get a warning, and text that only looks like a mistake does not. */
import { authorWarnings } from '../../shared/domain/input/quoted-content.ts';

test.each([
  ['Dear {{first_name}}, you owe {{ amount }}', ['{{first_name}}', '{{ amount }}']],
  ['To <<Company>>, «First_Name» <%= last %>', ['<<Company>>', '«First_Name»', '<%= last %>']],
  ['<p>To &lt;&lt;Company&gt;&gt;</p>', ['<<Company>>']],
  ['Dear <Name>, of <your company> in <CITY NAME>', ['<Name>', '<your company>', '<CITY NAME>']],
  ['<p>Dear &lt;First_Name&gt;</p>', ['<First_Name>']],
  ['On [DATE], [INSERT LETTER HERE]', ['[DATE]', '[INSERT LETTER HERE]']],
  ['Dear [Recipient Name] of [City, State ZIP] on [date(s)]', ['[Recipient Name]', '[City, State ZIP]', '[date(s)]']],
  ['You owe [object Object] and *|TOTAL|* on [●]', ['[object Object]', '*|TOTAL|*', '[●]']],
  ['Dear %FIRSTNAME% or [Tenant’s full name]', ['%FIRSTNAME%', '[Tenant’s full name]']],
  ['{{a}} {{a}} {{b}} {%p if c %} {{d}}', ['{{a}}', '{{b}}', '{%p if c %}']],
])('the warning about placeholders that were not filled in repeats them: %s', (content, marks) => {
  expect(authorWarnings('html', content)).toEqual([{ code: 'blanks_unfilled', marks }]);
});

test.each([
  'See [NOTICE](https://example.com), he wrote [SIC] to Acme [USA] {once} in case [2024] or [A].',
  '<style>@media print{a{b:c}}</style><!--[if mso]>x<![endif]-->',
  'He paid $5 << $10 and {} is empty: « Oui », “on [the date]”, /%E3%81%AA, input[name]',
  '<TABLE><TR><Td class="a">1</TD></TR></TABLE><sup>2</sup> Ada <ada@example.com> a < B and C > d',
])('a text that only looks like a placeholder gets no warning: %s', (content) => {
  expect(authorWarnings('markdown', content)).toEqual([]);
});

test.each([
  ['<p>Dear Ada</p><b>Hello</b>', [{ code: 'markup_in_text', markup: 'html' }]],
  ['# Dear Ada\n\nHello', [{ code: 'markup_in_text', markup: 'markdown' }]],
  ['I am **sure**', [{ code: 'markup_in_text', markup: 'markdown' }]],
  ['Dear Ada,\\n\\nHello.', [{ code: 'line_breaks_escaped' }]],
  ['Item      Qty\nGear      7.50', [{ code: 'columns_by_spaces' }]],
  ['Item\tQty\nGear\t\t7.50', [{ code: 'columns_by_spaces' }]],
])('markup, escaped line breaks and columns in plain text get a warning: %s', (content, warnings) => {
  expect(authorWarnings('text', content)).toEqual(warnings);
});

test.each(['Signed:     Date:\n\n   Indented   \nShort', 'a < b and c > d, #1, 2 * 3 * 4, C:\\new'])(
  'plain text that only looks like columns or markup gets no warning: %s',
  (content) => expect(authorWarnings('text', content)).toEqual([]),
);

test('markup in HTML and Markdown gets no warning, but lines of HTML without a tag do', () => {
  expect(authorWarnings('html', 'Dear Ada,\n\n3 < 4.')).toEqual([{ code: 'lines_joined', isHtml: true }]);
  expect(authorWarnings('html', '<p>a</p>\\n\\n')).toEqual([]);
  expect(authorWarnings('markdown', '# a **b** <b>c</b>')).toEqual([]);
});

test.each([
  ['html', '<pre class="a">\nItem      Qty\nGear      7.50</pre>', [{ code: 'columns_by_spaces' }]],
  ['markdown', 'x\n\n```text\nItem\tQty\nGear\t7.50\n```', [{ code: 'columns_by_spaces' }]],
  ['markdown', '```npm test``` and `<pre>`\n\n| Item   | Qty    |\n|---|---|\n| Gear   | 7.50   |', []],
  ['html', '<p>\n   a   b\n   c   d</p><pre>x\ny</pre>\n   a   b\n   c   d', []],
] as const)('columns in %s get a warning only in a preformatted block: %s', (kind, content, warnings) => {
  expect(authorWarnings(kind, content)).toEqual(warnings);
});
