/** Time limits: the life of quotes, payment pages and keys, and taking over a job after a silence. */
import { advance } from '../../shared/orders/advance.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, ordered, orderFor, payingEvent, placed, quoted, reconcileFor } from '../support/fakes/orders.ts';

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

const status = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;

test('a quote lives 60 minutes, and may be used for more than one job while it lives', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  await ordered(deps, orderFor(quote_id));
  await deps.clock.wind(59 * minutes);
  expect((await ordered(deps, orderFor(quote_id))).outcome).toBe('created');
  await deps.clock.wind(1 * minutes);
  await expect(ordered(deps, orderFor(quote_id))).rejects.toMatchObject({ code: 'quote_unknown', field: 'quote_id' });
});

test('a retry with its key finds its job long after the quote has expired', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  const request = orderFor(quote_id, {}, { idempotency_key: 'a-key' });
  const first = await ordered(deps, request);
  await deps.clock.wind(29 * days);
  expect(await ordered(deps, request)).toEqual({ outcome: 'done', body: first.body });
});

test('a checkout link lives 24 hours, then the unpaid job is cancelled and nothing was charged', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  expect((await status(deps, jobId)).expires_at).toBe(deps.clock.now() + 24 * hours);
  await reconcileFor(deps, 23 * 60);
  expect(await status(deps, jobId)).toMatchObject({ status: 'awaiting_payment' });
  await reconcileFor(deps, 6 * 60);
  expect(await status(deps, jobId)).toMatchObject({
    status: 'cancelled',
    payment_status: 'pending',
    refund: 'not_applicable',
  });
});

test('a payment whose event was lost is found by asking the provider', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await payingEvent(deps, jobId);
  await reconcileFor(deps, 3);
  expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
});

describe('a request that died before its checkout was opened', () => {
  test('is not taken for given up by whoever looked a moment before somebody else finished it', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    await deps.clock.wind(24 * hours - minutes);
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

  /** Dependencies whose first call to open a checkout never ends. */
  async function stuck() {
    const deps = memoryDeps();
    const { quote_id } = await quoted(deps);
    const request = orderFor(quote_id, {}, { idempotency_key: 'a-key' });
    const hanging = { ...deps, payments: paymentsBut(deps, { open: () => new Promise<never>(() => {}) }) };
    void ordered(hanging, request);
    await deps.clock.wind(1);
    return { deps, request };
  }

  test('is waited for a few seconds, then the retry is told to come back', async () => {
    const { deps, request } = await stuck();
    const asked = deps.clock.now();
    await expect(ordered(deps, request)).rejects.toMatchObject({ code: 'in_progress' });
    expect(deps.clock.now() - asked).toBeLessThan(10_000);
  });

  test('is finished by a retry once it must be dead: the same job, one checkout session', async () => {
    const { deps, request } = await stuck();
    const [job] = deps.jobs.all();
    await deps.clock.wind(21_000);
    const { outcome, body } = await ordered(deps, request);
    expect({ outcome, jobId: body.job_id }).toEqual({ outcome: 'done', jobId: job?.id });
    expect(deps.sessions.all()).toHaveLength(1);
  });
});
