/** The documentation of every product, in a separate file so that only the functions that show it load it. */
import { type Currency, currencyOf, formatMoney, type PriceLine } from '../../domain/money.ts';
import type { ProductName } from '../../domain/names.ts';
import { listOf } from '../../domain/text.ts';
import { priceList } from '../../products/common.ts';

interface ProductDocs {
  readonly name: ProductName;
  /** Also names the group of its operations. */
  readonly plural: string;
  readonly summary: string;
  /** Markdown, without tax. */
  readonly prices: string;
  readonly priceLines: readonly PriceLine[];
}

/** Formats an amount for the tables of prices, such as `USD 2.12`. */
const withCode = (cents: number, currency: Currency): string =>
  `${currency} ${formatMoney(cents, currency).replace(/^\D+/, '')}`;

const letterLine = (label: string, centsIn: (prices: (typeof priceList.letter)['US' | 'CA']) => number): PriceLine => ({
  label,
  cents: { US: centsIn(priceList.letter.US), CA: centsIn(priceList.letter.CA) },
  currency: currencyOf,
});

function letterRows(country: string, currency: Currency, prices: (typeof priceList.letter)['US' | 'CA']): string[] {
  const row = (
    name: string,
    { base, extraPage: extra }: Record<'base' | 'extraPage', Record<'bw' | 'color', number>>,
  ) =>
    `| ${[name, ...[base.bw, base.color, extra.bw, extra.color].map((cents) => withCode(cents, currency))].join(' | ')} |`;
  return [row(`${country}, standard mail`, prices), row(`${country}, registered`, prices.registered)];
}

const { firstPage, extraPage } = priceList.fax;
const inUsd = { US: 'USD', CA: 'USD' } as const;

export const docsOf: Readonly<Record<ProductName, ProductDocs>> = {
  letter: {
    name: 'letter',
    plural: 'letters',
    summary: 'Printed on 8.5 x 11 inch paper, single-sided, mailed in a double-window envelope.',
    prices: `| Letter | First page, black and white | First page, color | Each extra page, black and white | Each extra page, color |
|---|---|---|---|---|
${[...letterRows('US', 'USD', priceList.letter.US), ...letterRows('Canada', 'CAD', priceList.letter.CA)].join('\n')}
`,
    priceLines: [
      letterLine('Letter, one page in black and white', (prices) => prices.base.bw),
      letterLine('Each additional page in black and white', (prices) => prices.extraPage.bw),
      letterLine('Letter, one page in color', (prices) => prices.base.color),
      letterLine('Each additional page in color', (prices) => prices.extraPage.color),
      letterLine('Certified or registered letter, one page', (prices) => prices.registered.base.bw),
    ],
  },
  check: {
    name: 'check',
    plural: 'checks',
    summary: 'Printed and mailed, drawn on a bank account that was registered once.',
    prices: `- Check, whatever its amount: ${withCode(priceList.check.US, 'USD')} to the US, ${withCode(priceList.check.CA, 'CAD')} to Canada.`,
    priceLines: [{ label: 'Check', cents: priceList.check, currency: currencyOf }],
  },
  fax: {
    name: 'fax',
    plural: 'faxes',
    summary: 'Sent to one number in the US or Canada.',
    prices: `- Fax: ${withCode(firstPage, 'USD')} for the first page, ${withCode(extraPage, 'USD')} for each extra page, in USD even to Canada.`,
    priceLines: [
      { label: 'Fax, one page', cents: { US: firstPage, CA: firstPage }, currency: inUsd },
      { label: 'Each additional page of a fax', cents: { US: extraPage, CA: extraPage }, currency: inUsd },
    ],
  },
};

/** In the catalog's order. */
export const productDocs: readonly ProductDocs[] = Object.values(docsOf);

/** The price list for programs: whole cents before tax, and each currency, because a fax to Canada is paid in US dollars. */
export function pricesOf(products: readonly ProductName[]) {
  const isSold = (name: string) => products.some((product) => product === name);
  const prices = Object.entries(priceList).filter(([name]) => name === 'version' || isSold(name));
  const currencies = productDocs.map(({ name, priceLines: [line] }) => [name, line?.currency] as const);
  const currency = Object.fromEntries(currencies.filter(([name]) => isSold(name)));
  return { unit: 'cents', currency, ...Object.fromEntries(prices) };
}

/** `letters, checks and faxes` */
export const pluralsOf = (products: readonly ProductDocs[]): string => listOf(products.map(({ plural }) => plural));
