import { type Country, currencyOf, formatMoney, provinceNamed, salesTax } from '../../../shared/domain/money.ts';
import { priceList } from '../../../shared/products/common.ts';
import { letter } from '../../../shared/products/letter/letter.ts';
import { pageAt, tableOf } from '../../support/markdown.ts';

const pages = [1, 2, 3, 10, 60] as const;

/** Worked out by hand: base + (pages - 1) x extra page. */
const golden: readonly (readonly [country: Country, ink: 'B&W' | 'color', mail: string, cents: readonly number[]])[] = [
  ['US', 'B&W', 'standard', [212, 232, 252, 392, 1_392]],
  ['US', 'color', 'standard', [244, 284, 324, 604, 2_604]],
  ['US', 'B&W', 'registered', [1_040, 1_053, 1_066, 1_157, 1_807]],
  ['US', 'color', 'registered', [1_040, 1_066, 1_092, 1_274, 2_574]],
  ['CA', 'B&W', 'standard', [615, 673, 731, 1_137, 4_037]],
  ['CA', 'color', 'standard', [644, 731, 818, 1_427, 5_777]],
  ['CA', 'B&W', 'registered', [5_112, 5_150, 5_188, 5_454, 7_354]],
  ['CA', 'color', 'registered', [5_112, 5_169, 5_226, 5_625, 8_475]],
];

const rows = golden.flatMap(([country, ink, mail, cents]) =>
  cents.map((amount, at) => [country, ink, mail, pages[at] ?? 0, amount] as const),
);

test.each(rows)('a letter to %s in %s by %s mail with %i pages costs %i cents', (country, ink, mail, count, amount) => {
  const options = { color: ink === 'color', registered: mail === 'registered' };
  expect(letter.price(options, country, count)).toEqual({
    amountCents: amount,
    currency: country === 'US' ? 'USD' : 'CAD',
    priceList: priceList.version,
  });
});

test('every row of the table is held against five page counts', () => {
  expect(rows).toHaveLength(2 * 2 * 2 * 5);
});

/** Tax in cents on the one-page prices: 6.15 B&W, 6.44 color, 51.12 registered; and on 60 pages: 40.37, 57.77, 73.54, 84.75. */
const taxes = {
  Alberta: ['GST 5%', 31, 32, 256, 202, 289, 368, 424],
  'British Columbia': ['GST 5%', 31, 32, 256, 202, 289, 368, 424],
  Manitoba: ['GST 5%', 31, 32, 256, 202, 289, 368, 424],
  'New Brunswick': ['HST 15%', 92, 97, 767, 606, 867, 1_103, 1_271],
  'Newfoundland and Labrador': ['HST 15%', 92, 97, 767, 606, 867, 1_103, 1_271],
  'Nova Scotia': ['HST 14%', 86, 90, 716, 565, 809, 1_030, 1_187],
  'Northwest Territories': ['GST 5%', 31, 32, 256, 202, 289, 368, 424],
  Nunavut: ['GST 5%', 31, 32, 256, 202, 289, 368, 424],
  Ontario: ['HST 13%', 80, 84, 665, 525, 751, 956, 1_102],
  'Prince Edward Island': ['HST 15%', 92, 97, 767, 606, 867, 1_103, 1_271],
  Quebec: ['GST+QST 14.975%', 92, 96, 766, 605, 865, 1_101, 1_269],
  Saskatchewan: ['GST 5%', 31, 32, 256, 202, 289, 368, 424],
  Yukon: ['GST 5%', 31, 32, 256, 202, 289, 368, 424],
} as const;

const taxed: readonly (readonly [color: boolean, registered: boolean, pages: number])[] = [
  [false, false, 1],
  [true, false, 1],
  [false, true, 1],
  [false, false, 60],
  [true, false, 60],
  [false, true, 60],
  [true, true, 60],
];

test.each(Object.entries(taxes))(
  'letters to %s are taxed on top of every price, to the cent',
  (province, [label, ...cents]) => {
    const found = taxed.map(([color, registered, count]) => {
      const { amountCents } = letter.price({ color, registered }, 'CA', count);
      return salesTax(amountCents, 'CA', provinceNamed(province));
    });
    expect(found).toEqual(cents.map((tax) => ({ label, cents: tax })));
  },
);

test('letters to the US are not taxed', () => {
  expect(salesTax(212, 'US', undefined)).toBeUndefined();
});

test('docs/contract.md lists these prices', () => {
  const expected = (['US', 'CA'] as const).flatMap((country) => {
    const { registered, ...standard } = priceList.letter[country];
    return Object.entries({ standard, registered }).map(([mail, { base, extraPage }]) => [
      `${country === 'US' ? 'US' : 'Canada'}, ${mail}`,
      ...[base.bw, base.color, extraPage.bw, extraPage.color].map((cents) => formatMoney(cents, currencyOf[country])),
    ]);
  });
  expect(tableOf(pageAt('docs/contract.md'), 'Prices', 'Letter').rows).toEqual(expected);
});
