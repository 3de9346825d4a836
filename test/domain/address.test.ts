/** Addresses from the request to the envelope, and warnings about likely mistakes. */
import {
  type AddressInput,
  addressLines,
  addressWarnings,
  type Contact,
  taxProvince,
  toContact,
} from '../../shared/domain/address.ts';
import { stateNamed } from '../../shared/domain/addresses/parts.ts';
import { provinces } from '../../shared/domain/money.ts';
import { sentenceForCallers } from '../../shared/domain/warnings.ts';

const place = { addressLine1: '1 Rue Sainte', city: 'Laval', countryCode: 'CA' } as const;

function contactOf(input: Partial<AddressInput>): Contact {
  const result = toContact({ ...place, ...input } as AddressInput);
  if (!result.ok) throw new Error(`${result.field} ${result.problem}`);
  return result.contact;
}

function problemOf(input: Partial<AddressInput>): string {
  const result = toContact({ ...place, ...input } as AddressInput);
  if (result.ok) throw new Error('no problem');
  return `${result.field} ${result.problem}`;
}

test.each<[Partial<AddressInput>, Partial<Contact>]>([
  [{ firstName: 'Ada' }, { firstName: 'Ada' }],
  [
    { lastName: 'King', companyName: 'Engines' },
    { firstName: 'King', companyName: 'Engines' },
  ],
  [
    { name: 'Ada', lastName: 'King', companyName: 'Engines' },
    { firstName: 'Ada', lastName: 'King', companyName: 'Engines' },
  ],
  ...['John Núñez Jr.', 'Nunez, John Jr.', 'JOHN NÚÑEZ JR.'].map(
    (name) => [{ name, lastName: 'Núñez' }, contactOf({ name })] satisfies [Partial<AddressInput>, Partial<Contact>],
  ),
  // A first name wins over `name`.
  [{ firstName: 'Ada', name: 'Somebody Else' }, { firstName: 'Ada' }],
])('an address with only the name %j becomes a contact with %j', (input, name) => {
  expect(contactOf(input)).toEqual({ ...place, ...name });
});

test.each([
  [{}, 'name'],
  [{ lastName: 'King' }, 'firstName'],
])('an address with only the name %j is refused, and the error lists the three possible fields', (input, field) => {
  expect(problemOf(input)).toBe(`${field} is missing: send name, firstName or companyName.`);
  expect(toContact({ ...place, ...input } as AddressInput)).toMatchObject({ code: 'field_missing' });
});

test.each([
  ['CA', 'Québec', 'QC'],
  ['US', 'ca', 'CA'],
  ['US', 'district of columbia', 'DC'],
  ['US', 'Washington, D.C.', 'Washington, D.C.'],
  ['US', 'N. Carolina', 'NC'],
  ['US', 'Puerto Rico', 'PR'],
  ['US', 'S.Dak.', 'SD'],
  ['US', 'Armed Forces (AE)', 'AE'],
  ['US', 'New York State', 'NY'],
  ['US', 'State of Washington', 'WA'],
  ['US', 'Jefferson', 'Jefferson'],
] as const)('in %s the state or province "%s" becomes %s', (countryCode, provinceOrState, code) => {
  expect(contactOf({ name: 'Ada', countryCode, provinceOrState }).provinceOrState).toBe(code);
});

test('an unknown Canadian province is refused, and the error lists all codes', () => {
  const problem = expect.stringMatching(
    /^is not a Canadian province or territory: send a two-letter code \(AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT\)/,
  );
  const failure = { field: 'provinceOrState', code: 'field_invalid', problem };
  expect(toContact({ ...place, name: 'Ada', provinceOrState: 'Bavaria' })).toMatchObject(failure);
});

test.each([
  ['US', '627011234', '62701-1234'],
  ['US', '6270112345', '6270112345'],
  ['US', '62701 1234', '62701-1234'],
  ['US', '62701 – 1234', '62701-1234'],
  ['US', '62701-', '62701'],
  ['CA', 'h2x  1y4', 'H2X 1Y4'],
] as const)('in %s the postal code %s becomes %s', (countryCode, postalOrZip, code) => {
  expect(contactOf({ name: 'Ada', countryCode, postalOrZip }).postalOrZip).toBe(code);
});

test('missing fields of an address are not stored', () => {
  const stored = JSON.stringify(contactOf({ name: 'Ada', addressLine2: undefined, lastName: undefined }));
  expect(Object.keys(JSON.parse(stored))).toEqual(['firstName', 'addressLine1', 'city', 'countryCode']);
});

