/** Refunds at Stripe: one per job, even if calls are repeated or answers are lost. */
import type Stripe from 'stripe';
import type { Payment } from '../../domain/job/lifecycle.ts';
import type { RefundOutcome } from '../payments.ts';
import { codeOf, faultOf, isUnusable, StripeFault } from './fault.ts';

function outcomeOf({ status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === 'failed') return failure_reason === 'insufficient_funds' ? 'not_now' : 'refused';
  if (status === 'canceled') return 'refused';
  // With `requires_action`, Stripe asks the payer for an account. `refund.failed` follows if the payer never answers.
  const isRefunded = status === 'succeeded' || status === 'pending' || status === 'requires_action';
  return isRefunded ? 'refunded' : 'unknown';
}

/**
 * Refunds all that is left of a payment, so that the refunds never exceed it. Keys are tried in order: the next one only
 * after Stripe has answered that the one before is unusable, and lists no refund of ours. Stripe stores a refusal under its
 * key for a day, so a refund that was refused for a passing reason also needs another key.
 */
export async function refundOnce(
  stripe: Stripe,
  jobId: string,
  payment: Payment,
  keys: Iterable<string>,
): Promise<RefundOutcome> {
  let refusal: 'not_now' | undefined;
  for (const idempotencyKey of keys) {
    const params = { payment_intent: payment.id, metadata: { job_id: jobId } };
    const made = await stripe.refunds.create(params, { idempotencyKey }).then(outcomeOf, meaningOf);
    if (made !== 'unusable' && made !== 'not_now') return made;
    refusal = made === 'not_now' ? made : refusal;
    const listed = await refundsOf(stripe, payment.id).catch(() => undefined);
    if (listed === undefined) return 'unknown';
    const ours = listed.find((refund) => refund.metadata?.job_id === jobId && outcomeOf(refund) !== 'not_now');
    if (ours !== undefined) return outcomeOf(ours);
  }
  return refusal ?? 'unknown';
}

function meaningOf(error: unknown): RefundOutcome | 'unusable' {
  const fault = faultOf(error);
  const meanings: Readonly<Record<string, RefundOutcome>> = {
    charge_already_refunded: 'refunded',
    charge_disputed: 'disputed',
    refund_disputed_payment: 'disputed',
    balance_insufficient: 'not_now',
    insufficient_funds: 'not_now',
    processing_error: 'not_now',
    // A person must release it in Stripe's dashboard.
    approval_required: 'not_now',
  };
  if (fault === 'refused') return meanings[codeOf(error) ?? ''] ?? 'refused';
  // The refund itself is fine. It is made once the operator has fixed the key.
  if (fault === 'locked_out') throw new StripeFault('refund', error);
  return isUnusable(error) ? 'unusable' : 'unknown';
}

/** 100 is Stripe's maximum. A payment has one refund of ours, and perhaps a few that people made by hand. */
const refundsOf = async (stripe: Stripe, paymentId: string): Promise<readonly Stripe.Refund[]> =>
  (await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })).data;

/** The refunded cents of a payment now: events may be late, and refunds may fail. */
export async function refundedCentsOf(stripe: Stripe, paymentId: string): Promise<number> {
  const listed = await refundsOf(stripe, paymentId);
  return listed.filter((refund) => outcomeOf(refund) === 'refunded').reduce((sum, { amount }) => sum + amount, 0);
}
