/** An index is read as one list: all shards are asked, and their answers are merged. */
import { shardOf } from '../../shared/domain/ids.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { initialLifecycle } from '../../shared/domain/job/lifecycle.ts';
import type { Jobs } from '../../shared/storage/jobs.ts';
import { jobsIn } from '../../shared/storage/jobs.ts';
import { inDynamo, type Opened } from '../support/contracts/implementations.ts';

const now = Date.UTC(2026, 10, 21, 12);

let opened: Opened<Jobs>;
beforeAll(async () => {
  opened = await inDynamo(jobsIn);
});
afterAll(() => opened.close());

const paidJob = (id: string, paidAt: number): Job => ({
  ...initialLifecycle(now),
  id,
  version: 0,
  createdAt: now,
  keepUntil: now + 1_000_000,
  product: 'letter',
  quoteId: 'quote_1',
  order: {},
  price: { currency: 'USD', amountCents: 212, priceList: 'test' },
  warnings: [],
  payCode: `pay_${id}`,
  baseUrl: 'http://127.0.0.1/v1',
  state: 'paid',
  firstSeenAt: { paid: paidAt },
  dueAt: paidAt + 1,
});

test('the longest waiting come first over pages of all shards, whichever shard has most of them', async () => {
  const jobs = opened.port;
  const all = Array.from({ length: 600 }, (_, at) => `job_crowd-${at}`);
  // Half of them in one shard.
  const crowd = [...all.filter((id) => shardOf(id) === '3'), ...all.filter((id) => shardOf(id) !== '3')].slice(0, 120);
  const dueAt = (at: number) => now - 100_000 + at * 10;
  await Promise.all(crowd.map((id, at) => jobs.create({ ...paidJob(id, now), dueAt: dueAt(at) })));
  const asked = { before: now - 50_000 };
  expect(await jobs.due(asked)).toEqual(crowd.map((id, at) => ({ id, dueAt: dueAt(at) })));
  expect(await jobs.due(asked, 7)).toEqual(crowd.slice(0, 7).map((id, at) => ({ id, dueAt: dueAt(at) })));
});
