/** The service's only table, and the connection to it. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { lazy } from '../domain/lazy.ts';
import { openTable } from '../storage/dynamo.ts';
import { config } from './config.ts';

export const theTable = lazy(() => openTable(config('table').TABLE_NAME));

/** Opens the connection before the first request. `kind`: a kind of item that the role of this Lambda function may read. */
export async function openConnection(kind: string): Promise<void> {
  try {
    const { name, client } = theTable();
    // No item has this id.
    const nothing = new GetCommand({ TableName: name, Key: { id: `${kind}_` } });
    await client.send(nothing, { abortSignal: AbortSignal.timeout(1_000) });
  } catch {
    // The first request will fail as well, and report it.
  }
}
