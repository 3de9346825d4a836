/** Money formatted for people. */
import { formatMoney, moneyText } from '../../shared/domain/money.ts';

test.each([
  [0, 'USD', '$0.00'],
  [1, 'USD', '$0.01'],
  [99, 'CAD', 'CA$0.99'],
  [212, 'USD', '$2.12'],
  [5_112, 'CAD', 'CA$51.12'],
  [99_999, 'USD', '$999.99'],
  [100_000, 'USD', '$1,000.00'],
  [12_345_678, 'CAD', 'CA$123,456.78'],
  [100_000_000, 'USD', '$1,000,000.00'],
  [123_456_789_012, 'CAD', 'CA$1,234,567,890.12'],
] as const)('%i cents of %s read %s', (cents, currency, text) => {
  expect(formatMoney(cents, currency)).toBe(text);
});

test.each([
  [212, 'USD', '$2.12'],
  [615, 'CAD', 'CA$6.15'],
  [123_456, 'EUR', 'EUR 1,234.56'],
  [500, 'JPY', 'JPY 500'],
  [5, 'of nowhere', '5 of nowhere'],
] as const)('%i of %s, which the payer chose, reads %s', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text);
});
