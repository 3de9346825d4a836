/** Faxes: prices, accepted and refused input, warnings. */
import { formatMoney, type ProvinceCode } from '../../../shared/domain/money.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { priceList } from '../../../shared/products/common.ts';
import { fax } from '../../../shared/products/fax/fax.ts';
import { pageAt, tableOf } from '../../support/markdown.ts';

const quote = (country: 'US' | 'CA', province?: ProvinceCode) =>
  ({ quote: { country, options: {}, ...(province && { province }) } as Quote, now: 0 }) as const;

test.each([
  [1, 200],
  [2, 300],
  [3, 400],
  [10, 1_100],
  [200, 20_100],
])('a fax of %i pages costs %i US cents, to Canada too', (pages, amountCents) => {
  for (const country of ['US', 'CA'] as const)
    expect(fax.price({}, country, pages)).toEqual({ amountCents, currency: 'USD', priceList: priceList.version });
});

describe('the place where a fax is taxed', () => {
  const taxed = (to_number: string, told?: string, quoted?: ProvinceCode) =>
    fax.accept({ to_number, province_or_state: told }, quote('CA', quoted)).province;

  test('the job’s place goes before the quote’s, and the quote’s before the area code', () => {
    expect(taxed('+14165550199')).toBe('ON');
    expect(taxed('+14165550199', undefined, 'QC')).toBe('QC');
    expect(taxed('+14165550199', 'Alberta', 'QC')).toBe('AB');
    expect(taxed('+14165550199', '  ', 'QC')).toBe('QC');
  });

  test('an unknown province is refused by its field', () => {
    expect(() => taxed('+14165550199', 'Texas')).toThrow(expect.objectContaining({ field: 'fax.province_or_state' }));
  });

  test('not at all in the US, whatever region is told', () => {
    expect(fax.accept({ to_number: '+12125550199', province_or_state: 'NY' }, quote('US')).province).toBeUndefined();
  });

  test('an area code of two provinces with different taxes gets a warning, unless the client names the province', () => {
    const warnings = (told?: string) =>
      fax.accept({ to_number: '+19025550199', province_or_state: told }, quote('CA')).warnings.map(sentenceForCallers);
    expect(warnings()).toEqual([expect.stringMatching(/NS and PE.*fax\.province_or_state/)]);
    expect(warnings('PE')).toEqual([]);
    expect(fax.accept({ to_number: '+18675550199' }, quote('CA')).warnings).toEqual([]);
  });
});

test('a number that no fax goes to is refused by its field', () => {
  expect(() => fax.accept({ to_number: '+18765550199' }, quote('US'))).toThrow(
    expect.objectContaining({ code: 'invalid_request', field: 'fax.to_number' }),
  );
});

test.each([
  ['+14165550199', 'US', 'CA'],
  ['+12125550199', 'CA', 'US'],
] as const)('the number %s does not go with a quote for %s', (to_number, quoted, rings) => {
  expect(() => fax.accept({ to_number }, quote(quoted))).toThrow(
    expect.objectContaining({
      code: 'country_mismatch',
      field: 'fax.to_number',
      message: expect.stringContaining(`quote for ${rings}`),
    }),
  );
});

test('faxes to one number share a serial lock, and others do not', () => {
  expect(fax.serialKey?.({ number: '+12125550199', country: 'US' })).toBe(
    fax.serialKey?.({ number: '+12125550199', country: 'US' }),
  );
  expect(fax.serialKey?.({ number: '+12125550198', country: 'US' })).not.toBe(
    fax.serialKey?.({ number: '+12125550199', country: 'US' }),
  );
});

test('docs/contract.md lists these prices', () => {
  const told = new Map(
    tableOf(pageAt('docs/contract.md'), 'Prices', 'Check or fax').rows.map(([of, price]) => [of, price]),
  );
  expect(['Fax, first page', 'Fax, extra page'].map((of) => told.get(of))).toEqual([
    formatMoney(priceList.fax.firstPage, 'USD'),
    formatMoney(priceList.fax.extraPage, 'USD'),
  ]);
});
