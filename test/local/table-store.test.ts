/** The table on disk, tested with the real DynamoDB client. */
import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { create } from 'dynalite/db/index.js';
import { clientOptions } from '../../lib/local/emulators/aws.ts';
import { startTableStore } from '../../lib/local/emulators/table-store.ts';
import { tableDefinition } from '../../lib/table.ts';
import { newFolder } from '../support/new-folder.ts';

const TableName = 'jobs';
let folder: string;
beforeEach(() => {
  folder = newFolder();
});

async function withTable<T>(use: (dynamo: DynamoDBClient) => Promise<T>, definition = tableDefinition): Promise<T> {
  const store = await startTableStore(folder, TableName, definition);
  const dynamo = new DynamoDBClient({ endpoint: store.url, ...clientOptions, maxAttempts: 1 });
  try {
    return await use(dynamo);
  } finally {
    dynamo.destroy();
    await store.close();
  }
}

const job = {
  id: { S: 'job_1' },
  due: { S: 'due' },
  due_at: { N: '1' },
  kind: { S: 'letter' },
  created_at: { N: '1' },
};
const putJob = (dynamo: DynamoDBClient) => dynamo.send(new PutItemCommand({ TableName, Item: job }));

async function find(dynamo: DynamoDBClient, IndexName: string, attribute: string, value: string) {
  const { Items } = await dynamo.send(
    new QueryCommand({
      TableName,
      IndexName,
      KeyConditionExpression: '#key = :value',
      ExpressionAttributeNames: { '#key': attribute },
      ExpressionAttributeValues: { ':value': { S: value } },
    }),
  );
  return Items;
}

/** Leaves the table as a `kill -9` would between writing an item and its index entries. */
async function damageIndexes() {
  const { db } = create({ path: folder });
  await db.clear({ gte: 'index-', lt: 'index-\uffff' });
  await db.close();
}

test('the table exists at the first start, with its indexes', async () => {
  await withTable(async (dynamo) => {
    await putJob(dynamo);
    expect(await find(dynamo, 'due', 'due', 'due')).toEqual([{ id: job.id, due: job.due, due_at: job.due_at }]);
    expect(await find(dynamo, 'by_kind', 'kind', 'letter')).toEqual([job]);
    expect(await find(dynamo, 'by_pay_code', 'pay_code', 'none')).toEqual([]);
  });
});

test('every due job is found again after a crash that damaged the indexes', async () => {
  await withTable(putJob);
  await damageIndexes();
  expect(await withTable((dynamo) => find(dynamo, 'due', 'due', 'due'))).toHaveLength(1);
});

test('the table gets an index that it did not have when it was created', async () => {
  await withTable(putJob, { ...tableDefinition, indexes: tableDefinition.indexes.slice(0, 1) });
  expect(await withTable((dynamo) => find(dynamo, 'by_kind', 'kind', 'letter'))).toEqual([job]);
});

test('expired items are deleted at the start, with their index entries, and no others', async () => {
  const now = 1_795_262_400_000;
  const waiting = Promise.withResolvers<void>();
  const clock = {
    now: () => now,
    wait: (_: number, signal: AbortSignal) =>
      new Promise<void>((done) => {
        signal.addEventListener('abort', () => done());
        waiting.resolve();
      }),
  };
  const ttls = { job_over: now / 1_000 - 1, job_now: now / 1_000, job_later: now / 1_000 + 1 };
  await withTable(async (dynamo) => {
    await putJob(dynamo);
    for (const [id, ttl] of Object.entries(ttls))
      await dynamo.send(new PutItemCommand({ TableName, Item: { ...job, id: { S: id }, ttl: { N: `${ttl}` } } }));
  });
  const store = await startTableStore(folder, TableName, tableDefinition, clock);
  await waiting.promise;
  await store.close();
  const remaining = await withTable((dynamo) => find(dynamo, 'due', 'due', 'due'));
  expect(remaining?.map(({ id }) => id?.S).sort()).toEqual(['job_1', 'job_later', 'job_now']);
});

test('a table that another process uses gives a one-line error', async () => {
  await withTable(async () => {
    const second = startTableStore(folder, TableName, tableDefinition);
    await expect(second).rejects.toThrow(/^DATA_DIR is in use by another process/);
  });
});
