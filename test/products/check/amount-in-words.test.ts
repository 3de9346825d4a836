/** Amounts of checks in words. */
import { amountInWords } from '../../../shared/products/check/check.ts';

test.each([
  [100, 'One and 00/100'],
  [1_999, 'Nineteen and 99/100'],
  [2_005, 'Twenty and 05/100'],
  [4_200, 'Forty-two and 00/100'],
  [10_000, 'One hundred and 00/100'],
  [12_550, 'One hundred twenty-five and 50/100'],
  [125_000, 'One thousand two hundred fifty and 00/100'],
  [1_001_310, 'Ten thousand thirteen and 10/100'],
  [2_500_000, 'Twenty-five thousand and 00/100'],
])('%i cents are written "%s"', (cents, words) => {
  expect(amountInWords(cents)).toBe(words);
});
