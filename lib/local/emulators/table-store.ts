/** Emulates DynamoDB: one table on disk, which survives a `kill -9`, with expiry. */
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { create, type Store, updateIndexes } from 'dynalite/db/index.js';
import type { TableDefinition } from '../../table.ts';
import { type ListeningServer, listen } from '../gateway/http.ts';
import { OneLineError } from '../terminal-log.ts';
import { everyHour, type TriggerClock } from '../triggers.ts';
import { clientOptions, guard } from './aws.ts';

/** `clock`: replaced in tests of the expiry. */
export async function startTableStore(
  path: string,
  name: string,
  table: TableDefinition,
  clock?: TriggerClock,
): Promise<ListeningServer> {
  const store = create({ path });
  await openExclusively(store, path);
  const noThroughput = { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 };
  const strings = new Set([table.partitionKey, ...table.indexes.map((index) => index.partitionKey)]);
  const numbers = new Set(table.indexes.flatMap((index) => index.sortKey ?? []));
  const rangeOf = (prefix: string) => ({ gte: prefix, lt: `${prefix}\uffff` });
  try {
    const record = {
      TableName: name,
      TableStatus: 'ACTIVE',
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      ProvisionedThroughput: noThroughput,
      AttributeDefinitions: [
        ...Array.from(strings, (AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        ...Array.from(numbers, (AttributeName) => ({ AttributeName, AttributeType: 'N' })),
      ],
      KeySchema: [{ AttributeName: table.partitionKey, KeyType: 'HASH' }],
      GlobalSecondaryIndexes: table.indexes.map(({ name: IndexName, partitionKey, sortKey, projection }) => ({
        IndexName,
        IndexStatus: 'ACTIVE',
        ProvisionedThroughput: noThroughput,
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' }] : []),
        ],
        Projection: { ProjectionType: projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
      })),
    };
    await store.db.put(`table~${name}`, record);
    // Builds all indexes again: a crash may have damaged them, and some may be new.
    await store.db.clear(rangeOf(`index-global~${record.TableName}~`));
    for await (const item of store.db.values(rangeOf(`item-${record.TableName}~`))) {
      await new Promise<void>((resolve, reject) =>
        updateIndexes(store, record, undefined, item, (error) => (error ? reject(error) : resolve())),
      );
    }
  } finally {
    await store.db.close();
  }
  const listening = await listen(guard(dynalite({ path })));
  // dynalite listens before it has opened its folder. Only a response proves that it has the folder's lock.
  const client = new DynamoDBClient({ endpoint: listening.url, ...clientOptions });
  await client.send(new DescribeTableCommand({ TableName: name }));
  const stopExpiry = everyHour((now) => expireItems(client, name, table, now), clock);
  return {
    ...listening,
    close: async (patienceMs) => {
      await stopExpiry();
      client.destroy();
      await listening.close(patienceMs);
    },
  };
}

async function openExclusively({ db }: Store, path: string): Promise<void> {
  try {
    await db.open();
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    throw new OneLineError(
      cause?.code === 'LEVEL_LOCKED'
        ? `DATA_DIR is in use by another process (${path}): stop that process, or set DATA_DIR to another folder.`
        : `DATA_DIR cannot be opened (${path}): ${cause?.message ?? (error as Error).message}`,
    );
  }
}

/** Deletes expired items, as DynamoDB does. Otherwise the short texts in quotes would stay on the machine for good. */
async function expireItems(client: DynamoDBClient, TableName: string, table: TableDefinition, now: number) {
  const expression = {
    ExpressionAttributeNames: { '#ttl': table.ttl },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1_000)) } },
  };
  const condition = '#ttl < :now';
  const scan = { TableName, ...expression, FilterExpression: condition, ProjectionExpression: table.partitionKey };
  for await (const { Items: keys = [] } of paginateScan({ client, pageSize: 100 }, scan))
    for (const Key of keys) {
      const deletion = new DeleteItemCommand({ TableName, Key, ...expression, ConditionExpression: condition });
      await client.send(deletion).catch((error: unknown) => {
        // The item was written again in the meantime.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    }
}
