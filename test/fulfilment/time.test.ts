/** What the clock decides: how long quotes, payment pages and keys live, and who may take over after a silence. */

import { advance } from '../../shared/fulfilment/advance.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  caller,
  type MemoryWorld,
  memoryWorld,
  ordered,
  orderFor,
  payingEvent,
  paymentsBut,
  placed,
  quoted,
  sweep,
} from '../support/fakes/world.ts';

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

const status = async (world: MemoryWorld, jobId: string) => (await ask(getJob, world, { job_id: jobId }, caller)).body;

test('a quote lives 60 minutes, and may be used for more than one job while it lives', async () => {
  const world = memoryWorld();
  const { quote_id } = await quoted(world);
  await ordered(world, orderFor(quote_id));
  await world.clock.wind(59 * minutes);
  expect((await ordered(world, orderFor(quote_id))).outcome).toBe('created');
  await world.clock.wind(1 * minutes);
  await expect(ordered(world, orderFor(quote_id))).rejects.toMatchObject({ code: 'quote_unknown', field: 'quote_id' });
});

test('a retry with its key finds its job long after the quote has expired', async () => {
  const world = memoryWorld();
  const { quote_id } = await quoted(world);
  const request = orderFor(quote_id, {}, { idempotency_key: 'a-key' });
  const first = await ordered(world, request);
  await world.clock.wind(29 * days);
  expect(await ordered(world, request)).toEqual({ outcome: 'done', body: first.body });
});

test('a checkout link lives 24 hours, then the unpaid job is cancelled and nothing was charged', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  expect((await status(world, jobId)).expires_at).toBe(world.clock.now() + 24 * hours);
  await sweep(world, 23 * 60);
  expect(await status(world, jobId)).toMatchObject({ status: 'awaiting_payment' });
  await sweep(world, 6 * 60);
  expect(await status(world, jobId)).toMatchObject({
    status: 'cancelled',
    payment_status: 'pending',
    refund: 'not_applicable',
  });
});

test('a payment whose event was lost is found by asking the provider', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await payingEvent(world, jobId);
  await sweep(world, 3);
  expect(await status(world, jobId)).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
});

describe('a request that died before its checkout was opened', () => {
  test('is not taken for given up by whoever looked a moment before somebody else finished it', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    await world.clock.wind(24 * hours - minutes);
    const { get } = world.jobs;
    let looks = 0;
    const late: MemoryWorld['jobs']['get'] = async (id) => {
      const job = await get(id);
      looks += 1;
      if (job === undefined || looks > 1) return job;
      const { checkout: _, ...unopened } = job;
      return { ...unopened, dueAt: world.clock.now() };
    };
    await advance({ ...world, jobs: { ...world.jobs, get: late } }, jobId);
    expect(await world.jobs.get(jobId)).toMatchObject({ state: 'awaiting_payment' });
  });

  /** The world in which opening a checkout never ends, for whoever is first. */
  async function stuck() {
    const world = memoryWorld();
    const { quote_id } = await quoted(world);
    const request = orderFor(quote_id, {}, { idempotency_key: 'a-key' });
    const hanging = { ...world, payments: paymentsBut(world, { open: () => new Promise<never>(() => {}) }) };
    void ordered(hanging, request);
    await world.clock.wind(1);
    return { world, request };
  }

  test('is waited for a few seconds, then the retry is told to come back', async () => {
    const { world, request } = await stuck();
    const asked = world.clock.now();
    await expect(ordered(world, request)).rejects.toMatchObject({ code: 'in_progress' });
    expect(world.clock.now() - asked).toBeLessThan(10_000);
  });

  test('is finished by a retry once it must be dead: the same job, one checkout session', async () => {
    const { world, request } = await stuck();
    const [job] = world.jobs.all();
    await world.clock.wind(21_000);
    const { outcome, body } = await ordered(world, request);
    expect({ outcome, jobId: body.job_id }).toEqual({ outcome: 'done', jobId: job?.id });
    expect(world.sessions.all()).toHaveLength(1);
  });
});
