/** The shards of an index are read as one list: all are asked, and their answers are merged in order. */
import { jobsIn } from '../../shared/adapters/dynamo/jobs.ts';
import { shardOf } from '../../shared/core/ids.ts';
import { initialLifecycle } from '../../shared/core/job.ts';
import type { Job } from '../../shared/core/product.ts';
import type { Jobs } from '../../shared/ports.ts';
import { inDynamo, type Opened } from '../support/contracts/implementations.ts';

const now = Date.UTC(2026, 10, 21, 12);

let opened: Opened<Jobs>;
beforeAll(async () => {
  opened = await inDynamo(jobsIn);
});
afterAll(() => opened.close());

const paidJob = (id: string, paidAt: number): Job => ({
  ...initialLifecycle(now),
  ...{ id, version: 0, createdAt: now, keepUntil: now + 1_000_000, product: 'letter', quoteId: 'quote_1', order: {} },
  ...{ price: { currency: 'USD', amountCents: 212, priceList: 'test' }, warnings: [], payCode: `pay_${id}` },
  ...{ baseUrl: 'http://127.0.0.1/v1', state: 'paid', firsts: { paid: paidAt }, dueAt: paidAt + 1 },
});

test('the longest waiting come first over pages of all shards, whichever shard has most of them', async () => {
  const { port: jobs } = opened;
  const all = Array.from({ length: 300 }, (_, at) => `job_crowd-${at}`);
  // Half of them in one shard: its pages are turned while the others wait.
  const crowd = [...all.filter((id) => shardOf(id) === '3'), ...all.filter((id) => shardOf(id) !== '3')].slice(0, 40);
  const dueAt = (at: number) => now - 100_000 + at * 10;
  await Promise.all(crowd.map((id, at) => jobs.create({ ...paidJob(id, now), dueAt: dueAt(at) })));
  const asked = { before: now - 50_000 };
  expect(await jobs.due(asked, 40)).toEqual(crowd.map((id, at) => ({ id, dueAt: dueAt(at) })));
  expect(await jobs.due(asked, 7)).toEqual(crowd.slice(0, 7).map((id, at) => ({ id, dueAt: dueAt(at) })));
});
