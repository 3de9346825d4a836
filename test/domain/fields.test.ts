/** Unknown fields of a request: the fields that they probably mean, and how little of them an error repeats. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  fieldWarnings,
  invalidRequest,
  matchFieldName,
  refuseMisplaced,
  unknownFields,
} from '../../shared/domain/fields.ts';
import { parseJson } from '../../shared/domain/json.ts';
import { lineField, mustBe } from '../../shared/domain/text.ts';
import { sentenceForCallers } from '../../shared/domain/warnings.ts';
import { anyCharacter } from '../support/any-character.ts';

const addressFields =
  'addressLine1 addressLine2 city postalOrZip provinceOrState countryCode firstName lastName name'.split(' ');

test.each([
  ['address_line1', 'addressLine1'],
  ['AddressLine2', 'addressLine2'],
  ['address-line-1', 'addressLine1'],
  ['zip', 'postalOrZip'],
  ['postal_code', 'postalOrZip'],
  ['address_zip', 'postalOrZip'],
  ['state', 'provinceOrState'],
  ['country', 'countryCode'],
  ['first_name', 'firstName'],
  ['street', 'addressLine1'],
  ['Town', 'city'],
  ['surname', 'lastName'],
  ['apartment', 'addressLine2'],
  ['phone', 'nothing'],
  ['contryCode', 'nothing'],
  ['', 'nothing'],
])('%j in an address probably means %s', (sent, meant) => {
  expect(matchFieldName(sent, addressFields) ?? 'nothing').toBe(meant);
});

test('a synonym of a field is recognized only if the request can have that field', () => {
  expect(matchFieldName('colour', ['color'])).toBe('color');
  expect(matchFieldName('colour', ['registered'])).toBeUndefined();
  expect(matchFieldName('pdf_base64', ['text', 'pdf_url'])).toBe('pdf_url');
  expect(matchFieldName('bank_account_id', ['bank_account', 'memo'])).toBe('bank_account');
});

test.each([
  ['{"to":1, "to":2}', 'to'],
  ['{"letter":{"to":{"city":"A"},"from":["to"],"to" : {}}}', 'to'],
  [String.raw`{"t\u006f":1,"to":2}`, 'to'],
  ['{"__proto__":1,"__proto__":2}', 'a key'],
  ['{"account_021000021":1,"account_021000021":2}', 'a key'],
])('the same key twice in one object of %s is refused, and named if that is safe', (text, key) => {
  expect(() => parseJson(text)).toThrow(`The body has ${key} twice in one object: send it once.`);
});

test.each(['{"a":{"b":1},"c":{"b":2},"b":[{"b":3},{"b":4}]}', '{"a":"a","b":"a\\":","c":["a","a"]}'])(
  '%s is read, because no object in it has a key twice',
  (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  },
);

test('the error says if a value is missing, empty or of the wrong type, and what to send', () => {
  const placeSchema = z.object({
    city: lineField('City or town.', { maxLength: 9 }),
    zip: z.int(mustBe('five digits')),
  });
  const problems = (raw: object) => {
    // Like a use case, which drops empty values before it validates a request.
    const { error } = placeSchema.safeParse(
      Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== '')),
    );
    return invalidRequest(error?.issues ?? [], raw, []).faults.map(({ error, code }) => `${error} ${code}`);
  };
  expect(problems({})).toEqual([
    'city is missing: send a string (city or town). field_missing',
    'zip is missing: send five digits. field_missing',
  ]);
  expect(problems({ city: '', zip: '12' })).toEqual([
    'city must not be empty (city or town). field_invalid',
    'zip must be five digits, and a string was sent: leave out the quotes. field_invalid',
  ]);
});

test('a list of names on a cover sheet gets no advice about ordering for several recipients', () => {
  const cover = { to: ['Ada', 'Grace'] };
  const { error } = z.object({ to: lineField('Name.', { maxLength: 60 }) }).safeParse(cover);
  const { message } = invalidRequest(error?.issues ?? [], cover, []);
  expect(message).toBe('to must be a string (name), and an array was sent.');
});

const schema = z.object({
  color: z.optional(z.boolean()),
  letter: z.object({ to: z.object({ city: z.string() }), text: z.string() }),
});

const warningsFor = (raw: unknown, decided: readonly string[] = []) =>
  fieldWarnings(unknownFields(schema, raw), decided).map(sentenceForCallers);

test.each([
  ['with a synonym', { colour: true }, 'colour is not a field of this request and was ignored: did you mean color?'],
  [
    'of another object',
    { text: 'x' },
    'text is not a field of this request and was ignored: did you mean letter.text?',
  ],
  [
    'of an inner object',
    { letter: { to: { addressCity: 'x' } } },
    'letter.to.addressCity is not a field of this request and was ignored: did you mean city?',
  ],
  ['without a likely meaning', { foo: 1 }, 'foo is not a field of this request and was ignored.'],
])('an unknown field %s gets a warning', (_, raw, sentence) => {
  expect(warningsFor(raw)).toEqual([sentence]);
});

test('a field in the wrong object is refused if it is missing in the right one', () => {
  const checkJob = (raw: unknown) => () => refuseMisplaced(unknownFields(schema, raw), raw);
  expect(checkJob({ text: 'x', letter: { to: {} } })).toThrow('text is in the wrong place: send it as letter.text.');
  expect(checkJob({ letter: { to: { text: 'x' } } })).toThrow('letter.to.text is in the wrong place');
  expect(checkJob({ letter: { color: true } })).toThrow('letter.color is in the wrong place: send it as color.');
  for (const raw of [{ text: 'x', letter: { text: 'y' } }, { colour: true }, { foo: 1 }])
    expect(checkJob(raw)).not.toThrow();
});

test('an option of a quote under the name of its product is refused if it is missing at the top level', () => {
  const quoteSchema = z.object({ color: z.optional(z.boolean()) });
  const checkQuote = (raw: unknown) => () => refuseMisplaced(unknownFields(quoteSchema, raw), raw);
  expect(checkQuote({ letter: { color: true } })).toThrow('letter.color is in the wrong place: send it as color.');
  for (const raw of [{ color: false, letter: { color: true } }, { letter: { to: {} } }, { meta: { color: true } }])
    expect(checkQuote(raw)).not.toThrow();
});

test('a field that two other objects can have is not refused, because either may be meant', () => {
  const person = z.object({ name: z.optional(z.string()) });
  const raw = { name: 'Ada', to: {}, from: {} };
  expect(() => refuseMisplaced(unknownFields(z.object({ to: person, from: person }), raw), raw)).not.toThrow();
});

test('the warning about an option in a job request says that the quote decides it', () => {
  expect(warningsFor({ letter: { registered: true } }, ['registered'])).toEqual([
    'letter.registered is not a field of this request and was ignored: the quote decides it.',
  ]);
});

test.each([[null], [undefined], [5], ['text'], [[{ foo: 1 }]], [{ letter: [] }], [{ foo: null, color: true }]])(
  '%j has no unknown fields',
  (raw) => {
    expect(warningsFor(raw)).toEqual([]);
  },
);

test.each(['__proto__', 'a'.repeat(41), 'pay 5 now', 'account_021000021', '<b>', '\u0301'])(
  'the warning about an unknown field does not repeat the unsafe name %j',
  (name) => {
    expect(warningsFor(JSON.parse(`{${JSON.stringify(name)}:1}`))).toEqual([
      'The body has a field that this request does not take and was ignored.',
    ]);
  },
);

test('no warning about an unknown field repeats its value, or a name that is long or contains a number', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: anyCharacter }), fc.constant('SECRET')), (raw) => {
      for (const sentence of warningsFor({ ...raw, letter: { ...raw } })) {
        expect(sentence).toMatch(/^[\w.-]{1,60} is not a field of this request|^(?:The body|letter) has a field/);
        expect(sentence).not.toMatch(/SECRET|\d{4}/);
      }
    }),
  );
});
