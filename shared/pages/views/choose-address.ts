/**
 * Takes a payer's answers before the payment: which address is right, and that a second copy is intended. The last choice
 * before we learn of the payment counts, even if a payment page is open: that page names the recipient and the total, but
 * no address.
 */

import { formTokenOf } from '../../domain/ids.ts';
import { type Job, paidUrl, payUrl } from '../../domain/job/job.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import type { Deps } from '../../orders/deps.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { orderToSuggestion } from '../../orders/pay/address-choice.ts';
import { providerAnswer } from '../../orders/pay/payment.ts';

/** Returns the path of the page that shows the outcome. A choice that comes too late, or twice, changes nothing. */
export async function chooseAddress(
  deps: Deps,
  code: string,
  { token, choice }: { readonly token?: string | undefined; readonly choice?: string | undefined },
): Promise<string> {
  const job = await jobByPayCode(deps, code);
  if (token !== formTokenOf('address', job.id)) throw notChosen();
  const page = new URL(payUrl(job)).pathname;
  const { checkout } = job;
  if (checkout === undefined || !isOpen(job)) return page;
  // The payer may have paid a moment ago, for the address that was on the page then.
  const session = await providerAnswer(deps, job.id, checkout, (payments) => payments.status(checkout.id));
  const isPaid = session.status === 'paid' || (session.status === 'open' && session.isUnderWay);
  if (isPaid) return new URL(paidUrl(job)).pathname;
  const now = deps.clock.now();
  await update(deps.jobs, job.id, (stored) => (stored && isOpen(stored) ? chosen(stored, choice, now) : stored));
  deps.log.info('address chosen', { jobId: job.id, product: job.product });
  return page;
}

export const notChosen = () =>
  new Refusal(
    'invalid_request',
    'Nothing was changed: this request did not come from the page of the order. Open that page and choose the address there.',
  );

/** Whether the order can still be paid, so that the payer's choices count. */
export const isOpen = ({ state, isMoneyUnderWay }: Job): boolean => state === 'awaiting_payment' && !isMoneyUnderWay;

function chosen(job: Job, choice: string | undefined, now: number): Job {
  const { addressCheck: check } = job;
  // The same as `another_copy` in a request.
  if (choice === 'copy') return { ...job, copyConfirmedAt: job.copyConfirmedAt ?? now };
  if (check === undefined) return job;
  if (choice === 'suggested') {
    const order = orderToSuggestion(job);
    return order === undefined ? job : { ...job, order, addressCheck: { ...check, takenAt: now } };
  }
  // The same as `accept_address` in a request.
  const isUndecided = check.takenAt === undefined && check.acceptedAt === undefined;
  return choice === 'ordered' && isUndecided ? { ...job, addressCheck: { ...check, acceptedAt: now } } : job;
}
