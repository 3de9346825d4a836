/** Refunds at Stripe: one per job, even if calls are repeated or responses are lost. */
import type Stripe from 'stripe';
import type { Payment } from '../../domain/job/lifecycle.ts';
import type { RefundOutcome } from '../payments.ts';
import { codeOf, faultOf, isKeySpent, StripeFault } from './fault.ts';

function outcomeOf({ status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === 'failed') return failure_reason === 'insufficient_funds' ? 'not_now' : 'refused';
  if (status === 'canceled') return 'refused';
  // With `requires_action`, Stripe asks the payer for an account. `refund.failed` follows if the payer never answers.
  const isRefunded = status === 'succeeded' || status === 'pending' || status === 'requires_action';
  return isRefunded ? 'refunded' : 'unknown';
}

/**
 * Refunds all that is left of a payment, so that the refunds never exceed it. The next key is tried only after the previous
 * key is spent and Stripe lists no refund of ours. Stripe repeats a refusal under its key for a day, so a refund that was
 * refused for a temporary reason also needs another key.
 */
export async function refundOnce(
  stripe: Stripe,
  jobId: string,
  payment: Payment,
  keys: Iterable<string>,
): Promise<RefundOutcome> {
  let outcome: RefundOutcome = 'unknown';
  for (const idempotencyKey of keys) {
    const params = { payment_intent: payment.id, metadata: { job_id: jobId } };
    const result = await stripe.refunds.create(params, { idempotencyKey }).then(outcomeOf, outcomeOfError);
    if (result !== 'key_spent' && result !== 'not_now') return result;
    if (result === 'not_now') outcome = result;
    const listed = await refundsOf(stripe, payment.id).catch(() => undefined);
    if (listed === undefined) return 'unknown';
    const ours = listed.find((refund) => refund.metadata?.job_id === jobId && outcomeOf(refund) !== 'not_now');
    if (ours !== undefined) return outcomeOf(ours);
  }
  return outcome;
}

function outcomeOfError(error: unknown): RefundOutcome | 'key_spent' {
  const fault = faultOf(error);
  const meanings: Readonly<Record<string, RefundOutcome>> = {
    charge_already_refunded: 'refunded',
    charge_disputed: 'disputed',
    refund_disputed_payment: 'disputed',
    balance_insufficient: 'not_now',
    insufficient_funds: 'not_now',
    processing_error: 'not_now',
    // Someone must approve it in Stripe's dashboard.
    approval_required: 'not_now',
  };
  if (fault === 'refused') return meanings[codeOf(error) ?? ''] ?? 'refused';
  // Stripe refused our API key, not the refund. The refund is made after the operator fixes the key.
  if (fault === 'locked_out') throw new StripeFault('refund', error);
  return isKeySpent(error) ? 'key_spent' : 'unknown';
}

/** 100 is Stripe's maximum. A payment has one refund of ours, and perhaps a few that someone made in the dashboard. */
const refundsOf = async (stripe: Stripe, paymentId: string): Promise<readonly Stripe.Refund[]> =>
  (await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })).data;

/** The refunded cents of a payment, as Stripe lists them now, because events may be late and refunds may fail later. */
export async function refundedCentsOf(stripe: Stripe, paymentId: string): Promise<number> {
  const listed = await refundsOf(stripe, paymentId);
  return listed.filter((refund) => outcomeOf(refund) === 'refunded').reduce((sum, { amount }) => sum + amount, 0);
}
