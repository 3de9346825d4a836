/** A job in a state that only a newer version knows: this one leaves it alone, and whoever has news of it must repeat that. */
import type { Job } from '../../shared/core/job/job.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { payingEvent, placed, received } from '../support/fakes/orders.ts';

/** Paid, and then written by a newer version. */
async function taken(deps: MemoryDeps): Promise<{ readonly job: Job; readonly event: object }> {
  const jobId = await placed(deps);
  const event = await payingEvent(deps, jobId);
  await received(deps, event);
  const paid = await deps.jobs.get(jobId);
  await deps.jobs.replace({ ...paid, state: 'taken', dueAt: deps.clock.now() } as unknown as Job);
  return { job: (await deps.jobs.get(jobId)) as Job, event };
}

const quiet = () => memoryDeps({ deliver: () => false });

test('its message ends with an alarm: nothing is called or written, and the job stays due', async () => {
  const deps = quiet();
  const { job } = await taken(deps);
  await advance(deps, job.id);
  expect(await deps.jobs.get(job.id)).toEqual(job);
  expect(deps.orders.all()).toEqual([]);
  expect(deps.alarms).toEqual([{ message: 'a job of another version', fields: { jobId: job.id } }]);
  expect(await deps.jobs.due({ before: deps.clock.now() + 1 }, 9)).toMatchObject([{ id: job.id }]);
});

test('news of its payment fails, so that the provider sends it again', async () => {
  const deps = quiet();
  const { job, event } = await taken(deps);
  await expect(received(deps, { ...event, id: 'evt_test_2' })).rejects.toThrow();
  expect(await deps.jobs.get(job.id)).toEqual(job);
});
