/** The fields of every item in the table, and an update that starts over if another process has written meanwhile. */

/** A write succeeds only if `version` is unchanged. Times are Unix ms. */
export interface Stored {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  /** The table may delete the item after this time. */
  readonly keepUntil: number;
}

/** Repeats an attempt while another process writes first. If that happens a hundred times in a row, something is wrong. */
export async function untilSaved<R>(attempt: () => Promise<R | 'stale'>): Promise<R> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const result = await attempt();
    if (result !== 'stale') return result;
  }
  throw new Error('too many stale writes in a row on one item');
}

/**
 * Changes an item and returns it as stored afterward. Each attempt calls `change` with the stored item, or `undefined` if
 * there is none. It returns the item to store; or, to change nothing, the same item or `undefined`.
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
