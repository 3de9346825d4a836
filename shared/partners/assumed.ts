/**
 * The assumptions about a partner, each with its source. `nobodySays` means that no document of the partner says so: the
 * value is a careful guess. `docs/promises.md` says what happens if one is wrong.
 */
interface Sourced<T> {
  readonly value: T;
  readonly source: string;
}

const nobodySays = 'nobody says so';

export interface Assumed {
  /** HTTP statuses of an answer to a new order that prove that none was made. */
  readonly madeNothing: Sourced<readonly number[]>;
  /** Its lists show an order at the latest this long after the call that made it. */
  readonly listsAfterMs: Sourced<number>;
  /** They show it for at least this long. */
  readonly listsForMs: Sourced<number>;
  /** Calls under one idempotency key make one order for at least this long; 0: it has no keys. */
  readonly keysLiveMs: Sourced<number>;
}

const seconds = 1_000;
const hours = 3_600 * seconds;

/** A key or an account that is refused: the partner decides that before it reads the order. */
const refusesUs: Assumed['madeNothing'] = {
  value: [401, 402, 403],
  source: 'RFC 9110, 15.5.2 and 15.5.4: not applied; nobody says so of 402',
};

/** The assumptions about a partner whose documents are silent. */
export const careful = {
  madeNothing: refusesUs,
  listsAfterMs: { value: 60 * seconds, source: nobodySays },
  listsForMs: { value: 48 * hours, source: nobodySays },
  keysLiveMs: { value: 0, source: 'it documents no idempotency keys' },
} as const satisfies Assumed;

/** The same of a partner that documents keys: 24 hours is what payment providers and other printers keep theirs. */
export const carefulWithKeys = {
  ...careful,
  keysLiveMs: { value: 24 * hours, source: nobodySays },
} as const satisfies Assumed;
