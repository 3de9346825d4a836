/** The one table, and its connection. */

import { lazy } from '../domain/lazy.ts';
import { openTable, pingTable } from '../storage/dynamo/collection.ts';
import { config } from './config.ts';

export const theTable = lazy(() => openTable(config('table').TABLE_NAME));

/** Opens the connection before the first request. `kind`: a kind of item that this function may read. */
export async function openConnection(kind: string): Promise<void> {
  try {
    await pingTable(theTable(), kind);
  } catch {
    // The first request fails in the same way, and reports it.
  }
}
