/** Jobs in every state and a sample of every fact, for the tests of `shared/domain/job`. */
import { apply } from '../../shared/domain/job/apply.ts';
import {
  type Checkout,
  type Fact,
  type FactKind,
  initialLifecycle,
  type Lifecycle,
  type Payment,
  type State,
} from '../../shared/domain/job/lifecycle.ts';
import type { PartnerOrder, Stage } from '../../shared/domain/job/progress.ts';

/** When the job was created; by `now` it is two hours old. */
export const birth = Date.UTC(2026, 10, 21, 12);
export const now = birth + 2 * 3_600_000;
/** A due time for `sample` facts. */
export const later = now + 90_000;

export const checkout: Checkout = {
  provider: 'mock',
  id: 'cs_1',
  url: 'https://pay.example/cs_1',
  expiresAt: birth + 86_400_000,
};
export const payment: Payment = { provider: 'mock', id: 'pi_1', amountCents: 212, currency: 'USD' };
const otherPayment: Payment = { provider: 'mock', id: 'pi_2', amountCents: 999, currency: 'CAD' };
export const order: PartnerOrder = { id: 'letter_1', stage: 'accepted' };

/** One fact of each kind, without a due time. */
export const sample: Readonly<Record<FactKind, Fact>> = {
  checkout_opened: { kind: 'checkout_opened', checkout },
  still_open: { kind: 'still_open' },
  checkout_expired: { kind: 'checkout_expired' },
  cancelled: { kind: 'cancelled' },
  paid: { kind: 'paid', payment },
  wrong_amount: { kind: 'wrong_amount', payment: otherPayment, error: 'CAD 9.99 was paid' },
  payment_failed: { kind: 'payment_failed', error: 'card declined' },
  claimed: { kind: 'claimed' },
  released: { kind: 'released' },
  accepted: { kind: 'accepted', order },
  rejected: { kind: 'rejected', error: 'no such address', cause: 'address' },
  turned_away: { kind: 'turned_away' },
  put_off: { kind: 'put_off', answeredAt: now },
  unanswered: { kind: 'unanswered' },
  undecided: { kind: 'undecided' },
  given_up: { kind: 'given_up', error: 'no answer in time' },
  disputed: { kind: 'disputed', disputeId: 'du_1', error: 'the payer disputes' },
  dispute_won: { kind: 'dispute_won', disputeId: 'du_1' },
  dispute_lost: { kind: 'dispute_lost', disputeId: 'du_1', error: 'the bank has decided for the payer' },
  fraud_warned: { kind: 'fraud_warned' },
  read_claimed: { kind: 'read_claimed' },
  scheduled: { kind: 'scheduled' },
  progressed: { kind: 'progressed', progress: { stage: 'in_progress' } },
  partner_failed: { kind: 'partner_failed', error: 'the printer caught fire', cause: 'ours' },
  round_failed: { kind: 'round_failed' },
  cancel_claimed: { kind: 'cancel_claimed' },
  partner_cancelled: { kind: 'partner_cancelled' },
  partner_refused: { kind: 'partner_refused', progress: { stage: 'in_progress' } },
  reminded: { kind: 'reminded' },
  resubmitted: { kind: 'resubmitted' },
  abandoned: { kind: 'abandoned', error: 'given up by a person', cause: 'ours' },
  held: { kind: 'held', error: 'a person is looking into it' },
  redriven: { kind: 'redriven' },
  refunded: { kind: 'refunded' },
  refund_refused: { kind: 'refund_refused' },
  refund_unknown: { kind: 'refund_unknown' },
  refund_disputed: { kind: 'refund_disputed', error: 'the payer disputes' },
  refund_failed: { kind: 'refund_failed' },
};

/** News from the partner: the order has reached this stage. */
export const progressed = (stage: Stage, more: object = {}): Fact => ({
  kind: 'progressed',
  progress: { stage, ...more },
});

/** The facts that bring an order to its partner. */
export const atPartner = [sample.paid, sample.claimed, sample.accepted] as const;

export const factKinds = Object.keys(sample) as FactKind[];

export const states: readonly State[] = [
  'awaiting_payment',
  'paid',
  'submitting',
  'fulfilled',
  'cancelling',
  'recalling',
  'needs_review',
  'cancelled',
  'failed',
];

/** A job's life, with further fields that no fact may change. */
export type Subject = Lifecycle & { readonly id: string; readonly price: number };

/** A job in that state: due, paid, with the partner and read long ago, unless `changes` says otherwise. */
export const jobIn = (state: State, changes: Partial<Lifecycle> = {}): Subject => ({
  ...initialLifecycle(birth),
  id: 'job_1',
  price: 212,
  state,
  tries: 3,
  triesSince: birth + 60_000,
  dueAt: now,
  checkout,
  payment,
  partner: { ...order, readAt: birth },
  firstSeenAt: { checkout_opened: birth },
  ...changes,
});

/** Removes members, which `changes` can't do. */
export function without<T extends object, K extends keyof T>(life: T, ...names: K[]): Omit<T, K> & Partial<Pick<T, K>> {
  const copy = { ...life };
  for (const name of names) delete copy[name];
  return copy;
}

/** A job in which no guard rejects this fact, so that it counts if the table of transitions allows it. */
export function jobReadyFor(state: State, kind: FactKind): Subject {
  const hasEnded = state === 'cancelled' || state === 'failed';
  const isAboutRefund = ['refunded', 'refund_refused', 'refund_unknown', 'refund_disputed'].includes(kind);
  if (kind === 'checkout_opened') return without(jobIn(state), 'checkout') as Subject;
  if (kind === 'paid' || kind === 'wrong_amount') return without(jobIn(state), 'payment') as Subject;
  if (kind === 'scheduled') return jobIn(state, { notBefore: now + 1 });
  if (state === 'paid' && (kind === 'cancel_claimed' || kind === 'fraud_warned'))
    return without(jobIn(state), 'partner') as Subject;
  // A dispute's end affects only a job that nothing else has stopped.
  const reviewedForDispute = { disputes: { du_1: 'open' }, firstSeenAt: {}, refund: 'not_applicable' } as const;
  if (state === 'needs_review' && kind.startsWith('dispute_')) return jobIn(state, reviewedForDispute);
  if (kind === 'refund_failed') return jobIn(state, { refund: 'issued' });
  if (kind === 'dispute_won' && hasEnded)
    return jobIn(state, { refund: 'contact_support', disputes: { du_1: 'open' } });
  if (kind === 'disputed' || kind === 'dispute_lost' || isAboutRefund)
    return jobIn(state, { refund: hasEnded ? 'pending' : 'not_applicable' });
  return jobIn(state);
}

/** A job after these facts, one per minute. Each must count. */
export function jobAfter(...facts: readonly Fact[]): Lifecycle {
  return facts.reduce<Lifecycle>((life, fact, at) => {
    const next = apply(life, fact, birth + 60_000 * (at + 1));
    if (next === undefined) throw new Error(`${fact.kind} does not count in ${life.state}`);
    return next;
  }, initialLifecycle(birth));
}
