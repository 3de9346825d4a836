/**
 * The assumptions about a partner, each with its source. 'nobody says so': no document of the partner does, and the value is
 * a cautious guess. `docs/promises.md` says what happens if one is wrong.
 */
interface Sourced<T> {
  readonly value: T;
  readonly source: string;
}

export interface Assumed {
  /** HTTP statuses of an answer to a new order that prove that none was made. */
  readonly madeNothing: Sourced<readonly number[]>;
  /** Its lists show an order no later than this after the call that made it. */
  readonly listsAfterMs: Sourced<number>;
  /** They show it for at least this long. */
  readonly listsForMs: Sourced<number>;
  /** Calls under one idempotency key make one order for at least this long; 0: it has no keys. */
  readonly keysLiveMs: Sourced<number>;
}

/** The assumptions about a partner whose documents do not say. */
export const careful = {
  // It refuses our key or account before it reads the order.
  madeNothing: { value: [401, 402, 403], source: 'RFC 9110, 15.5.2 and 15.5.4: not applied; nobody says so of 402' },
  listsAfterMs: { value: 60_000, source: 'nobody says so' },
  listsForMs: { value: 48 * 3_600_000, source: 'nobody says so' },
  keysLiveMs: { value: 0, source: 'it documents no idempotency keys' },
} as const satisfies Assumed;

/** The same for a partner that documents keys. Payment providers and other printers keep their keys for 24 hours. */
export const carefulWithKeys = {
  ...careful,
  keysLiveMs: { value: 24 * 3_600_000, source: 'nobody says so' },
} as const satisfies Assumed;
