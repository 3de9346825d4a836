/** Letters: accepted and refused input, warnings, descriptions. */
import type { AddressInput } from '../../../shared/domain/address.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import type { Refusal } from '../../../shared/domain/refusal.ts';
import { type LetterOptions, letter } from '../../../shared/products/letter/letter.ts';
import { fulfilled, job, order } from '../../support/letters.ts';

const us = { addressLine1: '1 Way', city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701' } as const;
const ca = { addressLine1: '1 Rue', city: 'Laval', provinceOrState: 'Québec', postalOrZip: 'H2X 1Y4' } as const;
const ada: AddressInput = { ...us, name: 'Ada King', countryCode: 'US' };
const zoe: AddressInput = { ...ca, name: 'Zoé Roy', countryCode: 'CA' };

const now = Date.UTC(2026, 10, 21, 12);

const options: LetterOptions = { color: true, registered: false };
const accept = (to: AddressInput, from: AddressInput, country: 'US' | 'CA') =>
  letter.accept({ to, from }, { quote: { country, options } as Quote<LetterOptions>, now });

const expectRefusal = (to: AddressInput, from: AddressInput, country: 'US' | 'CA', refusal: Partial<Refusal>) =>
  expect(() => accept(to, from, country)).toThrow(expect.objectContaining(refusal));

test('a letter is accepted with split names and province codes, and with color and mail as quoted', () => {
  expect(accept(zoe, ada, 'CA')).toEqual({
    order: {
      to: { ...ca, countryCode: 'CA', provinceOrState: 'QC', firstName: 'Zoé', lastName: 'Roy' },
      from: { ...us, countryCode: 'US', firstName: 'Ada', lastName: 'King' },
      color: true,
      registered: false,
    },
    province: 'QC',
    warnings: [],
  });
});

test.each([
  [ada, 'CA', 'US'],
  [zoe, 'US', 'CA'],
] as const)('a letter to a country other than the quote’s is refused: %j', (to, quoted, other) => {
  expectRefusal(to, ada, quoted, {
    code: 'country_mismatch',
    field: 'letter.to.countryCode',
    message: `letter.to.countryCode is ${other}, but the quote is for ${quoted}: request a quote for ${other} and let the user approve its price.`,
  });
});

test('a letter is refused if an address has no name, and the error has the path of that address', () => {
  const { name: _, ...nameless } = ada;
  const message = (side: string) => `letter.${side}.name is missing: send name, firstName or companyName.`;
  expectRefusal(nameless, ada, 'US', { field: 'letter.to.name', message: message('to') });
  expectRefusal(ada, nameless, 'US', { field: 'letter.from.name', message: message('from') });
});

test('warnings about both addresses of a letter have their paths', () => {
  const incomplete = { name: 'Ada', addressLine1: '1 Way', city: 'Springfield', countryCode: 'US' } as const;
  expect(accept(incomplete, incomplete, 'US').warnings).toEqual([
    { code: 'postal_code_missing', at: 'letter.to', country: 'US' },
    { code: 'region_missing', at: 'letter.to', country: 'US' },
    { code: 'postal_code_missing', at: 'letter.from', country: 'US' },
    { code: 'region_missing', at: 'letter.from', country: 'US' },
  ]);
});

test('a letter is black and white and sent by standard mail by default', () => {
  expect(letter.options().parse({})).toEqual({ color: false, registered: false, address_page: false });
});

test('a registered letter is described as certified mail in the US and as registered mail in Canada', () => {
  const mailOf = (changes: object) => letter.statements(job({}, changes)).find(({ label }) => label === 'Mail')?.value;
  expect(mailOf({ registered: true })).toBe('Certified mail with proof of mailing and delivery tracking');
  const canadian = { ...order.to, countryCode: 'CA' } as const;
  expect(mailOf({ registered: true, to: canadian })).toBe('Registered mail with tracking and signature on delivery');
});

test('the receipt of a letter has both addresses, color, mail, pages and tracking', () => {
  const tracking = { number: '9400', carrier: 'USPS' };
  expect(letter.receiptFields(fulfilled({ tracking }, { registered: true }))).toEqual({
    to: order.to,
    from: order.from,
    color: false,
    registered: true,
    pages: 2,
    tracking_number: '9400',
    tracking_carrier: 'USPS',
  });
});
