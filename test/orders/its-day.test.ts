/** A scheduled job: every deadline counts from its day, not from its payment. */
import { dayOf } from '../../shared/domain/job/job.ts';
import { paidDocumentKey } from '../../shared/orders/document.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { workStartsOn } from '../../shared/products/mail.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { paid, placedAs, placedFor, reconcileFor } from '../support/fakes/orders.ts';
import { hour, minute, stateOf, withLetters } from '../support/operated.ts';

const day = 24 * hour;

function scheduledIn(days: number) {
  const deps = memoryDeps();
  const sendOn = dayOf(deps.clock.now() + days * day);
  return { deps, at: workStartsOn(sendOn, 'US'), place: () => placedFor(deps, 'letter', sendOn) };
}

/** Sweeps once an hour. */
const sweepUntil = async (deps: MemoryDeps, at: number): Promise<void> => {
  while (deps.clock.now() < at) {
    await reconcileFor(deps);
    await deps.clock.advance(Math.max(0, Math.min(hour, at - deps.clock.now()) - minute));
  }
};

const letters = (deps: MemoryDeps): number => deps.orders.all().length;
const down: Partner['submit'] = async () => ({ kind: 'unavailable', reason: 'it is down' });
const waits = (deps: MemoryDeps) =>
  deps.measured.flatMap(([name, value]) => (name === 'oldestUnfulfilledSeconds' ? [value] : []));

test('a scheduled job goes to the partner on its day, not earlier', async () => {
  const { deps, at, place } = scheduledIn(5);
  const jobId = await place();
  const paidAt = deps.clock.now();
  expect(await paid(deps, jobId)).toMatchObject({ outcome: 'done', body: { ok: true } });
  // The payment event doesn't wait, because no partner is called.
  expect(deps.clock.now() - paidAt).toBeLessThan(1_000);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'paid', notBefore: at, dueAt: at, tries: 0 });
  await sweepUntil(deps, at - minute);
  expect(letters(deps)).toBe(0);
  await reconcileFor(deps, 3);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  expect((await deps.jobs.get(jobId))?.firstSeenAt.claimed).toBeGreaterThanOrEqual(at);
  expect(letters(deps)).toBe(1);
});

test('a worker whose clock is behind sends an order without a day at once', async () => {
  const behind: MemoryDeps = memoryDeps({ worker: () => ({ ...behind, clock: lateClock }) });
  const { clock } = behind;
  const lateClock = { now: () => clock.now() - 400, sleep: (ms: number) => clock.sleep(ms) };
  const jobId = await placedAs(behind, 'letter');
  await paid(behind, jobId);
  expect((await behind.jobs.get(jobId))?.firstSeenAt.scheduled).toBeUndefined();
});

test('a partner that is down on the day is called for twelve hours from the scheduled time, and the wait is measured from it', async () => {
  const { deps, at, place } = scheduledIn(5);
  const jobId = await place();
  await paid(deps, jobId);
  const asked: number[] = [];
  withLetters(deps, {
    submit: async (request) => {
      asked.push(deps.clock.now());
      return down(request);
    },
  });
  await sweepUntil(deps, at - minute);
  await reconcileFor(deps, 30);
  expect(Math.max(...waits(deps))).toBeGreaterThan(25 * 60);
  expect(Math.max(...waits(deps))).toBeLessThan(31 * 60);
  await reconcileFor(deps, 11 * 60);
  expect(await deps.jobs.get(jobId)).toMatchObject({ refund: 'not_applicable' });
  await reconcileFor(deps, 4 * 60);
  expect(await deps.jobs.get(jobId)).toMatchObject({
    state: 'failed',
    refund: 'issued',
    error: 'The partner could not take the order in time.',
  });
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(at);
  expect(Math.max(...asked)).toBeGreaterThan(at + 11 * hour);
  expect(Math.max(...asked)).toBeLessThanOrEqual(at + 13 * hour);
});

describe('the document of a scheduled job', () => {
  const unpaidFile = async (deps: MemoryDeps, jobId: string) => (await deps.jobs.get(jobId))?.document?.key ?? '';

  test('is retained at the payment and printed 90 days later', async () => {
    const { deps, at, place } = scheduledIn(90);
    const jobId = await place();
    const quoted = deps.documents.files.get(await unpaidFile(deps, jobId));
    await paid(deps, jobId);
    expect(deps.documents.files.get(paidDocumentKey({ id: jobId }))).toEqual(quoted);
    await sweepUntil(deps, at - minute);
    expect(deps.documents.files.has(await unpaidFile(deps, jobId))).toBe(false);
    await reconcileFor(deps, 3);
    expect(deps.orders.all()).toMatchObject([{ documentSha256: (await deps.jobs.get(jobId))?.document?.sha256 }]);
    expect(deps.alarms).toEqual([]);
  });

  test('is retained by a later try if the first one fails, and the job is not lost', async () => {
    const { deps, at, place } = scheduledIn(5);
    const jobId = await place();
    const { put } = deps.documents;
    let failures = 0;
    deps.documents.put = async () => {
      failures += 1;
      throw new Error('the store is out of order');
    };
    await paid(deps, jobId);
    await reconcileFor(deps, 3);
    expect(failures).toBeGreaterThan(1);
    expect((await deps.jobs.get(jobId))?.firstSeenAt.scheduled).toBeUndefined();
    expect(letters(deps)).toBe(0);
    deps.documents.put = put;
    await reconcileFor(deps, 2);
    expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'paid', dueAt: at });
    expect(deps.documents.files.has(paidDocumentKey({ id: jobId }))).toBe(true);
  });

  test('ends the job at once if it is gone at the payment', async () => {
    const { deps, place } = scheduledIn(5);
    const jobId = await place();
    deps.documents.files.delete(await unpaidFile(deps, jobId));
    await paid(deps, jobId);
    await reconcileFor(deps);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'issued' });
    expect(letters(deps)).toBe(0);
  });
});
