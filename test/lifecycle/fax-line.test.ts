/** A telephone line can be busy and takes one call at a time. */

import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { record } from '../../shared/orders/record.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { park } from '../../shared/web/operator/operate-act.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, paid, payingEvent, placedAs, received, reconcileFor, sold } from '../support/fakes/orders.ts';
import { collisions } from '../support/simulation/promises.ts';

const minute = 60_000;

const status = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const calls = (deps: MemoryDeps) => deps.orders.all();

test('a line that is busy at first is called once more, under another reference, and the fax is sent', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps, 'fax', 'busy_once');
  await reconcileFor(deps, 2);
  expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'sent', error: null });
  expect(calls(deps).map(({ reference }) => reference)).toEqual([jobId, `${jobId}-2`]);
});

test('a partner that answers when the line has long been busy is read at once, and the line called once more', async () => {
  const deps = memoryDeps();
  const { put } = deps.documents;
  Object.assign(deps.documents, {
    put: async (...given: Parameters<typeof put>) => {
      if (given[0].startsWith('partner/')) await deps.clock.sleep(1_000);
      return put(...given);
    },
  });
  const jobId = await sold(deps, 'fax', 'busy_once');
  await deps.clock.wind(10_000);
  expect(await status(deps, jobId)).toMatchObject({ fulfillment_status: 'sent' });
  expect(calls(deps)).toHaveLength(2);
});

test('a line that stays busy is called three more times, within half an hour, then the fax is failed and refunded', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps, 'fax', 'busy');
  const [first] = calls(deps);
  await reconcileFor(deps, 60);
  expect(calls(deps)).toHaveLength(4);
  expect((calls(deps).at(-1)?.createdAt ?? 0) - (first?.createdAt ?? 0)).toBeLessThan(30 * minute);
  expect(await status(deps, jobId)).toMatchObject({
    status: 'failed',
    fulfillment_status: 'failed',
    refund: 'issued',
    error: expect.stringContaining('busy'),
  });
});

test('between two calls the fax is sending, never merely paid, and can no longer be canceled', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps, 'fax', 'busy');
  await deps.clock.wind(2_500);
  expect((await deps.jobs.get(jobId))?.state).toBe('paid');
  expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'sending' });
  expect(await ask(cancelJob, deps, { job_id: jobId }, caller)).toMatchObject({
    outcome: 'declined',
    body: { reason: 'already_in_production' },
  });
});

test('a number that the partner refuses is not called again', async () => {
  const deps = memoryDeps();
  await sold(deps, 'fax', 'reject');
  await reconcileFor(deps, 60);
  expect(calls(deps)).toEqual([]);
});

test('a fax that a person stopped during its call keeps its line until we know whether it was sent', async () => {
  const deps = memoryDeps();
  const [stopped, next] = [await placedAs(deps, 'fax'), await placedAs(deps, 'fax')];
  const { fax } = deps.partners;
  const answered = Promise.withResolvers<void>();
  const isSilent = (jobId: string) => jobId === stopped;
  const silent: typeof fax = {
    ...fax,
    submit: async (request) => {
      const outcome = await fax.submit(request);
      if (isSilent(request.jobId)) await answered.promise;
      return outcome;
    },
    find: async (reference, order) => (isSilent(reference) ? { kind: 'unknown' } : fax.find(reference, order)),
  };
  Object.assign(deps.partners, { fax: silent });
  const paying = received(deps, await payingEvent(deps, stopped));
  await deps.clock.wind(10_000);
  await park(deps, stopped, 'payer');
  await Promise.all([paid(deps, next), reconcileFor(deps, 2)]);
  expect(calls(deps).map(({ jobId }) => jobId)).toEqual([stopped]);
  await reconcileFor(deps, 5 * 60);
  expect(calls(deps).map(({ jobId }) => jobId)).toEqual([stopped, next]);
  answered.resolve();
  await paying;
});

test('ten faxes to one number are sent one after the other, none is lost, and the line is free in between', async () => {
  const deps = memoryDeps();
  const jobs = await Promise.all(Array.from({ length: 10 }, () => placedAs(deps, 'fax')));
  await Promise.all(jobs.map((jobId) => paid(deps, jobId)));
  await reconcileFor(deps, 30);
  expect(collisions(deps)).toEqual([]);
  for (const jobId of jobs) expect(await status(deps, jobId)).toMatchObject({ fulfillment_status: 'sent' });
  expect(calls(deps)).toHaveLength(10);
});

test('a partner that has gone silent about a fax does not close its number for ever', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  Object.assign(deps, {
    partners: { ...deps.partners, fax: { ...fax, read: async () => ({ kind: 'unknown' as const }) } },
  });
  const jobs = [await placedAs(deps, 'fax'), await placedAs(deps, 'fax')];
  await Promise.all(jobs.map((jobId) => paid(deps, jobId)));
  await reconcileFor(deps, 3 * 60);
  expect(calls(deps)).toHaveLength(1);
  await reconcileFor(deps, 3 * 60);
  expect(calls(deps)).toHaveLength(2);
});

test('while a fax is being handed over, another one to the same number waits', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  const atOnce = { now: 0, most: 0 };
  const submit: typeof fax.submit = async (request) => {
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    await deps.clock.sleep(5_000);
    atOnce.now -= 1;
    return fax.submit(request);
  };
  Object.assign(deps, { partners: { ...deps.partners, fax: { ...fax, submit } } });
  const jobIds = [await placedAs(deps, 'fax'), await placedAs(deps, 'fax')];
  await Promise.all(jobIds.map((jobId) => paid(deps, jobId)));
  await reconcileFor(deps, 10);
  expect(calls(deps)).toHaveLength(2);
  expect(atOnce.most).toBe(1);
});

test('while a fax is being recalled, another one to the same number waits', async () => {
  const deps = memoryDeps();
  const { fax } = deps.partners;
  const jobId = await sold(deps, 'fax');
  Object.assign(deps, { partners: { ...deps.partners, fax: { ...fax, recall: () => new Promise(() => {}) } } });
  await record(deps, jobId, () => ({ kind: 'cancel_claimed', dueAt: deps.clock.now() + 60 * minute }));
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'recalling' });
  await paid(deps, await placedAs(deps, 'fax'));
  await deps.clock.wind(30 * minute);
  expect(calls(deps)).toHaveLength(1);
});