const places = {
  US: { name: 'Ada', addressLine1: '12 Main St', city: 'Albany', provinceOrState: 'NY', countryCode: 'US' },
  CA: { name: 'Ada', addressLine1: '12 King St', city: 'Toronto', provinceOrState: 'ON', countryCode: 'CA' },
} as const;
const problems = {
  CA: 'belongs to Canada, but this address is in the US: change its country or correct this field.',
  US: 'belongs to the US, but this address is in Canada: change its country or correct this field.',
  abroad: 'names another country: mail goes to the US and Canada only.',
} as const;

test.each([
  ['US', 'CA', { provinceOrState: 'ON' }],
  ['US', 'CA', { provinceOrState: 'Québec' }],
  ['US', 'CA', { provinceOrState: 'ON M5V 2T6' }],
  ['US', 'CA', { postalOrZip: 'm5v2t6' }],
  ['US', 'CA', { city: 'Toronto, Canada' }],
  ['US', 'CA', { city: 'Toronto, ON, CANADA M5V 2T6' }],
  ['US', 'CA', { addressLine2: 'Canada' }],
  ['US', 'CA', { addressLine1: 'ON M5V-2T6' }],
  ['CA', 'US', { provinceOrState: 'Texas' }],
  ['CA', 'US', { provinceOrState: 'États-Unis' }],
  ['CA', 'US', { postalOrZip: '98101' }],
  ['CA', 'US', { city: 'Seattle, U.S.A.' }],
  ['CA', 'US', { city: 'Vancouver, WA 98660' }],
  ['US', 'abroad', { city: 'Berlin, Allemagne' }],
  ['US', 'abroad', { provinceOrState: 'Germany' }],
] as const)('an address in %s with a field that belongs to %s is refused: %j', (country, otherCountry, change) => {
  expect(problemOf({ ...places[country], ...change })).toBe(`${Object.keys(change)[0]} ${problems[otherCountry]}`);
});

test.each([
  ['CA', { addressLine1: '700 W Georgia St', city: 'Vancouver', provinceOrState: 'BC' }],
  ['CA', { addressLine2: 'Texas', companyName: 'Bank of America' }],
  ['CA', { addressLine2: '12345' }],
  ['CA', { city: 'Washington' }],
  ['CA', { city: 'Toronto, CA', addressLine2: 'Canada' }],
  ['US', { city: 'Ontario', provinceOrState: 'CA', postalOrZip: '91761' }],
  ['US', { city: 'Canada', provinceOrState: 'KY' }],
  ['US', { city: 'Lebanon', addressLine1: '5 Canada Rd', addressLine2: 'Ontario' }],
  ['US', { city: 'Atlanta, Georgia', provinceOrState: 'GA' }],
  ['US', { city: 'Albany, USA', addressLine2: 'NY 12207' }],
  ['US', { city: 'San Juan, Puerto Rico', provinceOrState: 'Puerto Rico' }],
] as const)('an address in %s may have fields that look foreign: %j', (country, change) => {
  expect(contactOf({ ...places[country], ...change }).countryCode).toBe(country);
});

test('no state has the name or code of a province', () => {
  const names = Object.entries(provinces).flatMap(([code, { names: all }]) => [code, ...all]);
  expect(names.filter((name) => stateNamed(name) !== undefined)).toEqual([]);
});

test.each<[Partial<AddressInput>, ReturnType<typeof taxProvince>]>([
  // The province of the address counts, even if the postal code belongs to another one.
  [{ provinceOrState: 'ON', postalOrZip: 'H2X 1Y4' }, 'ON'],
  [{ postalOrZip: 'h2x1y4' }, 'QC'],
  [{}, undefined],
  [{ postalOrZip: 'Z1Z 1Z1' }, undefined],
  [{ countryCode: 'US', provinceOrState: 'WA', postalOrZip: '98101' }, undefined],
])('an address with %j is taxed in the province %s', (input, province) => {
  expect(taxProvince(contactOf({ name: 'Ada', ...input }))).toBe(province);
});

const warningsFor = (input: Partial<AddressInput>) =>
  addressWarnings('letter.to', contactOf({ name: 'Ada', ...input })).map(sentenceForCallers);
const us = { countryCode: 'US', provinceOrState: 'IL' } as const;

test.each([
  ['62701', us],
  ['00501', { ...us, provinceOrState: 'NY' }],
  ['10001-1234', { ...us, provinceOrState: 'new york' }],
  ['K1A 0B1', { provinceOrState: 'ON' }],
  ['K1A 0H3', { provinceOrState: 'QC' }],
  ['R8A 1N3', { provinceOrState: 'SK' }],
  ['X0A 0H0', { provinceOrState: 'NU' }],
  ['X1A 0H0', { provinceOrState: 'NT' }],
])('the postal code %s with %j gets no warning', (postalOrZip, where) => {
  expect(warningsFor({ ...where, postalOrZip })).toEqual([]);
});

