/** Money in whole cents, prices and Canadian sales tax. US orders are not taxed. */
import * as z from 'zod/mini';
import table from './places/provinces.json' with { type: 'json' };
import { Refusal } from './refusal.ts';
import { mustBe, normalized } from './text.ts';

export type Currency = 'USD' | 'CAD';
export type Country = 'US' | 'CA';

export interface Money {
  readonly cents: number;
  readonly currency: Currency;
}

export const currencyOf: Readonly<Record<Country, Currency>> = { US: 'USD', CA: 'CAD' };

/** Formats an amount in the minor unit of any currency, because a payer may have paid in a currency other than ours. */
export function formatMinorUnits(amount: number, currency: string): string {
  if (currency === 'USD' || currency === 'CAD') return formatMoney(amount, currency);
  // In test mode developers write events by hand, so this might not be a currency.
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`;
  // Stripe's decimals (docs.stripe.com/currencies). Those of `Intl` differ: none for the forint, HUF.
  let digits = 2;
  if (/^(?:BIF|CLP|DJF|GNF|JPY|KMF|KRW|MGA|PYG|RWF|VND|VUV|XAF|XOF|XPF)$/.test(currency)) digits = 0;
  if (/^(?:BHD|JOD|KWD|OMR|TND)$/.test(currency)) digits = 3;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${currency} ${(amount / 10 ** digits).toLocaleString('en-US', options)}`;
}

