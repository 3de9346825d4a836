/** Letters: accepted and refused input, warnings, descriptions. */
import type { AddressInput } from '../../../shared/domain/address.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { type LetterOptions, letter } from '../../../shared/products/letter/letter.ts';
import { fulfilled, job, order } from '../../support/letters.ts';

const us = {
  addressLine1: '1 Way',
  city: 'Springfield',
  provinceOrState: 'IL',
  postalOrZip: '62701',
  countryCode: 'US',
};
const ca = {
  addressLine1: '1 Rue',
  city: 'Laval',
  provinceOrState: 'Québec',
  postalOrZip: 'H2X 1Y4',
  countryCode: 'CA',
};
const ada = { ...us, name: 'Ada King' } as AddressInput;
const zoe = { ...ca, name: 'Zoé Roy' } as AddressInput;

const now = Date.UTC(2026, 10, 21, 12);

const quote = (country: 'US' | 'CA', options: LetterOptions = { color: true, registered: false }) =>
  ({ country, options }) as Quote<LetterOptions>;

function refused(input: { to: AddressInput; from: AddressInput }, country: 'US' | 'CA'): Refusal {
  try {
    letter.accept(input, { quote: quote(country), now });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('an order', () => {
  test('is accepted with split names, province codes, and ink and mail as quoted', () => {
    expect(letter.accept({ to: zoe, from: ada }, { quote: quote('CA'), now })).toEqual({
      order: {
        to: { ...ca, provinceOrState: 'QC', firstName: 'Zoé', lastName: 'Roy' },
        from: { ...us, firstName: 'Ada', lastName: 'King' },
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
  ] as const)('to another country than the quote’s is refused, naming the field and the cure', (to, quoted, other) => {
    expect(refused({ to, from: ada }, quoted)).toMatchObject({
      code: 'country_mismatch',
      field: 'letter.to.countryCode',
      message: `letter.to.countryCode is ${other}, but the quote is for ${quoted}: request a quote for ${other} and let the user approve its price.`,
    });
  });

  test.each(['to', 'from'] as const)('without a name in %s is refused by that address’s own path', (side) => {
    const { name: _, ...nameless } = ada;
    expect(refused({ to: ada, from: ada, [side]: nameless }, 'US')).toMatchObject({
      code: 'invalid_request',
      field: `letter.${side}.name`,
      message: `letter.${side}.name is missing: send name, firstName or companyName.`,
    });
  });

  test('warns of both addresses, each by its own path', () => {
    const bare = { name: 'Ada', addressLine1: '1 Way', city: 'Springfield', countryCode: 'US' } as const;
    expect(letter.accept({ to: bare, from: bare }, { quote: quote('US'), now }).warnings).toEqual([
      { code: 'postal_code_missing', at: 'letter.to', country: 'US' },
      { code: 'region_missing', at: 'letter.to', country: 'US' },
      { code: 'postal_code_missing', at: 'letter.from', country: 'US' },
      { code: 'region_missing', at: 'letter.from', country: 'US' },
    ]);
  });
});

describe('options', () => {
  test('are black-and-white standard mail unless said otherwise', () => {
    const none = { color: false, registered: false, address_page: false };
    expect(letter.options().parse({})).toEqual(none);
    const all = { color: true, registered: true, address_page: true };
    expect(letter.options().parse(all)).toEqual(all);
  });
});

describe('descriptions of a letter', () => {
  const mail = (changes: object) => letter.statements(job({}, changes)).find(({ label }) => label === 'Mail')?.value;

  test('registered mail is certified in the US and registered in Canada', () => {
    expect(mail({ registered: true })).toBe('Certified mail with proof of mailing and delivery tracking');
    const canadian = { ...order.to, countryCode: 'CA' } as const;
    expect(mail({ registered: true, to: canadian })).toBe('Registered mail with tracking and signature on delivery');
  });

  test('the receipt certifies both addresses, ink, mail, pages and what the carrier issued', () => {
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
});
