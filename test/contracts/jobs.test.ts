/** Each store of jobs keeps the same promises, in memory and in DynamoDB. */
import { shardOf, shards } from '../../shared/domain/ids.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { initialLifecycle } from '../../shared/domain/job/lifecycle.ts';
import { type Jobs, jobsIn } from '../../shared/storage/jobs.ts';
import { inDynamo, inMemory, type Opened } from '../support/contracts/implementations.ts';
import { memoryJobs } from '../support/fakes/memory.ts';
import { ada } from '../support/fakes/orders.ts';

const now = Date.UTC(2026, 10, 21, 12);

const job = (name: string, fields: Partial<Job> = {}): Job => ({
  ...initialLifecycle(now),
  id: `job_${name}`,
  version: 0,
  createdAt: now,
  keepUntil: now + 1_000_000,
  product: 'letter',
  quoteId: 'quote_1',
  order: { to: ada, from: ada, color: false, registered: false },
  price: { currency: 'USD', amountCents: 212, priceList: 'test' },
  warnings: [{ code: 'clipped', element: 'É, ü and 漢' }],
  payCode: `pay_${name}`,
  baseUrl: 'http://127.0.0.1/v1',
  ...fields,
});

const drawing = { accountId: 'bank_drawn', partnerId: 'account_1', checkNumber: 1_001, counterId: 'checks_1' };
const partner = (id: string) => ({ id, stage: 'accepted', readAt: now }) as const;