/** `212, 'USD'` → `$2.12`; `250000000, 'CAD'` → `CA$2,500,000.00`. */
export function formatMoney(cents: number, currency: Currency): string {
  const whole = Math.trunc(cents / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${{ USD: '$', CAD: 'CA$' }[currency]}${grouped}.${String(cents % 100).padStart(2, '0')}`;
}

export interface Price {
  readonly currency: Currency;
  readonly amountCents: number;
  readonly tax?: { readonly label: string; readonly cents: number };
  /** The version of the price list. */
  readonly priceList: string;
}

/** A line of the price list: the price before tax, by the recipient's country. */
export interface PriceLine {
  readonly label: string;
  readonly cents: Readonly<Record<Country, number>>;
  readonly currency: Readonly<Record<Country, Currency>>;
}

export const totalCents = (price: Price): number => price.amountCents + (price.tax?.cents ?? 0);

/** A price as the API shows it. */
export const priceFields = (price: Price) => ({
  amount_cents: price.amountCents,
  amount: formatMoney(price.amountCents, price.currency),
  tax_cents: price.tax?.cents,
  tax_label: price.tax?.label,
  total_cents: totalCents(price),
  total: formatMoney(totalCents(price), price.currency),
  currency: price.currency,
});

/** The refunded part of a payment as the API shows it. */
export const refundedFields = (part: Money | undefined) => ({
  refunded_cents: part?.cents,
  refunded: part && formatMoney(part.cents, part.currency),
});

export type ProvinceCode = keyof typeof table.provinces;

/**
 * `rate`: in thousandths of a percent, so Quebec's 14.975% is a whole number. `postal`: the prefixes of its postal codes.
 * `names`: English and French names and abbreviations, besides the two-letter code.
 */
export const provinces: Readonly<
  Record<
    ProvinceCode,
    { readonly label: string; readonly rate: number; readonly postal: string; readonly names: readonly string[] }
  >
> = table.provinces;

const codes = Object.keys(provinces) as ProvinceCode[];

/**
 * A name without differences in case, accents, hyphens, dots and spaces: `N.Y.` is `NY`, `W.Va.` is `W VA`. At most 256
 * characters, because the names of states and provinces are shorter.
 */
export const foldName = (name: string) =>
  normalized(name.slice(0, 256), 'NFD')
    .replace(/\p{M}|\.(?=\p{L}(?!\p{L}))/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/giu, ' ')
    .trim()
    .toUpperCase();

const codesByName = new Map(
  codes.flatMap((code) => [code, ...provinces[code].names].map((name) => [foldName(name), code])),
);

/** The province with this two-letter code, English or French name, or abbreviation. Case doesn't matter. */
export const provinceNamed = (name: string): ProvinceCode | undefined => codesByName.get(foldName(name));

/**
 * The provinces that may have a postal code, usually one. NT and NU share X, and have the same tax. K1A is in ON and QC, R8A in
 * MB and SK: ON and MB come first.
 */
export const provincesOfPostalCode = (postalCode: string): ProvinceCode[] => {
  const area = postalCode.trim().slice(0, 3).toUpperCase();
  return codes.filter((code) => provinces[code].postal.split(' ').some((start) => area.startsWith(start)));
};

/** The tax on an amount in cents; none in the US. If the province is unknown, GST, as in Alberta. */
export function salesTax(amountCents: number, country: Country, province: ProvinceCode | undefined): Price['tax'] {
  if (country === 'US') return undefined;
  const { label, rate } = provinces[province ?? 'AB'];
  // Rounded half up.
  return { label, cents: Math.floor((amountCents * rate + 50_000) / 100_000) };
}

const limitField = (description: string) =>
  z.nullish(
    z
      .int('must be a whole number of cents (2500 is 25.00)')
      .check(z.gte(0, 'must not be negative'), z.describe(description)),
  );

/** Other fields are refused, because a limit with the wrong name would limit nothing. */
export const limitsMessage =
  'must be an object with currency, and max_total_cents, max_face_cents or both, and nothing else';

export const limitsSchema = z.nullable(
  z
    .object(
      {
        max_total_cents: limitField('The most that the customer may pay for the order, tax included.'),
        max_face_cents: limitField('Checks: the highest amount that may be drawn on the bank account.'),
        currency: z.enum(['USD', 'CAD'], mustBe('USD or CAD')).check(z.describe('The currency of both limits.')),
      },
      limitsMessage,
    )
    .check(
      z.refine(({ max_total_cents: total, max_face_cents: face }) => total != null || face != null, limitsMessage),
      z.describe('An order above them is refused with `over_limit`, before anything is written.'),
    ),
);

export type Limits = NonNullable<z.infer<typeof limitsSchema>>;

/** Refuses an order above its limits, or in a different currency from theirs. `drawn`: the amount of a check. */
export function refuseOverLimit(
  { currency, max_total_cents: maxTotal, max_face_cents: maxFace }: Limits,
  { price, drawn }: { readonly price: Price; readonly drawn: Money | undefined },
): void {
  const refusal = (field: string, problem: string) => new Refusal('over_limit', `${field} ${problem}.`, { field });
  // Both limits are in one currency. If the check and its price are not, only one of the limits can be sent.
  const isMixed = maxTotal != null && maxFace != null && drawn !== undefined && drawn.currency !== price.currency;
  const enforce = (field: string, limit: number | null | undefined, subject: string, sum: Money | undefined) => {
    if (limit == null || sum === undefined) return;
    const actual = `but ${subject} ${formatMoney(sum.cents, sum.currency)}`;
    const fix = isMixed ? `leave out ${field}` : `send the limits in ${sum.currency}`;
    if (sum.currency !== currency) throw refusal('limits.currency', `is ${currency}, ${actual}: ${fix}`);
    if (sum.cents <= limit) return;
    const allowed = formatMoney(limit, currency);
    throw refusal(field, `allows ${allowed}, ${actual}: ask the user for a higher limit, or order less`);
  };
  const total = { cents: totalCents(price), currency: price.currency };
  enforce('limits.max_total_cents', maxTotal, 'the order costs', total);
  enforce('limits.max_face_cents', maxFace, 'the check is for', drawn);
}

const rates = codes.map((code) => provinces[code].rate);
/** The lowest and the highest tax, `5 to 15%`. */
export const taxRange = `${Math.min(...rates) / 1_000} to ${Math.max(...rates) / 1_000}%`;

/** The highest possible total of a Canadian order whose province is still unknown; `undefined` for other orders. */
export function pendingTax({ country, price }: { readonly country: Country; readonly price: Price }) {
  if (country === 'US' || price.tax !== undefined) return undefined;
  const taxes = codes.map((code) => salesTax(price.amountCents, country, code)?.cents ?? 0);
  const maxTotalCents = price.amountCents + Math.max(...taxes);
  const maxTotal = formatMoney(maxTotalCents, price.currency);
  const sentence = `Sales tax of ${taxRange} will be added, depending on the recipient's province, for a total of at most ${maxTotal}. Quote again with province_or_state for the exact total.`;
  return { maxTotalCents, maxTotal, sentence };
}

/** Warns, with both totals, if the job's tax differs from the quote's. */
export function taxWarnings(quoted: Price, price: Price) {
  const { tax, currency } = price;
  if (tax === undefined || tax.label === quoted.tax?.label) return [];
  return [
    {
      code: 'tax_changed' as const,
      currency,
      label: tax.label,
      quotedLabel: quoted.tax?.label,
      totalCents: totalCents(price),
      quotedCents: totalCents(quoted),
    },
  ];
}
