/** Where a process may stand, and what it may carry from one call to the next. */

export const at = {
  nothing: 0,
  /** It has read the item; it carries the state that it read. */
  read: 1,
  lookUp: 2,
  call: 3,
  conclude: 4,
  askedPage: 5,
  refund: 6,
  refunded: 7,
  cancelLook: 8,
  cancelAgain: 9,
  recall: 10,
  recalled: 11,
  withdrawn: 12,
  parkedLook: 13,
  reading: 14,
  outbox: 15,
  outboxLate: 16,
  payLook: 17,
  payCall: 18,
  payDone: 19,
  paySettle: 20,
  capture: 21,
  captured: 22,
} as const;

/** Ticks for which a claim to charge a token is held, and within which the call must begin. */
export const payLease = 2;

/** The bit of `charges`: the payer has paid twice. */
export const twice = 128;

/** In place of a page's state, where another page was opened in its place. */
export const anotherPage = 4;

/** How a claim ends: the fact that is to be written. */
export const outcomes = [
  'accepted',
  'accepted_by_backup',
  'rejected',
  'turned_away',
  'absent',
  'put_off',
  'refused_once',
  'unanswered',
  'given_up',
] as const;
export type Outcome = (typeof outcomes)[number];
