/** Money formatted for people, and spending limits. */
import { formatMinorUnits, formatMoney, refuseOverLimit } from '../../shared/domain/money.ts';

test.each([
  [0, 'USD', '$0.00'],
  [100_000, 'USD', '$1,000.00'],
  [123_456_789_012, 'CAD', 'CA$1,234,567,890.12'],
] as const)('%i cents in %s are written %s', (cents, currency, text) => {
  expect(formatMoney(cents, currency)).toBe(text);
});

test.each([
  [212, 'USD', '$2.12'],
  [615, 'CAD', 'CA$6.15'],
  [123_456, 'HUF', 'HUF 1,234.56'],
  [123_450, 'KWD', 'KWD 123.450'],
  [500, 'JPY', 'JPY 500'],
  [5, 'unknown', '5 unknown'],
] as const)('a payment of %i minor units of %s is written %s', (amount, currency, text) => {
  expect(formatMinorUnits(amount, currency)).toBe(text);
});

test.each([
  ['USD', 'the order costs CA$7.00: leave out limits.max_total_cents.'],
  ['CAD', 'the check is for $1.00: leave out limits.max_face_cents.'],
] as const)(
  'limits in %s cannot both apply to a check whose price and amount are in different currencies: %s',
  (currency, advice) => {
    const amounts = {
      price: { currency: 'CAD', amountCents: 700, priceList: '' },
      drawn: { currency: 'USD', cents: 100 },
    } as const;
    const limits = { currency, max_total_cents: 700, max_face_cents: 100 };
    expect(() => refuseOverLimit(limits, amounts)).toThrow(`limits.currency is ${currency}, but ${advice}`);
  },
);
