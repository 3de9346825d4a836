/** The table's collections of versioned items. A failure throws, and the work is retried. */
import type { Trait, UnprovenCheck } from '../domain/fraud.ts';
import type { Stored } from '../domain/stored.ts';

/** From `from` to before `to`, Unix ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Versioned items: a write succeeds only if the item is unchanged since the writer read it. */
export interface Collection<T extends Stored> {
  get(id: string): Promise<T | undefined>;
  /** `exists`: another process was first, and nothing was written. */
  create(item: T): Promise<'saved' | 'exists'>;
  /** Writes `{...item, version: item.version + 1}` over exactly `item.version`. */
  replace(item: T): Promise<'saved' | 'stale'>;
}

/** The current items of index entries, which are only eventually consistent. Deleted items are left out. */
export async function itemsOf<T>(
  items: { get(id: string): Promise<T | undefined> },
  entries: readonly { readonly id: string }[],
): Promise<readonly T[]> {
  const current: T[] = [];
  for (const { id } of entries) {
    const item = await items.get(id);
    if (item !== undefined) current.push(item);
  }
  return current;
}

/** Items by their kind and one of their times, such as their creation. */
export interface Dated<T> {
  /** Items of one kind, from `from` to before `to` (Unix ms). `next` gets the next page. Eventually consistent. */
  between(
    kind: string,
    from: number,
    to: number,
    after?: string,
  ): Promise<{ readonly items: readonly T[]; readonly next?: string }>;
}

/** A query for work that was due before a time, Unix ms. */
export interface Overdue {
  readonly before: number;
  /** The lower bound, inclusive, in Unix ms. */
  readonly since?: number | undefined;
}

export interface Due {
  readonly id: string;
  /** Unix ms. */
  readonly dueAt: number;
}

/** A used idempotency key. Its id is derived from the key. */
export interface UsedKey extends Stored {
  readonly requestHash: string;
  readonly jobId: string;
  /** The job of each use, by the `createdAt` of the previous use or 0, which is known before the job is written. */
  readonly uses: Readonly<Record<number, string>>;
}

/** The last check number of one bank account, however often the account was registered. */
export interface CheckCounter extends Stored {
  readonly lastNumber: number;
  /** The checks of today or later on the account's registrations that aren't proven yet. */
  readonly unproven?: readonly UnprovenCheck[];
}

/** The job that holds a lock or held it last. Its state shows whether it still does. */
export interface SerialLock extends Stored {
  readonly jobId: string;
}

/** The times of one network's requests within the last hour, Unix ms, oldest first. */
export interface RequestCounter extends Stored {
  readonly times: readonly number[];
}

export interface RequestCounters extends Collection<RequestCounter> {
  /** Adds `cost` to a plain count in one write, and returns the new count; `full` if it would be more than `max`. */
  add(id: string, amount: { readonly cost: number; readonly max: number }, keepUntil: number): Promise<number | 'full'>;
}

/** Duplicate orders: one item for each fingerprint of an order, with an entry for each request. */
export interface Twins {
  /** Adds an entry in one write, unless the item is full. Returns the earlier entries. */
  add(id: string, entry: string, keepUntil: number): Promise<readonly string[]>;
}

/** An entry has at most 170 bytes, so the item stays below 10 kB. */
export const maxTwins = 50;

/** The traits of orders that we don't accept. */
export interface StopList extends Stored {
  /** `since`: Unix ms. */
  readonly stops: readonly { readonly trait: Trait; readonly since: number }[];
}

/** The latest response to a request that we send to another service once for many callers. */
export interface SharedAnswer extends Stored {
  /** When the request was sent, Unix ms. */
  readonly askedAt: number;
  /** A caller may be waiting for a new response until this time, Unix ms. Missing if no caller is waiting. */
  readonly askingUntil?: number;
  /** JSON, so that every byte of the response stays the same. */
  readonly answer?: string;
}
