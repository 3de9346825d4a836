/** The state machine of a job: which facts count in each state, and what they change. `apply.ts` has the exceptions. */
import type { FactKind, Refund, State } from './lifecycle.ts';

export interface Transition {
  readonly to: State;
  readonly refund?: Refund;
  /** Missing: the job is due when the fact says. `now`: at once. `unchanged`: when it was due before. */
  readonly due?: 'now' | 'unchanged';
}

const to = (state: State): Transition => ({ to: state });

const dueNow = (state: State): Transition => ({ to: state, due: 'now' });

const owingRefund = (state: State): Transition => ({ to: state, refund: 'pending', due: 'now' });

/** The fact is recorded and the job continues as before; only the refund may change. */
export const noted = (state: State, refund?: Refund): Transition => ({ to: state, refund, due: 'unchanged' });

/** Once a job has ended, only money can still move. */
const ended = (state: 'cancelled' | 'failed') =>
  ({
    paid: owingRefund(state),
    wrong_amount: owingRefund(state),
    refunded: { to: state, refund: 'issued' },
    refund_refused: { to: state, refund: 'contact_support' },
    refund_unknown: to(state),
    redriven: dueNow(state),
    refund_failed: { to: state, refund: 'contact_support' },
    // The bank now decides about the money, so it is not refunded as well.
    disputed: { to: state, refund: 'contact_support' },
    refund_disputed: { to: state, refund: 'contact_support' },
    dispute_lost: { to: state, refund: 'contact_support' },
    dispute_won: owingRefund(state),
    fraud_warned: noted(state),
  }) as const;

/** Facts from the payer's bank, the payment provider and an operator about an order that a partner has. */
const withPartner = (state: 'fulfilled' | 'recalling') =>
  ({
    disputed: noted(state),
    dispute_won: noted(state),
    dispute_lost: noted(state),
    refunded: noted(state, 'issued'),
    refund_failed: noted(state, 'contact_support'),
    redriven: dueNow(state),
  }) as const;

export const transitions: Readonly<Record<State, Readonly<Partial<Record<FactKind, Transition>>>>> = {
  awaiting_payment: {
    checkout_opened: to('awaiting_payment'),
    still_open: to('awaiting_payment'),
    paid: dueNow('paid'),
    wrong_amount: owingRefund('failed'),
    payment_failed: to('failed'),
    checkout_expired: to('cancelled'),
    cancelled: to('cancelled'),
    // This news may arrive before the news of the payment, which we keep requesting.
    disputed: noted('awaiting_payment'),
    dispute_won: noted('awaiting_payment'),
    dispute_lost: noted('awaiting_payment'),
    refunded: { to: 'cancelled', refund: 'issued' },
    redriven: dueNow('awaiting_payment'),
  },
  paid: {
    claimed: to('submitting'),
    scheduled: to('paid'),
    cancel_claimed: to('cancelling'),
    disputed: dueNow('needs_review'),
    // The decision on a dispute may arrive before the news of the dispute.
    dispute_won: noted('paid'),
    dispute_lost: { to: 'failed', refund: 'contact_support' },
    fraud_warned: dueNow('cancelling'),
    held: dueNow('needs_review'),
    refunded: { to: 'cancelled', refund: 'issued' },
    redriven: dueNow('paid'),
  },
  submitting: {
    claimed: to('submitting'),
    turned_away: to('paid'),
    put_off: to('submitting'),
    unanswered: to('submitting'),
    accepted: to('fulfilled'),
    rejected: owingRefund('failed'),
    given_up: to('needs_review'),
    disputed: dueNow('needs_review'),
    dispute_won: noted('submitting'),
    dispute_lost: dueNow('needs_review'),
    held: dueNow('needs_review'),
    refunded: { to: 'needs_review', refund: 'issued', due: 'now' },
    // Not due now: a call whose response was lost may still arrive. The fact says how long to wait.
    redriven: to('submitting'),
    released: to('submitting'),
  },
  fulfilled: {
    // The status request stays due: if this process dies, another one makes it.
    read_claimed: noted('fulfilled'),
    progressed: to('fulfilled'),
    partner_failed: owingRefund('failed'),
    // The fax line was busy, so the partner is called again.
    round_failed: to('paid'),
    cancel_claimed: to('recalling'),
    // A recall may succeed even after news that the partner is at work.
    partner_cancelled: owingRefund('cancelled'),
    fraud_warned: dueNow('recalling'),
    ...withPartner('fulfilled'),
  },
  cancelling: {
    claimed: to('cancelling'),
    released: to('cancelling'),
    accepted: to('fulfilled'),
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_refused: dueNow('paid'),
    refund_unknown: { to: 'cancelled', refund: 'pending' },
    disputed: dueNow('needs_review'),
    refund_disputed: dueNow('needs_review'),
    fraud_warned: noted('cancelling'),
    // It is this cancellation's refund that failed, before it was recorded as issued.
    refund_failed: { to: 'cancelled', refund: 'contact_support' },
    dispute_won: noted('cancelling'),
    dispute_lost: { to: 'cancelled', refund: 'contact_support' },
  },
  recalling: {
    claimed: to('recalling'),
    released: to('recalling'),
    unanswered: to('recalling'),
    undecided: to('recalling'),
    // The order may move on or fail before the partner responds to our recall.
    progressed: noted('recalling'),
    partner_failed: owingRefund('cancelled'),
    partner_cancelled: owingRefund('cancelled'),
    partner_refused: to('fulfilled'),
    fraud_warned: noted('recalling'),
    ...withPartner('recalling'),
  },
  needs_review: {
    reminded: to('needs_review'),
    accepted: to('fulfilled'),
    resubmitted: dueNow('paid'),
    abandoned: owingRefund('failed'),
    disputed: noted('needs_review'),
    fraud_warned: noted('needs_review'),
    // These two count only if the dispute alone stopped the job, before any call to a partner: see `apply.ts`.
    dispute_won: dueNow('paid'),
    dispute_lost: { to: 'failed', refund: 'contact_support' },
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_failed: noted('needs_review', 'contact_support'),
    redriven: dueNow('needs_review'),
  },
  cancelled: ended('cancelled'),
  failed: ended('failed'),
};
