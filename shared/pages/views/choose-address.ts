/**
 * Takes a payer's answers before the payment: which address is right, and that a second copy is meant. The last choice counts that was made before the
 * payment was known, whatever payment page is open meanwhile: that page names the recipient and the sum, and no address.
 */

import { addressTokenOf } from '../../domain/ids.ts';
import { type Job, paidUrl, payUrl } from '../../domain/job/job.ts';
import { Refusal } from '../../domain/refusal.ts';
import { update } from '../../domain/stored.ts';
import type { Deps } from '../../orders/deps.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { orderToSuggestion } from '../../orders/pay/address-choice.ts';
import { providerAnswer } from '../../orders/pay/payment.ts';

export interface AddressForm {
  readonly token?: string | undefined;
  readonly choice?: string | undefined;
}

/** Returns the path of the page that shows what came of it. A choice that comes too late, or twice, changes nothing. */
export async function chooseAddress(deps: Deps, code: string, { token, choice }: AddressForm): Promise<string> {
  const job = await jobByPayCode(deps, code);
  if (token !== addressTokenOf(job.id)) throw notChosen();
  const page = new URL(payUrl(job)).pathname;
  const { checkout } = job;
  if (checkout === undefined || !isOpen(job)) return page;
  // The payer may have paid a moment ago for the address that stood on the page then.
  const session = await providerAnswer(deps, job.id, checkout, (payments) => payments.status(checkout.id));
  const isPaid = session.status === 'paid' || (session.status === 'open' && session.isUnderWay);
  if (isPaid) return new URL(paidUrl(job)).pathname;
  const change = changeBy(choice);
  const now = deps.clock.now();
  await update(deps.jobs, job.id, (stored) => (stored && isOpen(stored) && change ? change(stored, now) : stored));
  deps.log.info('address chosen', { jobId: job.id, product: job.product });
  return page;
}

export const notChosen = () =>
  new Refusal(
    'invalid_request',
    'Nothing was changed: this request did not come from the page of the order. Open that page and choose the address there.',
  );

const isOpen = ({ state, isMoneyUnderWay }: Job): boolean => state === 'awaiting_payment' && !isMoneyUnderWay;

function changeBy(choice: string | undefined): ((job: Job, now: number) => Job) | undefined {
  if (choice === 'suggested') return taken;
  if (choice === 'copy') return meant;
  return choice === 'ordered' ? accepted : undefined;
}

function taken(job: Job, now: number): Job {
  const order = orderToSuggestion(job);
  const { addressCheck: check } = job;
  return order === undefined || check === undefined ? job : { ...job, order, addressCheck: { ...check, takenAt: now } };
}

/** The same as `another_copy` in a request. */
const meant = (job: Job, now: number): Job => ({ ...job, copyConfirmedAt: job.copyConfirmedAt ?? now });

/** The same as `accept_address` in a request. */
function accepted(job: Job, now: number): Job {
  const { addressCheck: check } = job;
  const isAsked = check !== undefined && check.takenAt === undefined && check.acceptedAt === undefined;
  return isAsked ? { ...job, addressCheck: { ...check, acceptedAt: now } } : job;
}
