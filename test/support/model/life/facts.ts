/** The facts of a job's life, and which of them are true only under their claim or in their round. */

const factNames = [
  ...['paid', 'wrong_amount', 'payment_failed', 'checkout_expired', 'cancelled', 'still_open'],
  ...['claimed', 'cancel_claimed', 'turned_away', 'put_off', 'unanswered', 'given_up'],
  ...['accepted', 'rejected', 'partner_cancelled', 'partner_refused', 'undecided'],
  ...['progressed', 'begun', 'partner_failed', 'bounced', 'reminded'],
  ...['refunded', 'refund_unknown', 'refund_refused', 'refund_disputed', 'refund_failed'],
  ...['disputed', 'dispute_won', 'dispute_lost', 'fraud_warned'],
  ...['held', 'resubmitted', 'abandoned', 'released'],
] as const;
export type FactName = (typeof factNames)[number];

/** These are true only under their claim; an order is an order, and money that went back went back. */
const bound: ReadonlySet<FactName> = new Set<FactName>([
  ...(['turned_away', 'put_off', 'unanswered', 'given_up', 'rejected'] as const),
  ...(['partner_cancelled', 'partner_refused', 'undecided'] as const),
]);
const boundInCancellation: ReadonlySet<FactName> = new Set<FactName>([
  ...(['refund_unknown', 'refund_refused', 'refund_disputed'] as const),
]);

/** `isCancellation`: the refund was asked for to end a cancellation. */
export const isBound = (fact: FactName, isCancellation: boolean): boolean =>
  bound.has(fact) || (isCancellation && boundInCancellation.has(fact));

const ofRound: ReadonlySet<FactName> = new Set<FactName>([
  ...(['accepted', 'progressed', 'begun', 'partner_failed', 'bounced'] as const),
  ...(['turned_away', 'put_off', 'unanswered', 'given_up', 'rejected'] as const),
]);

/** It is about the order of one round, and a later round has another. */
export const isOfRound = (fact: FactName): boolean => ofRound.has(fact);
