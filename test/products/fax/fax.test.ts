/** Faxes: prices, accepted and refused input, warnings. */
import type { ProvinceCode } from '../../../shared/domain/money.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { priceList } from '../../../shared/products/common.ts';
import { fax } from '../../../shared/products/fax/fax.ts';

const storedFor = (country: 'US' | 'CA', province?: ProvinceCode) =>
  ({ quote: { country, options: {}, province } as Quote, now: 0 }) as const;

test.each([
  [1, 200],
  [2, 300],
  [3, 400],
  [10, 1_100],
  [200, 20_100],
])('a fax of %i pages costs %i US cents, even to Canada', (pages, amountCents) => {
  for (const country of ['US', 'CA'] as const)
    expect(fax.price({}, country, pages)).toEqual({ amountCents, currency: 'USD', priceList: priceList.version });
});

/** The province that taxes a fax to Toronto. */
const provinceFor = (requested?: string, quoted?: ProvinceCode) =>
  fax.accept({ to_number: '+14165550199', province_or_state: requested }, storedFor('CA', quoted)).province;

test('a fax is taxed by the province in its job request, otherwise the quote’s, otherwise the area code’s', () => {
  expect(provinceFor()).toBe('ON');
  expect(provinceFor(undefined, 'QC')).toBe('QC');
  expect(provinceFor('Alberta', 'QC')).toBe('AB');
  expect(provinceFor('  ', 'QC')).toBe('QC');
});

test('a fax to Canada is refused with an unknown province', () => {
  expect(() => provinceFor('Texas')).toThrow(expect.objectContaining({ field: 'fax.province_or_state' }));
});

test('a fax to the US has no province, even if the request names a state', () => {
  expect(fax.accept({ to_number: '+12125550199', province_or_state: 'NY' }, storedFor('US')).province).toBeUndefined();
});

test('a fax gets a warning if its area code belongs to provinces with different taxes, and the request names none', () => {
  const warningsFor = (to_number: string, province_or_state?: string) =>
    fax.accept({ to_number, province_or_state }, storedFor('CA')).warnings.map(sentenceForCallers);
  expect(warningsFor('+19025550199')).toEqual([expect.stringMatching(/NS and PE.*fax\.province_or_state/)]);
  expect(warningsFor('+19025550199', 'PE')).toEqual([]);
  // The three territories have the same tax.
  expect(warningsFor('+18675550199')).toEqual([]);
});

test.each([
  ['+14165550199', 'US', 'CA'],
  ['+12125550199', 'CA', 'US'],
] as const)('a fax to %s is refused with a quote for %s', (to_number, quoted, country) => {
  const message = expect.stringContaining(`quote for ${country}`);
  expect(() => fax.accept({ to_number }, storedFor(quoted))).toThrow(
    expect.objectContaining({ code: 'country_mismatch', field: 'fax.to_number', message }),
  );
});

test('only faxes to the same number have the same serial key', () => {
  const keyOf = (number: string) => fax.serialKey?.({ number, country: 'US' });
  expect(keyOf('+12125550199')).toBe(keyOf('+12125550199'));
  expect(keyOf('+12125550199')).not.toBe(keyOf('+12125550198'));
});
