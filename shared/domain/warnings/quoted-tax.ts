/** Tax that a quote could not know: the most that its total can come to, and a warning about a job whose tax differs. */
import { formatMoney, type Price, type ProvinceCode, provinces, salesTax, totalCents } from '../money.ts';
import type { Quote } from '../product.ts';
import type { Warning } from './warning.ts';

const rates = Object.values(provinces).map(({ rate }) => rate);

/** `5 to 15 %` */
export const taxRange = `${Math.min(...rates) / 1_000} to ${Math.max(...rates) / 1_000} %`;

/** The total in the province with the highest tax, while the province that taxes a Canadian order is unknown. */
export function pendingTax({ country, price }: Pick<Quote, 'country' | 'price'>) {
  if (country === 'US' || price.tax !== undefined) return undefined;
  const taxes = Object.keys(provinces).map(
    (code) => salesTax(price.amountCents, country, code as ProvinceCode)?.cents ?? 0,
  );
  const mostTotalCents = price.amountCents + Math.max(...taxes);
  const mostTotal = formatMoney(mostTotalCents, price.currency);
  const sentence = `Sales tax of ${taxRange} is added to this total, by the recipient's province: it comes to ${mostTotal} at most. Quote again with province_or_state for the exact total.`;
  return { mostTotalCents, mostTotal, sentence };
}

/** Warns with both totals if the job's tax differs from that of its quote. */
export function taxWarnings(quoted: Price, price: Price): Warning[] {
  const { tax, currency } = price;
  if (tax === undefined || tax.label === quoted.tax?.label) return [];
  return [
    {
      code: 'tax_changed',
      currency,
      label: tax.label,
      quotedLabel: quoted.tax?.label,
      totalCents: totalCents(price),
      quotedCents: totalCents(quoted),
    },
  ];
}
