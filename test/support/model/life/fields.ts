/** A job's item as a row of small numbers, for the table of its life: what the facts of a log tell of it, and no more. */
export const itemNames = [
  // `due`: ticks until somebody must look again. `called`: a claim has named the partner. `known`: its order is known.
  // `stage`: it is at work on it. `last`: every call was answered, `lastOld`: so long ago that its lists are complete.
  ...['state', 'refund', 'due', 'payment', 'claimed', 'called', 'known', 'stage', 'last', 'lastOld'],
  ...['disputed', 'won', 'lost', 'answered', 'warned', 'held', 'resubmitted', 'bounced', 'failedRefund', 'undecided'],
  'cancelStopped',
  // Since this kind of work began: 1 once nothing is created any more, 2 a day after. Then the first key is a day old.
  ...['age', 'keysOver'],
] as const;

export type Places<T extends readonly string[]> = {
  readonly [K in keyof T & `${number}` as T[K] extends string ? T[K] : never]: K extends `${infer N extends number}`
    ? N
    : never;
};

export const placesOf = <T extends readonly string[]>(names: T): Places<T> =>
  Object.fromEntries(names.map((name, at) => [name, at])) as unknown as Places<T>;

/** The place of each field in a row. */
export const F = placesOf(itemNames);

/** Every place holds a number below 256. */
export type Item = Uint8Array & Record<(typeof F)[keyof typeof F], number>;

export const states = [
  ...['awaiting_payment', 'paid', 'submitting', 'fulfilled', 'cancelling', 'recalling', 'needs_review'],
  ...['cancelled', 'failed'],
] as const;
export const awaiting = 0;
export const paid = 1;
export const submitting = 2;
export const fulfilled = 3;
export const cancelling = 4;
export const recalling = 5;
export const needsReview = 6;
export const cancelled = 7;
export const failed = 8;

export const refundNames = ['not_applicable', 'pending', 'issued', 'contact_support'] as const;
export const refundCode = { none: 0, pending: 1, issued: 2, support: 3 } as const;

/** The item has no due time. */
export const never = 9;

/**
 * The doubt that earlier calls leave to a holder. `answered`: each of them was answered; `Old`: the lists are complete by
 * now. `open`: one without an answer may still be landing.
 */
export const doubt = { none: 0, answered: 1, answeredOld: 2, open: 3 } as const;

export const hasEnded = (state: number): boolean => state === cancelled || state === failed;
