/** DynamoDB on this machine: one table on disk that survives a `kill -9`, with expiry. */
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import type { TableDefinition } from '../../table.ts';
import { type Listening, listen } from '../gateway/listen.ts';
import type { TriggerClock } from '../triggers/clock.ts';
import { ownClient } from './aws.ts';
import { expireHourly, expireItems } from './expiry.ts';
import { guarded } from './guard.ts';
import { prepareTable } from './prepare-table.ts';

/** `clock`: a test's own, for the expiry of items. */
export async function startTableStore(
  path: string,
  name: string,
  table: TableDefinition,
  clock?: TriggerClock,
): Promise<Listening> {
  await prepareTable(path, name, table);
  const listening = await listen(guarded(dynalite({ path })));
  // dynalite listens before it has opened its folder. Only an answer proves that it holds the folder's lock.
  const client = new DynamoDBClient({ endpoint: listening.url, ...ownClient });
  await client.send(new DescribeTableCommand({ TableName: name }));
  const stopExpiry = expireHourly((now) => expireItems(client, name, table.ttl, now), clock);
  return {
    ...listening,
    close: async (patienceMs) => {
      await stopExpiry();
      client.destroy();
      await listening.close(patienceMs);
    },
  };
}
