/** The fields of a job's item that decide what may happen next, as small numbers, and the facts that change them. */
export const itemNames = [
  // `due`: ticks until the job is due. `called`: a claim has named the partner. `known`: the partner's order is known.
  // `stage`: the partner has begun. `last`: every call got a response. `lastOld`: that was so long ago that lists are
  // complete.
  ...['state', 'refund', 'due', 'payment', 'claimed', 'called', 'known', 'stage', 'last', 'lastOld'],
  // `dispute`, `again`: the first and second dispute. `unnamed`: the provider refused a refund because of a dispute.
  // `maybe`: a person resubmitted the job, and the partner may have it from an earlier call.
  ...['dispute', 'again', 'unnamed', 'warned', 'held', 'resubmitted', 'maybe', 'redialed', 'failedRefund', 'undecided'],
  'cancelStopped',
  // `age`: 1 once the service has stopped creating orders, 2 a day later. `keysOver`: the first key is a day old.
  ...['age', 'keysOver'],
] as const;

/** The index of each name: its place in an item. */
type Places<T extends readonly string[]> = {
  readonly [K in keyof T & `${number}` as T[K] extends string ? T[K] : never]: K extends `${infer N extends number}`
    ? N
    : never;
};

export const placesOf = <T extends readonly string[]>(names: T): Places<T> =>
  Object.fromEntries(names.map((name, at) => [name, at])) as unknown as Places<T>;

export const states = [
  ...['awaiting_payment', 'paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'needs_review'],
  ...['cancelled', 'failed'],
] as const;
export const {
  awaiting_payment: awaiting,
  paid,
  submitting,
  fulfilled,
  cancelling,
  recalling,
  needs_review: needsReview,
} = placesOf(states);
const { cancelled, failed } = placesOf(states);

export const refundNames = ['not_applicable', 'pending', 'issued', 'contact_support'] as const;
export const refundCode = { none: 0, pending: 1, issued: 2, support: 3 } as const;

/** The payment page: open, paid as approved, closed or expired, or paid with a wrong amount. */
export const pageCode = { open: 0, paid: 1, closed: 2, wrong: 3 } as const;

/** The bank's decision on a dispute. */
export const bank = { silent: 0, disputed: 1, won: 2, lost: 3 } as const;

/** The due time of an item that has none. */
export const never = 9;

/**
 * The doubt that earlier calls leave. `answered`: each got a response. `answeredOld`: the lists are complete by now.
 * `open`: a call without a response may still take effect.
 */
export const doubt = { none: 0, answered: 1, answeredOld: 2, open: 3 } as const;

export const hasEnded = (state: number): boolean => state === cancelled || state === failed;

export const factNames = [
  ...['paid', 'wrong_amount', 'payment_failed', 'checkout_expired', 'cancelled', 'still_open'],
  ...['claimed', 'cancel_claimed', 'turned_away', 'put_off', 'unanswered', 'given_up'],
  ...['accepted', 'rejected', 'partner_cancelled', 'partner_refused', 'undecided'],
  ...['progressed', 'begun', 'partner_failed', 'round_failed', 'reminded'],
  ...['refunded', 'refund_unknown', 'refund_refused', 'refund_disputed', 'refund_failed'],
  ...['disputed', 'dispute_won', 'dispute_lost', 'disputed_again', 'won_again', 'lost_again', 'fraud_warned'],
  ...['held', 'resubmitted', 'abandoned', 'released'],
] as const;
export type FactName = (typeof factNames)[number];

/** These count only while their claim is held. Facts about an existing order or refund always count. */
const needsClaim: ReadonlySet<FactName> = new Set<FactName>([
  ...(['turned_away', 'put_off', 'unanswered', 'given_up', 'rejected'] as const),
  ...(['partner_cancelled', 'partner_refused', 'undecided'] as const),
]);
const needsClaimInCancellation: ReadonlySet<FactName> = new Set([
  'refund_unknown',
  'refund_refused',
  'refund_disputed',
]);

/** `isCancellation`: the refund was requested to end a cancellation. */
export const isBoundToClaim = (fact: FactName, isCancellation: boolean): boolean =>
  needsClaim.has(fact) || (isCancellation && needsClaimInCancellation.has(fact));

const aboutRound: ReadonlySet<FactName> = new Set<FactName>([
  ...(['accepted', 'progressed', 'begun', 'partner_failed', 'round_failed'] as const),
  ...(['turned_away', 'put_off', 'unanswered', 'given_up', 'rejected'] as const),
]);

/** True if the fact is about one round's order; a later round has another order. */
export const isAboutRound = (fact: FactName): boolean => aboutRound.has(fact);
