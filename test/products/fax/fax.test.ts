/** Faxes: prices, accepted and refused input, warnings. */
import type { ProvinceCode } from '../../../shared/domain/money.ts';
import type { Quote } from '../../../shared/domain/product.ts';
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { priceList } from '../../../shared/products/common.ts';
import { fax } from '../../../shared/products/fax/fax.ts';

const quote = (country: 'US' | 'CA', province?: ProvinceCode) =>
  ({ quote: { country, options: {}, ...(province && { province }) } as Quote, now: 0 }) as const;

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

describe('the province that taxes a fax', () => {
  const taxed = (to_number: string, requested?: string, quoted?: ProvinceCode) =>
    fax.accept({ to_number, province_or_state: requested }, quote('CA', quoted)).province;

  test('is the one in the job request, or else the quote’s, or else the area code’s', () => {
    expect(taxed('+14165550199')).toBe('ON');
    expect(taxed('+14165550199', undefined, 'QC')).toBe('QC');
    expect(taxed('+14165550199', 'Alberta', 'QC')).toBe('AB');
    expect(taxed('+14165550199', '  ', 'QC')).toBe('QC');
  });

  test('must be a known one', () => {
    expect(() => taxed('+14165550199', 'Texas')).toThrow(expect.objectContaining({ field: 'fax.province_or_state' }));
  });

  test('is missing in the US, even if the request names a state', () => {
    expect(fax.accept({ to_number: '+12125550199', province_or_state: 'NY' }, quote('US')).province).toBeUndefined();
  });

  test('is in doubt, with a warning, if the area code has two provinces with different taxes', () => {
    const warnings = (province_or_state?: string) =>
      fax.accept({ to_number: '+19025550199', province_or_state }, quote('CA')).warnings.map(sentenceForCallers);
    expect(warnings()).toEqual([expect.stringMatching(/NS and PE.*fax\.province_or_state/)]);
    expect(warnings('PE')).toEqual([]);
    expect(fax.accept({ to_number: '+18675550199' }, quote('CA')).warnings).toEqual([]);
  });
});

test.each([
  ['+14165550199', 'US', 'CA'],
  ['+12125550199', 'CA', 'US'],
] as const)('the number %s is refused with a quote for %s', (to_number, quoted, country) => {
  const message = expect.stringContaining(`quote for ${country}`);
  expect(() => fax.accept({ to_number }, quote(quoted))).toThrow(
    expect.objectContaining({ code: 'country_mismatch', field: 'fax.to_number', message }),
  );
});

test('only faxes to the same number share a serial lock', () => {
  const keys = ['+12125550199', '+12125550199', '+12125550198'].map((number) =>
    fax.serialKey?.({ number, country: 'US' }),
  );
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
});
