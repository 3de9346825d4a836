/** A scheduled job: every deadline counts from its scheduled day, not from its payment. */
import { dayOf } from '../../shared/domain/job/job.ts';
import { paidDocumentKey } from '../../shared/orders/document.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { workStartsOn } from '../../shared/products/mail.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { paid, placedAs, placedFor, reconcileFor } from '../support/fakes/orders.ts';
import { changeLetterPartner, hour, minute, stateOf } from '../support/operated.ts';

const day = 24 * hour;

/** Dependencies, the time at which work on a letter scheduled in this many days starts, and a function that orders it. */
function scheduledIn(days: number) {
  const deps = memoryDeps();
  const sendOn = dayOf(deps.clock.now() + days * day);
  return { deps, startsAt: workStartsOn(sendOn, 'US'), place: () => placedFor(deps, 'letter', sendOn) };
}

/** Advances the clock, and runs `reconcile` once an hour. */
const reconcileHourlyUntil = async (deps: MemoryDeps, end: number): Promise<void> => {
  while (deps.clock.now() < end) {
    await reconcileFor(deps);
    await deps.clock.advance(Math.max(0, Math.min(hour, end - deps.clock.now()) - minute));
  }
};

const letterCount = (deps: MemoryDeps): number => deps.orders.all().length;
const down: Partner['submit'] = async () => ({ kind: 'unavailable', reason: 'it is down' });
/** Every measurement of how long the oldest order has waited, in seconds. */
const measuredWaits = (deps: MemoryDeps) =>
  deps.measured.flatMap(([name, value]) => (name === 'oldestUnfulfilledSeconds' ? [value] : []));

test('a scheduled job goes to the partner on its day, not earlier', async () => {
  const { deps, startsAt, place } = scheduledIn(5);
  const jobId = await place();
  const paidAt = deps.clock.now();
  expect(await paid(deps, jobId)).toMatchObject({ outcome: 'done', body: { ok: true } });
  // The payment event doesn't wait, because no partner is called.
  expect(deps.clock.now() - paidAt).toBeLessThan(1_000);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'paid', notBefore: startsAt, dueAt: startsAt, tries: 0 });
  await reconcileHourlyUntil(deps, startsAt - minute);
  expect(letterCount(deps)).toBe(0);
  await reconcileFor(deps, 3);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  expect((await deps.jobs.get(jobId))?.firstSeenAt.claimed).toBeGreaterThanOrEqual(startsAt);
  expect(letterCount(deps)).toBe(1);
});

test('an order without a scheduled day is sent at once, even by a worker whose clock is behind', async () => {
  const deps: MemoryDeps = memoryDeps({ worker: () => ({ ...deps, clock: lateClock }) });
  const { clock } = deps;
  const lateClock = { now: () => clock.now() - 400, sleep: (ms: number) => clock.sleep(ms) };
  const jobId = await placedAs(deps, 'letter');
  await paid(deps, jobId);
  expect((await deps.jobs.get(jobId))?.firstSeenAt.scheduled).toBeUndefined();
});

test('a partner that is down on the day is called for twelve hours from the scheduled time, and the wait is measured from that time', async () => {
  const { deps, startsAt, place } = scheduledIn(5);
  const jobId = await place();
  await paid(deps, jobId);
  const calledAt: number[] = [];
  changeLetterPartner(deps, {
    submit: async (request) => {
      calledAt.push(deps.clock.now());
      return down(request);
    },
  });
  await reconcileHourlyUntil(deps, startsAt - minute);
  await reconcileFor(deps, 30);
  expect(Math.max(...measuredWaits(deps))).toBeGreaterThan(25 * 60);
  expect(Math.max(...measuredWaits(deps))).toBeLessThan(31 * 60);
  await reconcileFor(deps, 11 * 60);
  expect(await deps.jobs.get(jobId)).toMatchObject({ refund: 'not_applicable' });
  await reconcileFor(deps, 4 * 60);
  expect(await deps.jobs.get(jobId)).toMatchObject({
    state: 'failed',
    refund: 'issued',
    error: 'The partner could not take the order in time.',
  });
  expect(Math.min(...calledAt)).toBeGreaterThanOrEqual(startsAt);
  expect(Math.max(...calledAt)).toBeGreaterThan(startsAt + 11 * hour);
  expect(Math.max(...calledAt)).toBeLessThanOrEqual(startsAt + 13 * hour);
});

const unpaidKey = async (deps: MemoryDeps, jobId: string) => (await deps.jobs.get(jobId))?.document?.key ?? '';

test('the document of a scheduled job is retained at the payment and printed 90 days later', async () => {
  const { deps, startsAt, place } = scheduledIn(90);
  const jobId = await place();
  const quoted = deps.documents.files.get(await unpaidKey(deps, jobId));
  await paid(deps, jobId);
  expect(deps.documents.files.get(paidDocumentKey({ id: jobId }))).toEqual(quoted);
  await reconcileHourlyUntil(deps, startsAt - minute);
  expect(deps.documents.files.has(await unpaidKey(deps, jobId))).toBe(false);
  await reconcileFor(deps, 3);
  expect(deps.orders.all()).toMatchObject([{ documentSha256: (await deps.jobs.get(jobId))?.document?.sha256 }]);
  expect(deps.alarms).toEqual([]);
});

test('if retaining the document of a scheduled job fails, it is tried again, and the job is not lost', async () => {
  const { deps, startsAt, place } = scheduledIn(5);
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
  expect(letterCount(deps)).toBe(0);
  deps.documents.put = put;
  await reconcileFor(deps, 2);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'paid', dueAt: startsAt });
  expect(deps.documents.files.has(paidDocumentKey({ id: jobId }))).toBe(true);
});

test('a scheduled job whose document is gone at the payment fails at once', async () => {
  const { deps, place } = scheduledIn(5);
  const jobId = await place();
  deps.documents.files.delete(await unpaidKey(deps, jobId));
  await paid(deps, jobId);
  await reconcileFor(deps);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'issued' });
  expect(letterCount(deps)).toBe(0);
});
