/** The documentation of letters. */
import { type Currency, currencyOf } from '../../../domain/money/money.ts';
import type { PriceLine } from '../../../domain/money/price.ts';
import { priceList } from '../../../products/price-list.ts';
import { coded, type ProductDocs } from './product-docs.ts';

type Inks = Record<'bw' | 'color', number>;

const row = (name: string, currency: Currency, base: Inks, extra: Inks) =>
  `| ${[name, ...[base.bw, base.color, extra.bw, extra.color].map((cents) => coded(cents, currency))].join(' | ')} |`;

const line = (label: string, of: (prices: (typeof priceList.letter)['US' | 'CA']) => number): PriceLine => ({
  label,
  cents: { US: of(priceList.letter.US), CA: of(priceList.letter.CA) },
  currency: currencyOf,
});

const rows = (country: string, currency: Currency, prices: (typeof priceList.letter)['US' | 'CA']) => [
  row(`${country}, standard mail`, currency, prices.base, prices.extraPage),
  row(`${country}, registered`, currency, prices.registered.base, prices.registered.extraPage),
];

export const letterDocs: ProductDocs = {
  name: 'letter',
  plural: 'letters',
  summary: 'Printed on 8.5 x 11 inch paper, single-sided, mailed in a double-window envelope.',
  leftAs: 'mailed',
  prices: `| Letter | First page, black and white | First page, color | Each extra page, black and white | Each extra page, color |
|---|---|---|---|---|
${[...rows('US', 'USD', priceList.letter.US), ...rows('Canada', 'CAD', priceList.letter.CA)].join('\n')}
`,
  priceLines: [
    line('Letter, one page in black and white', (prices) => prices.base.bw),
    line('Each further page in black and white', (prices) => prices.extraPage.bw),
    line('Letter, one page in color', (prices) => prices.base.color),
    line('Each further page in color', (prices) => prices.extraPage.color),
    line('Certified or registered letter, one page', (prices) => prices.registered.base.bw),
  ],
  prompt: {
    description: 'From a few words to a letter in the mail: written, priced, approved and paid by you.',
    asks: { to: 'Who gets it: name and postal address.', about: 'What it should say.' },
    text: ({ to, about }) =>
      `Help me to send a letter by mail.\nTo: ${to}\nAbout: ${about}\nAsk me for the return address and whatever else is missing.`,
  },
};
