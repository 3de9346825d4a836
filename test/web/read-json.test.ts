/** A body is counted before it is parsed: millions of values would hold every other caller for a second. */
import fc from 'fast-check';
import { Refusal } from '../../shared/domain/refusal.ts';
import { readJson } from '../../shared/web/http/read-json.ts';

const most = 10_000;

test('valid JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom('', '\ufeff'), (text, mark) => {
      fc.pre(!/^\s*"\s*[[{]/.test(text));
      expect(readJson(mark + text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['brackets in brackets', '['.repeat(3_000_000)],
  ['objects in objects', '{"a":'.repeat(1_000_000)],
  ['a long array', `[${'1,'.repeat(most)}1]`],
  ['many fields', `{${'"a":1,'.repeat(most)}"b":1}`],
  ['values behind a text with escapes', `{"a":"\\\\\\"[","b":[${'0,'.repeat(most)}0]}`],
])('a body of %s is refused before it is parsed', (_, text) => {
  // Cut off at the end, so that a parser would refuse it in other words.
  expect(() => readJson(text.slice(0, -1))).toThrow(/^The body has more than 10000 values: /);
});

test.each([
  ['brackets and commas', '[,{'.repeat(most)],
  ['quotation marks and backslashes', '"\\,['.repeat(most)],
])('a string may contain any number of %s', (_, text) => {
  expect(readJson(JSON.stringify({ text, and: [1] }))).toEqual({ text, and: [1] });
});

test('a body with as many values as the limit is accepted', () => {
  expect(readJson(`[${'1,'.repeat(most - 1)}1]`)).toHaveLength(most);
});

const noJson = 'The body is not valid JSON';

test.each([
  ['', 'The body is empty'],
  ['  ', 'The body is empty'],
  ['[', `${noJson} (it ends too early)`],
  ['{"a":"', `${noJson} (it ends too early)`],
  ['"\\', `${noJson} (it ends too early)`],
  ['no', noJson],
  ['[1,]', noJson],
  ['(line 9 column 9)', noJson],
  ['{"a": 1,}', `${noJson} (line 1, column 9)`],
  ['{"a": 1,\n "b": 2 3\n}', `${noJson} (line 2, column 9)`],
  ["{'a': 1}", `${noJson} (line 1, column 2)`],
  ['{"a": "[,}", "b": NaN}', noJson],
  [`{"a": "${'x'.repeat(50_000)}" "b": 1}`, `${noJson} (line 1, column 50010)`],
])('invalid JSON %.40j is refused with its place, and not repeated', (text, says) => {
  const cure = says.startsWith(noJson) ? 'send a JSON object, encoded in UTF-8.' : 'send a JSON object.';
  expect(() => readJson(text)).toThrow(new Refusal('invalid_request', `${says}: ${cure}`));
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a form (%s) is refused as one, unless its body is JSON',
  (type) => {
    expect(() => readJson('country=US&text=Hello', type)).toThrow(
      `The body is a form (${type.split(';')[0]}), and not JSON: send a JSON object, with content-type: application/json.`,
    );
    expect(readJson('{"country":"US"}', type)).toEqual({ country: 'US' });
    expect(() => readJson('{"country":', type)).toThrow('The body is not valid JSON (it ends too early)');
  },
);
