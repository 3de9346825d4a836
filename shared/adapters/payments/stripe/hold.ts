/** Reserved money at Stripe: an intent that is captured once, or canceled. Stripe decides which of the two came first. */
import type Stripe from 'stripe';
import type { CaptureOutcome, RefundOutcome } from '../../../ports/payments.ts';
import { faultOf, isSpoilt, StripeFault } from './fault.ts';

type HoldStanding = 'captured' | 'expired' | 'held' | 'unknown';

/** `expired`: it is canceled, whoever did it. */
const standings: Readonly<Partial<Record<Stripe.PaymentIntent.Status, HoldStanding>>> = {
  succeeded: 'captured',
  canceled: 'expired',
  requires_capture: 'held',
};

const standingOf = ({ status }: Stripe.PaymentIntent): HoldStanding => standings[status] ?? 'unknown';

const standing = (stripe: Stripe, id: string): Promise<HoldStanding> =>
  stripe.paymentIntents.retrieve(id).then(standingOf, () => 'unknown');

/** Keys are tried in order, the next one only after the one before is spoilt and nothing was taken. */
export async function captureOnce(stripe: Stripe, id: string, keys: Iterable<string>): Promise<CaptureOutcome> {
  let last: CaptureOutcome = 'unknown';
  for (const idempotencyKey of keys) {
    const fault = await faultIn(stripe.paymentIntents.capture(id, {}, { idempotencyKey }));
    if (fault === undefined) return 'captured';
    if (faultOf(fault) === 'locked_out') throw new StripeFault('capture', fault);
    const stands = await standing(stripe, id);
    if (stands === 'captured' || stands === 'expired') return stands;
    // A refusal is stored under its key for a day.
    const isRefused = faultOf(fault) === 'refused' && stands === 'held';
    if (isRefused) last = 'refused';
    if (!isRefused && !isSpoilt(fault)) return 'unknown';
  }
  return last;
}

/** Lets reserved money go. `captured`: it was taken before, and must be refunded. */
export async function releaseOnce(
  stripe: Stripe,
  id: string,
  keys: Iterable<string>,
): Promise<Extract<RefundOutcome, 'released' | 'unknown'> | 'captured'> {
  for (const idempotencyKey of keys) {
    const stands = await standing(stripe, id);
    if (stands === 'captured') return stands;
    if (stands === 'expired') return 'released';
    if (stands === 'unknown') break;
    const fault = await faultIn(stripe.paymentIntents.cancel(id, {}, { idempotencyKey }));
    if (fault === undefined) return 'released';
    if (!isSpoilt(fault)) break;
  }
  return 'unknown';
}

const faultIn = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
