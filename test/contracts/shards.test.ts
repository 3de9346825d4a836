/** Items that were written before the indexes had shards are found as before, and move to their shards when touched. */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/adapters/dynamo/collection.ts';
import { jobsIn } from '../../shared/adapters/dynamo/jobs.ts';
import { outboxesIn } from '../../shared/adapters/dynamo/outboxes.ts';
import { shardOf } from '../../shared/core/ids.ts';
import { initialLifecycle } from '../../shared/core/job.ts';
import { newOutbox, type Outbox, withEvents } from '../../shared/core/notify/outbox.ts';
import type { Job } from '../../shared/core/product.ts';
import { inDynamo, type Opened } from '../support/contracts/implementations.ts';

const now = Date.UTC(2026, 10, 21, 12);

let opened: Opened<{ readonly table: Table; readonly jobs: ReturnType<typeof jobsIn> }>;
beforeAll(async () => {
  opened = await inDynamo((table) => ({ table, jobs: jobsIn(table) }));
});
afterAll(() => opened.close());

const put = (item: Job | Outbox, keys: object) => {
  const { table } = opened.port;
  const Item = { id: item.id, version: item.version, ttl: Math.ceil(item.keepUntil / 1_000), ...keys, item };
  return table.client.send(new PutCommand({ TableName: table.name, Item }));
};

/** The ids in one partition of an index. */
async function idsIn(index: string, key: string, partition: string): Promise<string[]> {
  const { table } = opened.port;
  const found = await table.client.send(
    new QueryCommand({
      ...{ TableName: table.name, IndexName: index, KeyConditionExpression: `${key} = :partition` },
      ExpressionAttributeValues: { ':partition': partition },
    }),
  );
  return (found.Items ?? []).map(({ id }) => id as string);
}

const paidJob = (id: string, paidAt: number): Job => ({
  ...initialLifecycle(now),
  ...{ id, version: 0, createdAt: now, keepUntil: now + 1_000_000, product: 'letter', quoteId: 'quote_1', order: {} },
  ...{ price: { currency: 'USD', amountCents: 212, priceList: 'test' }, warnings: [], payCode: `pay_${id}` },
  ...{ baseUrl: 'http://127.0.0.1/v1', state: 'paid', firsts: { paid: paidAt }, dueAt: paidAt + 1 },
});

test('a job of the old shape is due, waits and was paid, among those of the shards, and moves when it is written', async () => {
  const { jobs } = opened.port;
  const old = paidJob('job_old', now - 50);
  await put(old, {
    due: 'due',
    due_at: now - 49,
    waits_for: 'fulfillment',
    waits_since: now - 50,
    day_paid: '2026-11-21',
  });
  await jobs.create(paidJob('job_first', now - 90));
  await jobs.create(paidJob('job_last', now - 10));
  const order = ['job_first', 'job_old', 'job_last'];
  expect((await jobs.due({ before: now }, 9)).map(({ id }) => id)).toEqual(order);
  expect((await jobs.due({ before: now }, 2)).map(({ id }) => id)).toEqual(order.slice(0, 2));
  expect(await jobs.due({ before: now, slice: 'unsharded' }, 9)).toEqual([{ id: 'job_old', dueAt: now - 49 }]);
  expect(await jobs.due({ before: now - 9, since: now - 49 }, 9)).toEqual([{ id: 'job_old', dueAt: now - 49 }]);
  expect((await jobs.waiting('fulfillment', 9)).map(({ id }) => id)).toEqual(order);
  expect((await jobs.paidOn('2026-11-21', 'unsharded')).ids).toEqual(['job_old']);

  expect(await jobs.replace(old)).toBe('saved');
  const shard = shardOf('job_old');
  expect(await idsIn('due', 'due', 'due')).toEqual([]);
  expect(await idsIn('waiting', 'waits_for', 'fulfillment')).toEqual([]);
  expect((await jobs.paidOn('2026-11-21', 'unsharded')).ids).toEqual([]);
  expect((await jobs.paidOn('2026-11-21', shard)).ids).toContain('job_old');
  expect(await idsIn('due', 'due', `due#${shard}`)).toContain('job_old');
  expect((await jobs.due({ before: now }, 9)).map(({ id }) => id)).toEqual(order);
  expect((await jobs.waiting('fulfillment', 9)).map(({ id }) => id)).toEqual(order);
});

