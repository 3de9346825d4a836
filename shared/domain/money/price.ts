/** A price: what the caller agrees to, before and after tax. */
import { type Country, type Currency, formatMoney } from './money.ts';
import type { Tax } from './sales-tax.ts';

export interface Price {
  readonly currency: Currency;
  readonly amountCents: number;
  readonly tax?: Tax;
  /** The version of the price list behind it. */
  readonly priceList: string;
}

/** A price before tax by the recipient's country, for people. */
export interface PriceLine {
  readonly label: string;
  readonly cents: Readonly<Record<Country, number>>;
  readonly currency: Readonly<Record<Country, Currency>>;
}

export const totalCents = (price: Price): number => price.amountCents + (price.tax?.cents ?? 0);

/** A price as callers read it. */
export const priceFields = (price: Price) => ({
  amount_cents: price.amountCents,
  amount: formatMoney(price.amountCents, price.currency),
  tax_cents: price.tax?.cents,
  tax_label: price.tax?.label,
  total_cents: totalCents(price),
  total: formatMoney(totalCents(price), price.currency),
  currency: price.currency,
});