describe.each<[string, () => Promise<Opened<Jobs>>]>([
  ['in memory', () => inMemory(memoryJobs())],
  ['in DynamoDB', () => inDynamo(jobsIn)],
])('jobs %s', (_name, open) => {
  let opened: Opened<Jobs>;
  let jobs: Jobs;
  beforeEach(async () => {
    opened = await open();
    jobs = opened.port;
  });
  afterEach(() => opened.close());

  /** The ids on all pages of a list. */
  async function allIds(readPage: (after?: string) => ReturnType<Jobs['paidOn']>, after?: string): Promise<string[]> {
    const { ids, next } = await readPage(after);
    return next === undefined ? [...ids] : [...ids, ...(await allIds(readPage, next))];
  }

  const allPaidOn = async (day: string): Promise<string[]> =>
    (await Promise.all(shards.map((shard) => allIds((after) => jobs.paidOn(day, shard, after))))).flat();

  test('a job is read as it was written', async () => {
    const written = job('a', { partner: partner('letter_a'), dueAt: now + 5, firstSeenAt: { paid: now } });
    expect(await jobs.create(written)).toBe('saved');
    expect(await jobs.get(written.id)).toEqual(written);
  });

  test('creating a job that exists changes nothing', async () => {
    await jobs.create(job('b'));
    expect(await jobs.create(job('b', { quoteId: 'quote_2' }))).toBe('exists');
    expect((await jobs.get('job_b'))?.quoteId).toBe('quote_1');
  });

  test('each version of a job can be replaced once', async () => {
    const read = job('c');
    await jobs.create(read);
    expect(await jobs.replace({ ...read, state: 'cancelled' })).toBe('saved');
    expect(await jobs.replace({ ...read, state: 'failed' })).toBe('stale');
    expect(await jobs.get('job_c')).toMatchObject({ state: 'cancelled', version: 1 });
  });

  test('a job that does not exist is not replaced', async () => {
    expect(await jobs.replace(job('ghost'))).toBe('stale');
    expect(await jobs.get('job_ghost')).toBeUndefined();
  });

  test('if twenty writers replace the same version, one is saved', async () => {
    const read = job('d');
    await jobs.create(read);
    const results = await Promise.all(Array.from({ length: 20 }, () => jobs.replace(read)));
    expect(results.filter((result) => result === 'saved')).toHaveLength(1);
  });

  test('jobs due before a time are listed, longest waiting first, and at most as many as requested', async () => {
    await jobs.create(job('late', { dueAt: now - 1 }));
    await jobs.create(job('later', { dueAt: now - 2 }));
    await jobs.create(job('latest', { dueAt: now - 3 }));
    await jobs.create(job('not-yet', { dueAt: now }));
    await jobs.create(job('never'));
    expect(await jobs.due({ before: now }, 10)).toEqual([
      { id: 'job_latest', dueAt: now - 3 },
      { id: 'job_later', dueAt: now - 2 },
      { id: 'job_late', dueAt: now - 1 },
    ]);
    expect(await jobs.due({ before: now }, 1)).toHaveLength(1);
  });

  test('a job with nothing left to do is not listed as due', async () => {
    await jobs.create(job('done', { dueAt: now - 1 }));
    await jobs.replace(job('done'));
    expect(await jobs.due({ before: now }, 10)).toEqual([]);
  });

  test('jobs are listed by what they wait for, longest waiting first', async () => {
    const paid = job('waits', { state: 'paid', firstSeenAt: { paid: now - 5 } });
    await jobs.create(paid);
    await jobs.create(job('waits-longer', { state: 'submitting', firstSeenAt: { paid: now - 9 } }));
    await jobs.create(job('owed', { state: 'failed', refund: 'pending', triesSince: now - 7 }));
    await jobs.create(job('parked', { state: 'needs_review', triesSince: now - 8 }));
    expect(await jobs.waiting('fulfillment', 10)).toEqual([
      { id: 'job_waits-longer', since: now - 9 },
      { id: 'job_waits', since: now - 5 },
    ]);
    expect(await jobs.waiting('fulfillment', 1)).toHaveLength(1);
    expect(await jobs.waiting('refund', 10)).toEqual([{ id: 'job_owed', since: now - 7 }]);
    expect(await jobs.waiting('person', 10)).toEqual([{ id: 'job_parked', since: now - 8 }]);
    await jobs.replace({ ...paid, state: 'fulfilled', partner: partner('letter_waits') });
    expect((await jobs.waiting('fulfillment', 10)).map(({ id }) => id)).toEqual(['job_waits-longer']);
  });

  test('jobs are listed by the day of their payment, even if they failed', async () => {
    const dayBefore = now - 86_400_000;
    await jobs.create(job('wrong', { state: 'failed', firstSeenAt: { wrong_amount: dayBefore } }));
    await jobs.create(job('paid-then', { state: 'fulfilled', firstSeenAt: { paid: dayBefore } }));
    expect((await allPaidOn('2026-11-20')).toSorted()).toEqual(['job_paid-then', 'job_wrong']);
    expect(await allPaidOn('2026-11-19')).toEqual([]);
    expect((await jobs.paidOn('2026-11-20', shardOf('job_wrong'))).ids).toContain('job_wrong');
  });

  test('a day with many jobs is read page by page, each job once', async () => {
    const day = Date.UTC(2026, 9, 1);
    const isInShard7 = (name: string) => shardOf(`job_${name}`) === '7';
    const names = Array.from({ length: 9_000 }, (_, at) => `day-${at}`).filter(isInShard7);
    expect(names.length).toBeGreaterThan(1_000);
    // In batches, because the AWS client waits only 3 seconds for a connection.
    const create = (name: string) => jobs.create(job(name, { firstSeenAt: { paid: day } }));
    for (let at = 0; at < names.length; at += 100) await Promise.all(names.slice(at, at + 100).map(create));
    expect((await allPaidOn('2026-10-01')).toSorted()).toEqual(names.map((name) => `job_${name}`).toSorted());
  });

  test('the checks that still need a bank account are listed, until they are mailed or have ended', async () => {
    await jobs.create(job('unpaid', { drawing }));
    await jobs.create(job('with-us', { drawing, state: 'submitting' }));
    await jobs.create(job('at-work', { drawing, state: 'fulfilled', partner: partner('cheque_1') }));
    await jobs.create(job('canceled', { drawing, state: 'cancelled' }));
    await jobs.create(job('failed', { drawing, state: 'failed' }));
    await jobs.create(job('other', { drawing: { ...drawing, accountId: 'bank_other' } }));
    const namesOf = (ids: readonly string[]) => ids.map((id) => id.replace('job_', '')).toSorted();
    expect(namesOf((await jobs.drawingOn('bank_drawn')).ids)).toEqual(['at-work', 'unpaid', 'with-us']);
    const mailed = { ...partner('cheque_1'), stage: 'dispatched' } as const;
    await jobs.replace(job('at-work', { drawing, state: 'fulfilled', partner: mailed }));
    expect(namesOf((await jobs.drawingOn('bank_drawn')).ids)).toEqual(['unpaid', 'with-us']);
    expect(await jobs.drawingOn('bank_nobody')).toEqual({ ids: [] });
  });

  test('the checks that need a bank account are listed page by page', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `job_many-${at}`);
    await Promise.all(ids.map((id) => jobs.create(job(id.replace('job_', ''), { drawing }))));
    expect((await allIds((after) => jobs.drawingOn('bank_drawn', after))).toSorted()).toEqual(ids.toSorted());
  });

  test("a job is found by the partner's id of its order and by its pay code, but not by other ids", async () => {
    await jobs.create(job('found', { partner: partner('letter_found') }));
    expect(await jobs.idByPartnerId('letter_found')).toBe('job_found');
    expect(await jobs.idByPayCode('pay_found')).toBe('job_found');
    expect(await jobs.idByPartnerId('pay_found')).toBeUndefined();
    expect(await jobs.idByPayCode('job_found')).toBeUndefined();
  });

  test('due jobs of all shards are listed in one order, even if most are in one shard', async () => {
    const all = Array.from({ length: 600 }, (_, at) => `crowd-${at}`);
    const isInShard3 = (name: string) => shardOf(`job_${name}`) === '3';
    // Shard 3 has more than half of them.
    const crowd = [...all.filter(isInShard3), ...all.filter((name) => !isInShard3(name))].slice(0, 120);
    const due = crowd.map((name, at) => ({ name, dueAt: now - 100_000 + at * 10 }));
    await Promise.all(due.map(({ name, dueAt }) => jobs.create(job(name, { dueAt }))));
    const inOrder = due.map(({ name, dueAt }) => ({ id: `job_${name}`, dueAt }));
    expect(await jobs.due({ before: now - 50_000 })).toEqual(inOrder);
    expect(await jobs.due({ before: now - 50_000 }, 7)).toEqual(inOrder.slice(0, 7));
  });
});
