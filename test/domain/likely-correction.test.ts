/** A mistake with one likely correction gets a suggestion. A mistake with several, or none, does not. */
import type { Contact } from '../../shared/domain/address.ts';
import { likelyCorrection } from '../../shared/domain/addresses/likely-correction.ts';
import { compareAddress, type VerifiedAddress } from '../../shared/domain/addresses/normalized-address.ts';
import { order } from '../support/letters.ts';

const { to: springfield } = order;

const montreal = {
  ...springfield,
  addressLine1: '12, rue de la Machine',
  city: 'Montréal',
  provinceOrState: 'QC',
  postalOrZip: 'H2X 1Y4',
  countryCode: 'CA',
} as const satisfies Contact;

const boston = { ...springfield, city: 'Boston', provinceOrState: 'MA', postalOrZip: '02108' } as const;

/** `[name, the address as sent, the suggested fields]`. Without suggested fields, there is no suggestion. */
const cases: readonly (readonly [string, Contact, Partial<Contact>?])[] = [
  ['a correct address in the US', springfield],
  ['a correct address in Canada', montreal],
  ['an address of a territory', { ...montreal, provinceOrState: 'NU', postalOrZip: 'X0A 0H0' }],
  ['a ZIP code that lost its first zero', { ...boston, postalOrZip: '2108' }, { postalOrZip: '02108' }],
  [
    'a ZIP code that lost both zeros',
    { ...springfield, city: 'San Juan', provinceOrState: 'PR', postalOrZip: '926' },
    { postalOrZip: '00926' },
  ],
  ['four digits in a state whose ZIP codes don’t begin with zero', { ...springfield, postalOrZip: '6270' }],
  ['four digits without a state', { ...boston, provinceOrState: undefined, postalOrZip: '2108' }],
  ['a postal code with an O', { ...montreal, postalOrZip: 'H2X OY4' }, { postalOrZip: 'H2X 0Y4' }],
  ['a postal code with an I, without its space', { ...montreal, postalOrZip: 'HIX1Y4' }, { postalOrZip: 'H1X1Y4' }],
  ['a postal code with an O, of another province', { ...montreal, postalOrZip: 'M5V OT6' }],
  ['no state, and a ZIP code of one state', { ...springfield, provinceOrState: undefined }, { provinceOrState: 'IL' }],
  ['no state, and a ZIP code of two states', { ...springfield, provinceOrState: undefined, postalOrZip: '83414' }],
  ['no province', { ...montreal, provinceOrState: undefined }, { provinceOrState: 'QC' }],
  [
    'no province, and a postal code of two provinces',
    { ...montreal, provinceOrState: undefined, postalOrZip: 'K1A 0H3' },
  ],
  ['a postal code of two provinces with an O', { ...montreal, postalOrZip: 'K1A OH3' }, { postalOrZip: 'K1A 0H3' }],
  ['no territory', { ...montreal, provinceOrState: undefined, postalOrZip: 'X0A 0H0' }],
  ['neither state nor code', { ...springfield, provinceOrState: undefined, postalOrZip: undefined }],
  [
    'city and state swapped',
    { ...springfield, city: 'Illinois', provinceOrState: 'Springfield' },
    { city: 'Springfield', provinceOrState: 'IL' },
  ],
  ...['USA', 'United States', 'Manhattan', 'NYC'].map(
    (provinceOrState) =>
      [
        `the city of New York in "${provinceOrState}"`,
        { ...springfield, city: 'New York', provinceOrState, postalOrZip: '10001' },
        { provinceOrState: 'NY' },
      ] as const,
  ),
  ['a country in place of the state', { ...springfield, provinceOrState: 'U.S.A.' }, { provinceOrState: 'IL' }],
  ['a country in place of one of two states', { ...springfield, provinceOrState: 'USA', postalOrZip: '83414' }],
  [
    'New York as the state of Brooklyn',
    { ...springfield, city: 'New York', provinceOrState: 'Brooklyn', postalOrZip: '11201' },
    { city: 'Brooklyn', provinceOrState: 'NY' },
  ],
  ['an unknown state', { ...springfield, provinceOrState: 'Illinoise' }],
  [
    'a city named like a state',
    { ...springfield, city: 'Washington', provinceOrState: 'Washington DC', postalOrZip: '20001' },
  ],
  ['the state in the city', { ...springfield, city: 'Springfield, IL' }, { city: 'Springfield' }],
  [
    'state and code in the city, and nowhere else',
    { ...springfield, city: 'Springfield, IL 62701', provinceOrState: undefined, postalOrZip: undefined },
    { city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701' },
  ],
  ['another state in the city', { ...springfield, city: 'Springfield, MA' }],
  ['another code in the city', { ...springfield, city: 'Springfield, IL 62702' }],
  [
    'unit and street swapped',
    { ...springfield, addressLine1: 'Apt 4', addressLine2: '12 Analytical Way' },
    { addressLine1: '12 Analytical Way', addressLine2: 'Apt 4' },
  ],
  ['a name above the street', { ...springfield, addressLine1: 'Engine House', addressLine2: '12 Analytical Way' }],
  ['a unit and no street', { ...springfield, addressLine1: 'Apt 4' }],
];

test.each(cases.map(([name, input, change]) => [name, change, input] as const))(
  'the suggestion for %s: %j',
  (_, change, input) => {
    const before = structuredClone(input);
    const correction = likelyCorrection(input);
    expect(input).toEqual(before);
    const suggestion = { ...input, ...change };
    expect(correction).toEqual(change && { status: 'corrected', what: expect.any(Array), suggestion });
    expect(correction?.what.toSorted()).toEqual(change && Object.keys(change).sort());
  },
);

const same = { status: 'verified' };
const noVerdict = { status: 'unknown' };
const differsIn = (field: string) => ({ status: 'corrected', what: [field], suggestion: expect.anything() });

/** `[name, as sent, as verified, verdict]`; `noVerdict` if the verified address is incomplete. */
const comparisons: readonly (readonly [string, Contact, VerifiedAddress, object])[] = [
  ['capitals and ZIP+4', springfield, { ...inCapitals(springfield), postalOrZip: '62701-1234' }, same],
  ['abbreviations', { ...springfield, addressLine1: '12 North Engine Street' }, at('12 N Engine St'), same],
  ['an apostrophe', { ...springfield, addressLine1: "12 O'Brien St" }, at('12 OBRIEN ST'), same],
  ['a space for an apostrophe', { ...springfield, addressLine1: "12 O'Brien St" }, at('12 O BRIEN ST'), same],
  ['a unit on one line', { ...springfield, addressLine2: 'Apt 4' }, at('12 ANALYTICAL WAY UNIT 4'), same],
  [
    'a number sign',
    { ...springfield, addressLine2: '#4' },
    { ...at('12 Analytical Way'), addressLine2: 'APT 4' },
    same,
  ],
  ['accents', montreal, { ...inCapitals(montreal), city: 'MONTREAL', postalOrZip: 'H2X1Y4' }, same],
  ['another street', springfield, at('12 Analytical Dr'), differsIn('addressLine1')],
  ['another ZIP code', springfield, { ...springfield, postalOrZip: '62702-0001' }, differsIn('postalOrZip')],
  ['another city', springfield, { ...springfield, city: 'Chatham' }, differsIn('city')],
  ['a code where none was sent', { ...springfield, postalOrZip: undefined }, springfield, differsIn('postalOrZip')],
  ['a state by its name', springfield, { ...springfield, provinceOrState: 'Illinois' }, same],
  ['a unit that is not sent', springfield, { ...springfield, addressLine2: 'Apt 4' }, differsIn('addressLine2')],
  ['another state', springfield, { ...springfield, provinceOrState: 'MO' }, differsIn('provinceOrState')],
  ['nothing', springfield, {}, noVerdict],
  ['numbers', springfield, { ...springfield, city: 7 }, noVerdict],
  ['an unknown state', springfield, { ...springfield, provinceOrState: 'XX' }, noVerdict],
  ['a code of another form', springfield, { ...springfield, postalOrZip: 'H2X 1Y4' }, noVerdict],
  ['markup', springfield, { ...springfield, city: '<b>Chatham</b>' }, noVerdict],
  ['a second line that is not a text', springfield, { ...springfield, addressLine2: { a: 1 } }, noVerdict],
  ['a text that is too long', springfield, { ...springfield, city: 'x'.repeat(101) }, noVerdict],
];

function inCapitals({ addressLine1, city, provinceOrState, postalOrZip }: Contact): VerifiedAddress {
  return { addressLine1: addressLine1.toUpperCase(), city: city.toUpperCase(), provinceOrState, postalOrZip };
}

function at(addressLine1: string): VerifiedAddress {
  return { ...springfield, addressLine1, addressLine2: '' };
}

test.each(comparisons)('the input is compared with the verified address: %s', (_, input, verified, verdict) => {
  expect(compareAddress(input, verified)).toEqual(verdict);
});
