/** The audit's rules: pure comparisons of a payment or an order with its job. Each difference has a kind. */

import type { Job } from '../../domain/job/job.ts';
import { isSame } from '../../domain/job/payment.ts';
import { dayOf } from '../../domain/job/waiting.ts';
import { totalCents } from '../../domain/money/money.ts';
import type { ListedOrder } from '../../partners/partner.ts';
import type { MoneyTaken } from '../../partners/payments.ts';

/** The closed list of kinds, with their meanings for people. */
export const kinds = {
  payment_without_job: 'Money was taken for a job that is not known here.',
  payment_not_in_job:
    'Money was taken for a job that does not know this payment: an event was lost, or it was paid twice.',
  payment_missing: 'The job says that it is paid, and the payment provider has no such payment.',
  amount_differs: 'What was taken is not what was approved, or not what the job says.',
  refund_not_in_job: 'Money has gone back, and the job does not say so.',
  refund_missing: 'The job says that all was refunded, and the payment provider has given back less.',
  order_without_job: 'The partner has an order for a job that is not known here.',
  order_of_unpaid_job: 'The partner has an order for a job that was never paid.',
  order_of_ended_job: 'The partner has an order for a job that was cancelled or has failed.',
  order_of_refunded_job: 'The order is carried out, and its money has gone back: somebody may have meant it.',
  order_not_in_job: 'The partner has an order that its job does not know.',
  second_order: 'The partner has a second order for one job.',
  order_missing: 'The job says that the partner has its order, and the partner does not have it.',
} as const;

export type DifferenceKind = keyof typeof kinds;

export interface Difference {
  readonly kind: DifferenceKind;
  readonly job_id: string;
  readonly payment_id?: string;
  readonly partner_id?: string;
}

/** A change within this time may not have reached every book yet. */
const graceMs = 60 * 60 * 1_000;

/** The latest day that ended before the grace period, so that all its books should agree. In UTC, 2026-11-21. */
export const lastDay = (now: number): string => dayOf(now - graceMs - 24 * 60 * 60 * 1_000);

const isFresh = (at: number, now: number): boolean => now - at < graceMs;

/** The job changed recently, and the books with it, so the rules below do not apply yet. */
export const isUnderWay = ({ triesSince }: Job, now: number): boolean => isFresh(triesSince, now);

/** `job` is missing if the payment's job id is unknown here. */
export function moneyKinds(money: MoneyTaken, job: Job | undefined, now: number): DifferenceKind[] {
  if (isFresh(money.movedAt, now)) return [];
  if (job === undefined) return ['payment_without_job'];
  const listed = { provider: money.provider, id: money.paymentId };
  const surplus = job.surplus?.find((each) => isSame(each, listed));
  if (surplus?.refund === 'issued') return money.refundedCents < money.amountCents ? ['refund_missing'] : [];
  if (!isSame(job.payment, listed)) return ['payment_not_in_job'];
  return [...(isAmountRight(money, job) ? [] : (['amount_differs'] as const)), ...refundKinds(money, job)];
}

/** A job that is marked as mispaid may have another amount than the approved one. */
function isAmountRight({ amountCents, currency }: MoneyTaken, { payment, price, firsts }: Job): boolean {
  if (payment?.amountCents !== amountCents || payment.currency !== currency) return false;
  return firsts.mispaid !== undefined || (amountCents === totalCents(price) && currency === price.currency);
}

/** A pending refund is not a difference: it is under way, and an alarm of its own watches it. */
function refundKinds(
  { amountCents, refundedCents }: MoneyTaken,
  { refund, refundedCents: known = 0 }: Job,
): DifferenceKind[] {
  if (refund === 'issued') return refundedCents < amountCents ? ['refund_missing'] : [];
  return refund !== 'pending' && refundedCents > 0 && refundedCents !== known ? ['refund_not_in_job'] : [];
}

/** Skips orders that are cancelled or failed, because they cost nothing. */
export function orderKinds(order: ListedOrder, job: Job | undefined, now: number): DifferenceKind[] {
  if (!order.isLiving || isFresh(order.createdAt, now)) return [];
  if (job === undefined) return ['order_without_job'];
  if (job.payment === undefined) return ['order_of_unpaid_job'];
  if (job.state === 'cancelled' || job.state === 'failed') return ['order_of_ended_job'];
  if (job.partner === undefined) return ['order_not_in_job'];
  if (job.partner.id !== order.id) return ['second_order'];
  return job.refund === 'issued' ? ['order_of_refunded_job'] : [];
}
