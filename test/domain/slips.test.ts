/** Slips in written content: each is warned of, and what only looks like one is not. */
import { slipsIn } from '../../shared/domain/input/quoted-content.ts';

test.each([
  ['Dear {{first_name}}, you owe {{ amount }}', ['{{first_name}}', '{{ amount }}']],
  ['{%p if debt %}', ['{%p if debt %}']],
  ['To <<Company>>', ['<<Company>>']],
  ['<p>To &lt;&lt;Company&gt;&gt;</p>', ['<<Company>>']],
  ['On [DATE], [INSERT LETTER HERE]', ['[DATE]', '[INSERT LETTER HERE]']],
  ['Dear [Recipient Name]', ['[Recipient Name]']],
  ['You owe [object Object] and *|TOTAL|*', ['[object Object]', '*|TOTAL|*']],
  ['{{a}} {{a}} {{b}} {{c}} {{d}}', ['{{a}}', '{{b}}', '{{c}}']],
])('a blank that was left in a template is named: %s', (content, marks) => {
  expect(slipsIn('html', content)).toEqual([{ code: 'blanks_unfilled', marks }]);
});

test.each([
  'See [NOTICE](https://example.com), he wrote [SIC] {once} in case [2024] or [A].',
  '<style>@media print{a{b:c}}</style><!--[if mso]>x<![endif]-->',
  'He paid $5 << $10 and {} is empty',
])('words that only look like a blank pass: %s', (content) => {
  expect(slipsIn('markdown', content)).toEqual([]);
});

test.each([
  ['<p>Dear Ada</p><b>Hello</b>', [{ code: 'markup_in_text', markup: 'html' }]],
  ['# Dear Ada\n\nHello', [{ code: 'markup_in_text', markup: 'markdown' }]],
  ['I am **sure**', [{ code: 'markup_in_text', markup: 'markdown' }]],
  ['Dear Ada,\\n\\nHello.', [{ code: 'line_breaks_escaped' }]],
  ['Item      Qty\nGear      7.50', [{ code: 'columns_by_spaces' }]],
  ['Item\tQty\nGear\t\t7.50', [{ code: 'columns_by_spaces' }]],
  ['Signed:     Date:\n\n   Indented   \nShort', []],
  ['a < b and c > d, #1, 2 * 3 * 4, C:\\new', []],
])('markup that plain text would print is warned of: %s', (content, warnings) => {
  expect(slipsIn('text', content)).toEqual(warnings);
});

test('markup is at home in HTML and Markdown', () => {
  expect([slipsIn('html', '<p>a</p>\\n\\n'), slipsIn('markdown', '# a **b** <b>c</b>')]).toEqual([[], []]);
});
