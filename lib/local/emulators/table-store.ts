/** DynamoDB on this machine: one table on disk that survives a `kill -9`. */
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import type { TableDefinition } from '../../table.ts';
import { type Listening, listen } from '../gateway/listen.ts';
import { ownClient } from './aws.ts';
import { guarded } from './guard.ts';
import { prepareTable } from './prepare-table.ts';

export async function startTableStore(path: string, name: string, table: TableDefinition): Promise<Listening> {
  await prepareTable(path, name, table);
  const listening = await listen(guarded(dynalite({ path })));
  // dynalite listens before it has opened its folder. Only an answer proves that it holds the folder's lock.
  const client = new DynamoDBClient({ endpoint: listening.url, ...ownClient });
  await client.send(new DescribeTableCommand({ TableName: name }));
  client.destroy();
  return listening;
}
