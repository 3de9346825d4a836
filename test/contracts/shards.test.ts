/** An index is read as one list: a small one whole, of a large one all shards are asked, and their answers are merged. */
import { type QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { shardOf } from '../../shared/domain/ids.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { initialLifecycle } from '../../shared/domain/job/lifecycle.ts';
import type { DynamoTable } from '../../shared/storage/dynamo/collection.ts';
import { jobsIn } from '../../shared/storage/dynamo/jobs.ts';
import type { Jobs } from '../../shared/storage/jobs.ts';
import { inDynamo, type Opened } from '../support/contracts/implementations.ts';

const now = Date.UTC(2026, 10, 21, 12);

let opened: Opened<{ readonly table: DynamoTable; readonly jobs: Jobs }>;
beforeAll(async () => {
  opened = await inDynamo((table) => ({ table, jobs: jobsIn(table) }));
});
afterAll(() => opened.close());

const paidJob = (id: string, paidAt: number): Job => ({
  ...initialLifecycle(now),
  ...{ id, version: 0, createdAt: now, keepUntil: now + 1_000_000, product: 'letter', quoteId: 'quote_1', order: {} },
  ...{ price: { currency: 'USD', amountCents: 212, priceList: 'test' }, warnings: [], payCode: `pay_${id}` },
  ...{ baseUrl: 'http://127.0.0.1/v1', state: 'paid', firsts: { paid: paidAt }, dueAt: paidAt + 1 },
});

describe('a shard that cannot be read', () => {
  const broken = new Error('throttled');
  /** The index without the partitions that `isBroken`. */
  function jobsWithout(isBroken: (partition: string) => boolean) {
    const { table } = opened.port;
    const send = async (command: QueryCommand | ScanCommand) => {
      if (command instanceof ScanCommand) throw broken;
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

test('an index with few entries is one request, and tells the same as its shards', async () => {
  const { table, jobs } = opened.port;
  const sent: string[] = [];
  const client = Object.assign(Object.create(table.client), {
    send: (command: QueryCommand) => {
      sent.push(command.constructor.name);
      return table.client.send(command);
    },
  });
  const counted = jobsIn({ name: table.name, client });
  const [from, to] = [now + 20_000_000, now + 20_000_009];
  for (const at of [9, 4, 0, 7]) await jobs.create({ ...paidJob(`job_few-${at}`, now), dueAt: from + at });
  const few = [0, 4, 7].map((at) => ({ id: `job_few-${at}`, dueAt: from + at }));
  expect(await counted.due({ since: from, before: to }, 9)).toEqual(few);
  expect(await counted.due({ since: from, before: to }, 2)).toEqual(few.slice(0, 2));
  // The others wait for fulfillment in the other index.
  expect(await counted.waiting('refund', 9)).toEqual([]);
  expect(sent).toEqual(['ScanCommand', 'ScanCommand', 'ScanCommand']);
});

test('the longest waiting come first over pages of all shards, whichever shard has most of them', async () => {
  const { jobs } = opened.port;
  const all = Array.from({ length: 600 }, (_, at) => `job_crowd-${at}`);
  // Half of them in one shard: its pages are turned while the others wait.
  const crowd = [...all.filter((id) => shardOf(id) === '3'), ...all.filter((id) => shardOf(id) !== '3')].slice(0, 120);
  const dueAt = (at: number) => now - 100_000 + at * 10;
  await Promise.all(crowd.map((id, at) => jobs.create({ ...paidJob(id, now), dueAt: dueAt(at) })));
  const asked = { before: now - 50_000 };
  expect(await jobs.due(asked, 120)).toEqual(crowd.map((id, at) => ({ id, dueAt: dueAt(at) })));
  expect(await jobs.due(asked, 7)).toEqual(crowd.slice(0, 7).map((id, at) => ({ id, dueAt: dueAt(at) })));
});
