/** The one table, and its connection. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { lazy } from '../domain/lazy.ts';
import { openTable } from '../storage/dynamo.ts';
import { config } from './config.ts';

export const theTable = lazy(() => openTable(config('table').TABLE_NAME));

/** Opens the connection before the first request. `kind`: a kind of item that this function may read. */
export async function openConnection(kind: string): Promise<void> {
  const { name, client } = theTable();
  // This item does not exist.
  const nothing = new GetCommand({ TableName: name, Key: { id: `${kind}_` } });
  try {
    await client.send(nothing, { abortSignal: AbortSignal.timeout(1_000) });
  } catch {
    // The first request fails in the same way, and reports it.
  }
}
