/** The table: versioned items, and the ways to find them by time. Answers are values; a failure is an exception, and the work is retried. */

import type { DrawnCheck, Trait } from '../domain/fraud.ts';
import type { Stored } from '../domain/stored.ts';

/** From `from` to before `to`, Unix ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Versioned items: a write succeeds only if the item is unchanged since the writer read it. */
export interface Collection<T extends Stored> {
  get(id: string): Promise<T | undefined>;
  /** `exists`: another caller was first; nothing was written. */
  create(item: T): Promise<'saved' | 'exists'>;
  /** Writes `{...item, version: item.version + 1}` over exactly `item.version`. */
  replace(item: T): Promise<'saved' | 'stale'>;
}

/** Items by the time they were created. */
export interface Dated<T> {
  /** Items of one kind, from `from` to before `to` (Unix ms). `next` gets the next page. Eventually consistent. */
  between(
    kind: string,
    from: number,
    to: number,
    after?: string,
  ): Promise<{ readonly items: readonly T[]; readonly next?: string }>;
}

/** Asks for work that fell due before a time, Unix ms. */
export interface Overdue {
  readonly before: number;
  /** And not earlier than this, Unix ms. */
  readonly since?: number | undefined;
}

export interface Due {
  readonly id: string;
  /** Unix ms. */
  readonly dueAt: number;
}

/** The memory of an idempotency key; its id is derived from the key. */
export interface UsedKey extends Stored {
  readonly requestHash: string;
  readonly jobId: string;
}

/** The last number of the checks that were drawn on one bank account, however often it was registered. */
export interface CheckCounter extends Stored {
  readonly lastNumber: number;
  /** Those of today and later, of registrations that have not proven themselves. */
  readonly drawn?: readonly DrawnCheck[];
}

/** The job that holds a lane, or held it last. The job itself says whether it still holds the lane. */
export interface SerialLock extends Stored {
  readonly jobId: string;
}

/** The requests of one network within the last hour, Unix ms, oldest first. */
export interface RequestCounter extends Stored {
  readonly times: readonly number[];
}

export interface RequestCounters extends Collection<RequestCounter> {
  /** Adds `cost` to a plain count, unless that makes it more than `most`. One conditional write; returns the new count. */
  add(id: string, added: { readonly cost: number; readonly most: number }, keepUntil: number): Promise<number | 'full'>;
}

/** Who has made equal orders: one item for each order's fingerprint, with an entry for each request. */
export interface Twins {
  /** Adds an entry in one write, unless the item is full. Returns the entries that were there before. */
  add(id: string, entry: string, keepUntil: number): Promise<readonly string[]>;
}

/** An entry has at most 170 bytes, so the item stays below 10 kB. */
export const mostTwins = 50;

/** Traits of orders that are not taken. */
export interface StopList extends Stored {
  readonly stops: readonly { readonly trait: Trait /** Unix ms. */; readonly since: number }[];
}

/** A question to somebody outside that was asked once for many callers, and the last answer to it. */
export interface SharedAnswer extends Stored {
  /** When the question was asked that brought this answer, Unix ms. */
  readonly askedAt: number;
  /** One caller is asking until this time (Unix ms) at the latest; missing if nobody is. */
  readonly askingUntil?: number;
  /** JSON, so that the answer comes back to the byte. */
  readonly answer?: string;
}
