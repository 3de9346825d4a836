/** The state machine of a job: state × fact → state. A fact without a cell changes nothing. */

import type { FactKind, Refund, State } from './lifecycle.ts';

export interface Transition {
  readonly to: State;
  readonly refund?: Refund;
  /** The next duty is due at once, even if the fact names a time. */
  readonly now?: true;
  /** The duty keeps its time. */
  readonly asBefore?: true;
}

const to = (state: State): Transition => ({ to: state });

const atOnce = (state: State): Transition => ({ to: state, now: true });

const owingRefund = (state: State): Transition => ({ to: state, refund: 'pending', now: true });

/** The fact is recorded and the job continues as before; only the refund may change. */
export const noted = (state: State, refund?: Refund): Transition => ({ to: state, refund, asBefore: true });

/** After the end, only money can still move. */
const ended = (state: 'cancelled' | 'failed') =>
  ({
    paid: owingRefund(state),
    wrong_amount: owingRefund(state),
    refunded: { to: state, refund: 'issued' },
    refund_refused: { to: state, refund: 'contact_support' },
    refund_unknown: to(state),
    redriven: atOnce(state),
    refund_failed: { to: state, refund: 'contact_support' },
    // The bank decides about the money now: it is not refunded a second time.
    disputed: { to: state, refund: 'contact_support' },
    refund_disputed: { to: state, refund: 'contact_support' },
    dispute_lost: { to: state, refund: 'contact_support' },
    dispute_won: owingRefund(state),
    fraud_warned: noted(state),
  }) as const;

/** Acts of other parties on an order that the partner has: the payer's bank, a person at the payment provider, our staff. */
const afterwards = (state: 'fulfilled' | 'recalling') =>
  ({
    disputed: noted(state),
    dispute_won: noted(state),
    dispute_lost: noted(state),
    refunded: noted(state, 'issued'),
    refund_failed: noted(state, 'contact_support'),
    redriven: atOnce(state),
  }) as const;

export const transitions: Readonly<Record<State, Readonly<Partial<Record<FactKind, Transition>>>>> = {
  awaiting_payment: {
    checkout_opened: to('awaiting_payment'),
    still_open: to('awaiting_payment'),
    paid: atOnce('paid'),
    wrong_amount: owingRefund('failed'),
    payment_failed: to('failed'),
    checkout_expired: to('cancelled'),
    cancelled: to('cancelled'),
    // This news arrived before the news of the payment, which we keep asking for.
    disputed: noted('awaiting_payment'),
    dispute_won: noted('awaiting_payment'),
    dispute_lost: noted('awaiting_payment'),
    refunded: to('cancelled'),
    redriven: atOnce('awaiting_payment'),
  },
  paid: {
    claimed: to('submitting'),
    scheduled: to('paid'),
    cancel_claimed: to('cancelling'),
    disputed: atOnce('needs_review'),
    // The news of its end may arrive before the news of the dispute.
    dispute_won: noted('paid'),
    dispute_lost: { to: 'failed', refund: 'contact_support' },
    fraud_warned: atOnce('cancelling'),
    held: atOnce('needs_review'),
    refunded: { to: 'cancelled', refund: 'issued' },
    redriven: atOnce('paid'),
  },
  submitting: {
    claimed: to('submitting'),
    turned_away: to('paid'),
    put_off: to('submitting'),
    unanswered: to('submitting'),
    accepted: to('fulfilled'),
    rejected: owingRefund('failed'),
    given_up: to('needs_review'),
    disputed: atOnce('needs_review'),
    dispute_won: noted('submitting'),
    dispute_lost: atOnce('needs_review'),
    held: atOnce('needs_review'),
    refunded: { to: 'needs_review', refund: 'issued', now: true },
    // Not at once: a call with a lost response may still arrive, and the fact says how long to wait for it.
    redriven: to('submitting'),
    released: to('submitting'),
  },
  fulfilled: {
    // The duty to read stays due: if a reader dies, another one follows.
    read_claimed: noted('fulfilled'),
    progressed: to('fulfilled'),
    partner_failed: owingRefund('failed'),
    bounced: to('paid'),
    cancel_claimed: to('recalling'),
    // The partner stopped it after news that it had begun.
    partner_cancelled: owingRefund('cancelled'),
    fraud_warned: atOnce('recalling'),
    ...afterwards('fulfilled'),
  },
  cancelling: {
    claimed: to('cancelling'),
    released: to('cancelling'),
    accepted: to('fulfilled'),
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_refused: atOnce('paid'),
    refund_unknown: { to: 'cancelled', refund: 'pending' },
    disputed: atOnce('needs_review'),
    refund_disputed: atOnce('needs_review'),
    fraud_warned: noted('cancelling'),
    // The refund was made, and is not recorded yet: it did not reach the payer.
    refund_failed: { to: 'cancelled', refund: 'contact_support' },
    dispute_won: noted('cancelling'),
    dispute_lost: { to: 'cancelled', refund: 'contact_support' },
  },
  recalling: {
    claimed: to('recalling'),
    released: to('recalling'),
    unanswered: to('recalling'),
    undecided: to('recalling'),
    // News from the partner: it continues, or it has stopped.
    progressed: noted('recalling'),
    partner_failed: owingRefund('cancelled'),
    partner_cancelled: owingRefund('cancelled'),
    partner_refused: to('fulfilled'),
    fraud_warned: noted('recalling'),
    ...afterwards('recalling'),
  },
  needs_review: {
    reminded: to('needs_review'),
    accepted: to('fulfilled'),
    resubmitted: atOnce('paid'),
    abandoned: owingRefund('failed'),
    disputed: noted('needs_review'),
    fraud_warned: noted('needs_review'),
    // Both only if nothing but the dispute stops the job, and no partner was called: see `apply.ts`.
    dispute_won: atOnce('paid'),
    dispute_lost: { to: 'failed', refund: 'contact_support' },
    refunded: { to: 'cancelled', refund: 'issued' },
    refund_failed: noted('needs_review', 'contact_support'),
    redriven: atOnce('needs_review'),
  },
  cancelled: ended('cancelled'),
  failed: ended('failed'),
};
