/** Tax between a quote and its job: what a quote without a province may still come to, and a job's other tax. */
import { formatMoney, mostTaxCents, type Price, taxPercents, totalCents } from '../money.ts';
import type { Quote } from '../product.ts';
import type { Warning } from './warning.ts';

/** Set while the province that taxes a Canadian order is unknown. */
export interface PendingTax {
  /** The total in the province with the highest tax. */
  readonly mostTotalCents: number;
  readonly mostTotal: string;
  readonly sentence: string;
}

/** `5 to 15 %` */
export const taxRange = `${taxPercents.least} to ${taxPercents.most} %`;

export function pendingTax({ country, price }: Pick<Quote, 'country' | 'price'>): PendingTax | undefined {
  if (country === 'US' || price.tax !== undefined) return undefined;
  const mostTotalCents = price.amountCents + mostTaxCents(price.amountCents);
  const mostTotal = formatMoney(mostTotalCents, price.currency);
  const sentence = `Sales tax of ${taxRange} is added to this total, by the recipient's province: it comes to ${mostTotal} at most. Quote again with province_or_state for the exact total.`;
  return { mostTotalCents, mostTotal, sentence };
}

/** Both totals, if the job's tax is another than that of its quote. */
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
