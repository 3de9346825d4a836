/** The payer's choice between two addresses before paying, or the address that the payer has to confirm. */
import { addressLines, type Contact, taxProvince } from '../../domain/address.ts';
import { formTokenOf } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { salesTax } from '../../domain/money.ts';
import { isMail } from '../../products/index.ts';

/** The order with the suggested address; `undefined` if there is none, it was already taken, or the price could differ. */
export function orderWithSuggestedAddress(job: Job): { readonly to: Contact } | undefined {
  const { addressCheck: check, price } = job;
  if (check?.status !== 'corrected' || check.takenAt !== undefined || !isMail(job)) return undefined;
  const { order } = job;
  const { suggestion } = check;
  const { countryCode, provinceOrState } = order.to;
  const isSameProvince =
    countryCode === 'US' || provinceOrState === undefined || provinceOrState === suggestion.provinceOrState;
  const tax = salesTax(price.amountCents, suggestion.countryCode, taxProvince(suggestion));
  const isSamePrice = tax?.cents === price.tax?.cents && tax?.label === price.tax?.label;
  return suggestion.countryCode === countryCode && isSameProvince && isSamePrice
    ? { ...order, to: suggestion }
    : undefined;
}

/** The address choice that the pay page offers before the payment, or the payer's decision. */
export function addressChoiceOf(job: Job) {
  const { addressCheck: check, id } = job;
  if (job.state !== 'awaiting_payment' || check === undefined || !isMail(job)) return undefined;
  const { to } = job.order;
  const common = { token: formTokenOf('address', id), ordered: addressLines(to), country: to.countryCode };
  if (check.acceptedAt !== undefined)
    return check.status === 'undeliverable' ? ({ ...common, kind: 'confirmed' } as const) : undefined;
  if (check.takenAt !== undefined) return { ...common, kind: 'taken' } as const;
  if (check.status === 'undeliverable') return { ...common, kind: 'doubtful', what: check.what } as const;
  if (check.status !== 'corrected') return undefined;
  const { what, suggestion } = check;
  const mayTake = orderWithSuggestedAddress(job) !== undefined;
  return { ...common, kind: 'corrected', what, suggestion, suggested: addressLines(suggestion), mayTake } as const;
}
