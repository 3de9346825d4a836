/** What only a telephone line does: it is busy, and it takes one call at a time. */

import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { caller, type MemoryWorld, memoryWorld, paid, placedAs, sweep } from '../support/fakes/world.ts';
import { collisions } from '../support/simulation/promises.ts';

const minute = 60_000;

const status = async (world: MemoryWorld, jobId: string) => (await ask(getJob, world, { job_id: jobId }, caller)).body;
const calls = (world: MemoryWorld) => world.orders.all();

test('a line that is busy at first is called once more, under a reference of its own, and the fax is sent', async () => {
  const world = memoryWorld();
  const jobId = await placedAs(world, 'fax', 'busy_once');
  await paid(world, jobId);
  await sweep(world, 2);
  expect(await status(world, jobId)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'sent', error: null });
  expect(calls(world).map(({ reference }) => reference)).toEqual([jobId, `${jobId}-2`]);
});

test('a line that stays busy is called three more times, within half an hour, then the fax is failed and refunded', async () => {
  const world = memoryWorld();
  const jobId = await placedAs(world, 'fax', 'busy');
  await paid(world, jobId);
  const [first] = calls(world);
  await sweep(world, 60);
  expect(calls(world)).toHaveLength(4);
  expect((calls(world).at(-1)?.createdAt ?? 0) - (first?.createdAt ?? 0)).toBeLessThan(30 * minute);
  expect(await status(world, jobId)).toMatchObject({
    status: 'failed',
    fulfillment_status: 'failed',
    refund: 'issued',
    error: expect.stringContaining('busy'),
  });
});

test('between two calls the fax is told as sending, never as merely paid, and can no longer be cancelled', async () => {
  const world = memoryWorld();
  const jobId = await placedAs(world, 'fax', 'busy');
  await paid(world, jobId);
  await world.clock.wind(2_500);
  expect((await world.jobs.get(jobId))?.state).toBe('paid');
  expect(await status(world, jobId)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'sending' });
  expect(await ask(cancelJob, world, { job_id: jobId }, caller)).toMatchObject({
    outcome: 'declined',
    body: { reason: 'already_in_production' },
  });
});

test('no call is made half an hour after the first, however slow the retries are', async () => {
  const world = memoryWorld();
  Object.assign(world, { settings: { ...world.settings, retryBaseMs: 20 * minute } });
  const jobId = await placedAs(world, 'fax', 'busy');
  await paid(world, jobId);
  await sweep(world, 120);
  expect(calls(world)).toHaveLength(2);
  expect(await status(world, jobId)).toMatchObject({ status: 'failed', refund: 'issued' });
});

test('a number that the partner refuses is not called again', async () => {
  const world = memoryWorld();
  const jobId = await placedAs(world, 'fax', 'reject');
  await paid(world, jobId);
  await sweep(world, 60);
  expect(calls(world)).toEqual([]);
});

test('ten faxes to one number are sent one after the other, none is lost, and the line is free in between', async () => {
  const world = memoryWorld();
  const jobs = await Promise.all(Array.from({ length: 10 }, () => placedAs(world, 'fax')));
  await Promise.all(jobs.map((jobId) => paid(world, jobId)));
  await sweep(world, 30);
  expect(collisions(world)).toEqual([]);
  for (const jobId of jobs) expect(await status(world, jobId)).toMatchObject({ fulfillment_status: 'sent' });
  expect(calls(world)).toHaveLength(10);
});

test('faxes to different numbers do not wait for one another', async () => {
  const world = memoryWorld();
  const jobs = [await placedAs(world, 'fax'), await placedAs(world, 'fax', 'outage')];
  await Promise.all(jobs.map((jobId) => paid(world, jobId)));
  await world.clock.wind(minute);
  const [one, other] = calls(world);
  expect(Math.abs((one?.createdAt ?? 0) - (other?.createdAt ?? 0))).toBeLessThan(minute);
  for (const jobId of jobs) expect(await status(world, jobId)).toMatchObject({ fulfillment_status: 'sent' });
});

test('a partner that has gone silent about a fax does not close its number for ever', async () => {
  const world = memoryWorld();
  const { fax } = world.partners;
  Object.assign(world, { partners: { ...world.partners, fax: { ...fax, read: async () => 'unknown' as const } } });
  const jobs = [await placedAs(world, 'fax'), await placedAs(world, 'fax')];
  await Promise.all(jobs.map((jobId) => paid(world, jobId)));
  await sweep(world, 3 * 60);
  expect(calls(world)).toHaveLength(1);
  await sweep(world, 3 * 60);
  expect(calls(world)).toHaveLength(2);
});
