/** The items of the table: the fields of each, and an update that starts over if another process has written in between. */

/** Each write has the condition that `version` is unchanged. Times are Unix ms. */
export interface Stored {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  /** The table may delete the item after this time. */
  readonly keepUntil: number;
}

/**
 * Repeats an attempt until its write is not stale. A stale write means that another process has written; a hundred in a row
 * mean that something is wrong.
 */
export async function untilSaved<R>(attempt: () => Promise<R | 'stale'>): Promise<R> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const result = await attempt();
    if (result !== 'stale') return result;
  }
  throw new Error('too many stale writes in a row on one item');
}

/**
 * Changes an item and returns it as stored afterward. `change` gets the stored item, or `undefined` if there is none, once
 * for each attempt. It returns the item to store; to change nothing, the item that it got, or `undefined`.
 */
export const update = <T extends Stored>(
  items: {
    get(id: string): Promise<T | undefined>;
    create(item: T): Promise<'saved' | 'exists'>;
    replace(item: T): Promise<'saved' | 'stale'>;
  },
  id: string,
  change: (item: T | undefined) => T | undefined,
): Promise<T | undefined> =>
  untilSaved<T | undefined>(async () => {
    const stored = await items.get(id);
    const next = change(stored);
    if (next === undefined || next === stored) return stored;
    if (stored === undefined) return (await items.create(next)) === 'saved' ? next : 'stale';
    return (await items.replace(next)) === 'saved' ? { ...next, version: next.version + 1 } : 'stale';
  });