describe('a shard that cannot be read', () => {
  const broken = new Error('throttled');
  /** The index without the partitions that `isBroken`. */
  function jobsWithout(isBroken: (partition: string) => boolean) {
    const { table } = opened.port;
    const send = async (command: QueryCommand) => {
      if (isBroken(command.input.ExpressionAttributeValues?.[':name'])) throw broken;
      return table.client.send(command);
    };
    return jobsIn({ name: table.name, client: Object.assign(Object.create(table.client), { send }) });
  }
  const far = now + 10_000_000;
  const asked = { before: far + 10, since: far };

  test('is told, and the others are listed; without an ear for it nothing is', async () => {
    const { jobs } = opened.port;
    await jobs.create({ ...paidJob('job_here', now), dueAt: far + 1 });
    await jobs.create({ ...paidJob('job_there', now), dueAt: far });
    expect(shardOf('job_here')).not.toBe(shardOf('job_there'));
    const maimed = jobsWithout((partition) => partition === `due#${shardOf('job_there')}`);
    const unread: unknown[] = [];
    expect(await maimed.due(asked, 9, (...told) => unread.push(told))).toEqual([{ id: 'job_here', dueAt: far + 1 }]);
    expect(unread).toEqual([[shardOf('job_there'), broken]]);
    await expect(maimed.due(asked, 9)).rejects.toBe(broken);
  });

  test('is no part of the answer if none can be read: that throws', async () => {
    const none = jobsWithout(() => true);
    const unread: unknown[] = [];
    await expect(none.due(asked, 9, (...told) => unread.push(told))).rejects.toBe(broken);
    expect(unread).toEqual([]);
  });
});

test('an outbox of the old shape is found by its channel, and moves when it is written', async () => {
  const outboxes = outboxesIn(opened.port.table);
  const statuses = { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' } as const;
  const empty = newOutbox({ id: 'emails_old', channel: 'email', jobId: 'job_old', to: 'ada@example.com' }, now);
  const old = withEvents(empty, [{ number: 1, type: 'letter.paid', at: now - 5, statuses }], now - 5);
  await put(old, { due: 'email', due_at: now - 5 });
  expect(await outboxes.due('email', { before: now }, 9)).toEqual([{ id: 'emails_old', dueAt: now - 5 }]);
  expect(await outboxes.due('webhook', { before: now }, 9)).toEqual([]);
  expect(await outboxes.replace(old)).toBe('saved');
  expect(await idsIn('due', 'due', 'email')).toEqual([]);
  expect(await outboxes.due('email', { before: now }, 9)).toEqual([{ id: 'emails_old', dueAt: now - 5 }]);
});

test('the longest waiting come first over pages of all shards, whichever shard has most of them', async () => {
  const { jobs } = opened.port;
  const all = Array.from({ length: 300 }, (_, at) => `job_crowd-${at}`);
  // Half of them in one shard: its pages are turned while the others wait.
  const crowd = [...all.filter((id) => shardOf(id) === '3'), ...all.filter((id) => shardOf(id) !== '3')].slice(0, 40);
  const dueAt = (at: number) => now - 100_000 + at * 10;
  await Promise.all(crowd.map((id, at) => jobs.create({ ...paidJob(id, now), dueAt: dueAt(at) })));
  const asked = { before: now - 50_000 };
  expect(await jobs.due(asked, 40)).toEqual(crowd.map((id, at) => ({ id, dueAt: dueAt(at) })));
  expect(await jobs.due(asked, 7)).toEqual(crowd.slice(0, 7).map((id, at) => ({ id, dueAt: dueAt(at) })));
});
