/** Requests that die before their checkout is open: when a retry waits, and that the job of another request stays open. */
import { advance } from '../../shared/orders/advance.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { ordered, orderFor, placed, quoted } from '../support/fakes/orders.ts';

const minute = 60_000;
const hour = 60 * minute;

test('a job that was read just before another request opened its checkout is not ended', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await deps.clock.advance(24 * hour - minute);
  const { get } = deps.jobs;
  let reads = 0;
  // The first read is from before the checkout was opened.
  const outdatedGet: MemoryDeps['jobs']['get'] = async (id) => {
    const job = await get(id);
    reads += 1;
    if (job === undefined || reads > 1) return job;
    const { checkout: _, ...unopened } = job;
    return { ...unopened, dueAt: deps.clock.now() };
  };
  await advance({ ...deps, jobs: { ...deps.jobs, get: outdatedGet } }, jobId);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'awaiting_payment' });
});

test('a retry waits a few seconds for a request that is still in progress, and is then told to try again', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  const request = { ...orderFor(quote_id), idempotency_key: 'a-key' };
  const hanging = { ...deps, payments: paymentsBut(deps, { open: () => new Promise<never>(() => {}) }) };
  void ordered(hanging, request);
  await deps.clock.advance(1);
  const retriedAt = deps.clock.now();
  await expect(ordered(deps, request)).rejects.toMatchObject({ code: 'in_progress' });
  expect(deps.clock.now() - retriedAt).toBeLessThan(10_000);
});
