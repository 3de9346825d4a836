/** A body is counted before it is parsed: millions of values would hold every other caller for a second. */
import fc from 'fast-check';
import { readJson } from '../../shared/doors/http/read-json.ts';

const most = 10_000;

test('what is no attack is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(readJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['brackets in brackets', '['.repeat(3_000_000)],
  ['objects in objects', '{"a":'.repeat(1_000_000)],
  ['a long array', `[${'1,'.repeat(most)}1]`],
  ['many fields', `{${'"a":1,'.repeat(most)}"b":1}`],
  ['values behind a text with escapes', `{"a":"\\\\\\"[","b":[${'0,'.repeat(most)}0]}`],
])('%s are refused before they are parsed', (_, text) => {
  // Cut off at the end, so that a parser would refuse it in other words.
  expect(() => readJson(text.slice(0, -1))).toThrow(/^The body has more than 10000 values: /);
});

test.each([
  ['brackets and commas', '[,{'.repeat(most)],
  ['quotation marks and backslashes', '"\\,['.repeat(most)],
])('a text may hold as many %s as it likes', (_, text) => {
  expect(readJson(JSON.stringify({ text, and: [1] }))).toEqual({ text, and: [1] });
});

test('as many values as the limit are taken', () => {
  expect(readJson(`[${'1,'.repeat(most - 1)}1]`)).toHaveLength(most);
});

test.each(['', '  ', '{', '{"a":"', '"\\', 'no', '[1,]'])(
  '%j is no JSON, and the refusal repeats nothing of it',
  (text) => {
    expect(() => readJson(text)).toThrow(/^The body is (?:empty|not valid JSON): send a JSON object/);
  },
);
