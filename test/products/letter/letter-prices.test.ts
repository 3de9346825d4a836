/** The prices of letters, and the price tables of docs/contract.md. */
import { type Country, currencyOf, formatMoney } from '../../../shared/domain/money.ts';
import { priceList } from '../../../shared/products/common.ts';
import { letter } from '../../../shared/products/letter/letter.ts';
import { productDocs } from '../../../shared/web/docs/products.ts';
import { pageAt, tableOf } from '../../support/markdown.ts';

const pages = [1, 2, 3, 10, 60] as const;

/** Calculated by hand: base + (pages - 1) x extra page. */
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

test('docs/contract.md lists the prices of every product', () => {
  const expected = (['US', 'CA'] as const).flatMap((country) => {
    const { registered, ...standard } = priceList.letter[country];
    return Object.entries({ standard, registered }).map(([mail, { base, extraPage }]) => [
      `${country === 'US' ? 'US' : 'Canada'}, ${mail}`,
      ...[base.bw, base.color, extraPage.bw, extraPage.color].map((cents) => formatMoney(cents, currencyOf[country])),
    ]);
  });
  expect(tableOf(pageAt('docs/contract.md'), 'Prices', 'Letter').rows).toEqual(expected);
  const [, ...otherProducts] = productDocs;
  const prices = otherProducts.flatMap(({ priceLines }) =>
    priceLines.flatMap(({ cents, currency: { US, CA } }) => [
      // A fax has one price for both countries.
      ...new Set([formatMoney(cents.US, US), formatMoney(cents.CA, CA)]),
    ]),
  );
  expect(tableOf(pageAt('docs/contract.md'), 'Prices', 'Other').rows.map(([, price]) => price)).toEqual(prices);
});
