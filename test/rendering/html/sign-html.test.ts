/** The place of a signature in an author's HTML. */
import { checkHtml } from '../../../shared/rendering/html/check-html.ts';

const markup = { inPlace: '<span>SIGNED</span>', atEnd: '<span></span><span>SIGNED</span>' };

async function signed(html: string) {
  const result = await checkHtml(html, markup);
  if (!result.ok) throw new Error(result.problem);
  return result;
}

test.each([
  ['at the mark', '<p>Yours,<br>{{signature}}</p><p>Ada', '<p>Yours,<br><span>SIGNED</span></p><p>Ada</p>'],
  ['at the end', '<p>Yours,', '<p>Yours,</p><span></span><span>SIGNED</span>'],
  ['within a line', 'a {{ Signature }} b', 'a <span>SIGNED</span> b'],
  ['in a cell', '<table><tr><td>{{signature}}', '<table><tbody><tr><td><span>SIGNED</span></td></tr></tbody></table>'],
])('%s', async (_, html, expected) => {
  expect((await signed(html)).html).toBe(expected);
});

test.each([
  ['an attribute', '<p title="{{signature}}">a</p>'],
  ['a style', '<style>p::before { content: "{{signature}}" }</style><p>a</p>'],
  ['a form field', '<textarea>{{signature}}</textarea>'],
  ['a drawing', '<svg><text>{{signature}}</text></svg>'],
])('%s is no place for it', async (_, html) => {
  expect((await signed(html)).html).toBe(`${html}<span></span><span>SIGNED</span>`);
});

test('no element of the author’s passes for a signature', async () => {
  expect((await signed('<p data-mark>{{signature}}</p>')).html).toBe('<p><span>SIGNED</span></p>');
});

test('a comment is no place for it either', async () => {
  expect((await signed('<p>a</p><!-- {{signature}} -->')).html).toBe('<p>a</p><span></span><span>SIGNED</span>');
});

test('the first mark gets it, the others print nothing, and the author hears of it', async () => {
  const { html, warnings } = await signed('<p>{{signature}} {{signature}}</p><p>a{{signature}}b</p>');
  expect(html).toBe('<p><span>SIGNED</span> </p><p>ab</p>');
  expect(warnings).toEqual([{ code: 'signed_once' }]);
});

test('without a signature the mark stays, and the author hears of it', async () => {
  expect(await checkHtml('<p>{{signature}}</p>')).toMatchObject({
    html: '<p>{{signature}}</p>',
    warnings: [{ code: 'signature_missing' }],
  });
});
