/** The fields of an address: each is a printable line of at most 100 characters. */
import { addressSchema } from '../../shared/domain/address.ts';

const valid = { name: 'Ada', addressLine1: '1 Way', city: 'Springfield', countryCode: 'US' };
const required = ['addressLine1', 'city'] as const;
const optional = ['firstName', 'lastName', 'companyName', 'name', 'addressLine2', 'provinceOrState', 'postalOrZip'];
const lines = [...required, ...optional];

const parse = (changes: object) => addressSchema().safeParse({ ...valid, ...changes });
const problemsOf = (changes: object) =>
  parse(changes).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

test.each(lines)(
  '%s is one printable line of at most 100 characters, counted without the spaces around it',
  (field) => {
    const text = 'Île-du-Prince 山田太郎 #4 c/o "X"'.padEnd(100, 'x');
    // Control characters, a line separator, and invisible characters.
    const unprintable = ['\n', '\t', '\0', '\x7f', '\x9f', '\u2029', '\u200b', '\u202e', '\u00ad'];
    expect(parse({ [field]: `  ${text}\n ` }).data).toHaveProperty(field, text);
    expect(problemsOf({ [field]: `${text}x` })).toEqual([`${field} must have at most 100 characters`]);
    for (const character of unprintable)
      expect(problemsOf({ [field]: `a${character}b` })).toEqual([
        `${field} must not contain line breaks or invisible characters: remove them`,
      ]);
  },
);

test.each(optional)('%s may be left out, null, empty or blank, which all mean the same', (field) => {
  for (const blank of [undefined, null, '', '   ', '\n'])
    expect(parse({ [field]: blank }).data).toEqual(parse({ [field]: undefined }).data);
});

test.each(required)('%s must not be missing, null, empty or blank', (field) => {
  for (const blank of [undefined, null, '', '   ']) expect(problemsOf({ [field]: blank })).toHaveLength(1);
  expect(problemsOf({ [field]: ' ' })[0]).toMatch(/^\w+ must not be empty \(\w.*\w\)$/);
});

test.each(lines)('%s must be a string', (field) => {
  for (const wrong of [5, true, {}, []])
    expect(problemsOf({ [field]: wrong })[0]).toMatch(/^\w+ must be a string \(\w.*\w\)$/);
});

test('the country must be exactly US or CA', () => {
  expect(problemsOf({ countryCode: 'CA' })).toEqual([]);
  for (const wrong of [undefined, null, '', 'us', 'USA', 'MX', 5])
    expect(problemsOf({ countryCode: wrong })).toEqual([
      'countryCode must be "US" or "CA" (mail goes to the US and Canada only)',
    ]);
});

test('an address that is not an object is refused, and the error lists its required fields', () => {
  for (const wrong of [undefined, null, 'here', 5, []])
    expect(addressSchema().safeParse(wrong).error?.issues[0]?.message).toBe(
      'must be an address object with addressLine1, city, countryCode and a name',
    );
});

test.each([',', '—', '...', '&'])('a name without letters or digits is refused: %j', (text) => {
  expect(problemsOf({ name: text })).toEqual(['name must contain a letter or a digit']);
});
