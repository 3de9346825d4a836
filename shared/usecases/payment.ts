/** Money that has arrived: held against what was approved before it counts. */
import type { Fact, Payment } from '../core/job.ts';
import { formatMoney } from '../core/money.ts';
import { type Job, totalCents } from '../core/product.ts';

/** Any other amount or currency than the approved one fulfils nothing and is refunded. */
export function paidFact(job: Job, payment: Payment): Fact {
  const { currency } = job.price;
  const expected = totalCents(job.price);
  if (payment.amountCents === expected && payment.currency === currency) return { kind: 'paid', payment };
  const error = `${payment.currency} ${(payment.amountCents / 100).toFixed(2)} was paid where ${formatMoney(expected, currency)} was approved: nothing is sent, the payment is refunded.`;
  return { kind: 'mispaid', payment, error };
}
