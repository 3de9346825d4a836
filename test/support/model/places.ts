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
  reviewLook: 13,
  reading: 14,
  outbox: 15,
  outboxLate: 16,
} as const;

/** How a claim ends: the fact that is to be written. */
export const outcomes = ['accepted', 'rejected', 'turned_away', 'put_off', 'unanswered', 'given_up'] as const;
export type Outcome = (typeof outcomes)[number];
