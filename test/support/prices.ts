/** The prices that tests expect, computed from the price list. Only the golden tables in test/products spell prices out. */
import {
  type Country,
  type Currency,
  currencyOf,
  formatMoney,
  type ProvinceCode,
  salesTax,
} from '../../shared/domain/money.ts';
import { priceList } from '../../shared/products/common.ts';

/** The price as quotes, jobs, receipts and pages show it. */
interface ShownPrice {
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly amount: string;
  readonly tax_cents?: number;
  readonly tax_label?: string;
  readonly total_cents: number;
  readonly total: string;
}

/** Without tax, the tax fields are absent, not undefined: `toMatchObject` would expect them. */
function shown(cents: number, currency: Currency, province: ProvinceCode | undefined): ShownPrice {
  const tax = province && salesTax(cents, 'CA', province);
  const totalCents = cents + (tax?.cents ?? 0);
  return {
    currency,
    amount_cents: cents,
    amount: formatMoney(cents, currency),
    ...(tax && { tax_cents: tax.cents, tax_label: tax.label }),
    total_cents: totalCents,
    total: formatMoney(totalCents, currency),
  };
}

interface Letter {
  readonly country?: Country;
  readonly color?: boolean;
  readonly registered?: boolean;
  readonly pages?: number;
  /** Only in Canada, if known. */
  readonly province?: ProvinceCode;
}

export function letterPrice({ country = 'US', color, registered, pages = 1, province }: Letter = {}): ShownPrice {
  const { registered: registeredMail, ...standardMail } = priceList.letter[country];
  const { base, extraPage } = registered ? registeredMail : standardMail;
  const ink = color ? 'color' : 'bw';
  return shown(base[ink] + (pages - 1) * extraPage[ink], currencyOf[country], province);
}

export const checkPrice = (country: Country = 'US', province?: ProvinceCode): ShownPrice =>
  shown(priceList.check[country], currencyOf[country], province);

export const faxPrice = (pages = 1, province?: ProvinceCode): ShownPrice =>
  shown(priceList.fax.firstPage + (pages - 1) * priceList.fax.extraPage, 'USD', province);

/** The difference between two prices, such as `+$0.32`. */
export const addedPrice = (lower: ShownPrice, higher: ShownPrice): string =>
  `+${formatMoney(higher.amount_cents - lower.amount_cents, lower.currency)}`;
