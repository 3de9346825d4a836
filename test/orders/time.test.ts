/** Requests that die before their checkout is open: when a retry waits, and when it takes over. */
import { advance } from '../../shared/orders/advance.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { ordered, orderFor, placed, quoted } from '../support/fakes/orders.ts';

const minutes = 60_000;
const hours = 60 * minutes;

describe('a request that died before its checkout was opened', () => {
  test('does not end a job that was read just before another request finished it', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    await deps.clock.advance(24 * hours - minutes);
    const { get } = deps.jobs;
    let looks = 0;
    const late: MemoryDeps['jobs']['get'] = async (id) => {
      const job = await get(id);
      looks += 1;
      if (job === undefined || looks > 1) return job;
      const { checkout: _, ...unopened } = job;
      return { ...unopened, dueAt: deps.clock.now() };
    };
    await advance({ ...deps, jobs: { ...deps.jobs, get: late } }, jobId);
    expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'awaiting_payment' });
  });

  test('makes a retry wait a few seconds, and then try again later', async () => {
    const deps = memoryDeps();
    const { quote_id } = await quoted(deps);
    const request = orderFor(quote_id, {}, { idempotency_key: 'a-key' });
    const hanging = { ...deps, payments: paymentsBut(deps, { open: () => new Promise<never>(() => {}) }) };
    void ordered(hanging, request);
    await deps.clock.advance(1);
    const asked = deps.clock.now();
    await expect(ordered(deps, request)).rejects.toMatchObject({ code: 'in_progress' });
    expect(deps.clock.now() - asked).toBeLessThan(10_000);
  });
});