const zip = 'does not look like a US ZIP code (12345 or 12345-6789): please check it.';
const canadian = 'does not look like a Canadian postal code (K1A 0B1): please check it.';

test.each<readonly [Partial<AddressInput>, string]>([
  ...['1234', '123456', '00000', 'ABCDE', 'K1A 0BI'].map((code) => [{ ...us, postalOrZip: code }, zip] as const),
  ...['1234', 'K1A', 'D1A 0B1', 'K1A 0O1', 'W1A 0B1'].map(
    (code) => [{ provinceOrState: 'AB', postalOrZip: code }, canadian] as const,
  ),
  [{ provinceOrState: 'ON', postalOrZip: 'H2X 1Y4' }, 'belongs to a province other than ON: please check both.'],
  [{ provinceOrState: 'YT', postalOrZip: 'X1A 0H0' }, 'belongs to a province other than YT: please check both.'],
  [{ ...us, postalOrZip: '90210' }, 'belongs to a state other than IL: please check both.'],
])('the postal code of %j gets a warning: %s', (input, warning) => {
  expect(warningsFor(input)[0]).toBe(`letter.to.postalOrZip ${warning}`);
});

test.each([{ name: '[Your Name]' }, { city: '{{city}}' }, { addressLine2: 'undefined' }, { name: 'N/A' }])(
  'a placeholder in an address gets a warning: %j',
  (placeholder) => {
    const warnings = warningsFor({ ...us, postalOrZip: '62701', ...placeholder });
    expect(warnings).toEqual([expect.stringMatching(/^letter.to has a part/)]);
  },
);

test('a missing postal code, a missing province and an unknown state get a warning with the path of the field', () => {
  expect(warningsFor({})).toEqual([
    'letter.to.postalOrZip is missing: mail without it may be late or returned.',
    'letter.to.provinceOrState is missing: mail without it may be late or returned.',
  ]);
  expect(warningsFor({ ...us, provinceOrState: 'Jefferson', postalOrZip: '62701' })).toEqual([
    'letter.to.provinceOrState is not a state of the US: please check it.',
  ]);
});

test.each([
  ['Ada 🎂', 'U+1F382'],
  ['Αλφαβητο', 'U+0391, U+03BB, U+03C6, U+03B1, U+03B2, U+03B7'],
])('the warning about unprintable characters in "%s" has only their code points: %s', (name, points) => {
  expect(warningsFor({ ...us, name, postalOrZip: '62701' })).toEqual([
    `letter.to has characters that may not print (${points}): write the name and the address in Latin letters.`,
  ]);
});

test.each(['**Ada**', '[Ada](https://example.com)', '`Ada`', String.raw`Ada\nKing`, 'Ada &#x27;King', 'Ada** King'])(
  'markup in an address gets a warning: %s',
  (name) => {
    expect(warningsFor({ ...us, name, postalOrZip: '62701' })).toEqual([
      expect.stringMatching(/^letter.to has Markdown, HTML or a literal \\n, which prints exactly as sent/),
    ]);
  },
);

test.each(['Zoë Nguyễn', 'Zoe\u0308 ŠĐĆ', 'Łukasz O’Brien-Müller', 'Þór “Ægir” – №7™', 'E*T`a & Co., c/o #5 @ ½'])(
  'names in Latin letters get no warning: %s',
  (name) => {
    expect(warningsFor({ ...us, name, postalOrZip: '62701', addressLine1: '1½ Rue de l’Église' })).toEqual([]);
  },
);

test('an envelope has lines for name, company, street, unit, city with province and code, and country', () => {
  const input = { name: 'Ada King', companyName: 'Engines', addressLine2: 'Apt 2', provinceOrState: 'QC' };
  const lines = ['Ada King', 'Engines', '1 Rue Sainte', 'Apt 2', 'Laval QC H2X 1Y4', 'Canada'];
  expect(addressLines(contactOf({ ...input, postalOrZip: 'H2X 1Y4' }))).toEqual(lines);
});

test('an envelope has no empty lines, and a company without a person is named once', () => {
  const lines = ['Engines', '1 Rue Sainte', 'Laval', 'United States'];
  expect(addressLines(contactOf({ companyName: 'Engines', countryCode: 'US' }))).toEqual(lines);
});
