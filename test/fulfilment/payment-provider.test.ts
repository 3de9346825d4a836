/** A job's payment names its provider, and stays with it; an item from before that acts with the provider in use. */
import type { Job } from '../../shared/core/product.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import type { Payments } from '../../shared/ports.ts';
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { getReceipt } from '../../shared/usecases/get-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { caller, type MemoryWorld, memoryWorld, paid, payingEvent, placed, sweep } from '../support/fakes/world.ts';

const jobIn = async (world: MemoryWorld, id: string): Promise<Job> => {
  const job = await world.jobs.get(id);
  if (job === undefined) throw new Error(`no job ${id}`);
  return job;
};

const cancel = (world: MemoryWorld, jobId: string) => ask(cancelJob, world, { job_id: jobId }, caller);

/** As the table holds jobs that are older than the names of providers. */
async function forgetProvider(world: MemoryWorld, jobId: string): Promise<void> {
  const { checkout, payment, ...job } = await jobIn(world, jobId);
  await world.jobs.replace({
    ...job,
    checkout: checkout && { ...checkout, provider: undefined },
    payment: payment && { ...payment, provider: undefined },
  });
}

/** The same world after its configuration has changed to a provider that knows none of its jobs. */
function withAnotherInUse(world: MemoryWorld): { readonly world: MemoryWorld; readonly asked: string[] } {
  const asked: string[] = [];
  const strange = (call: keyof Payments) => async (): Promise<never> => {
    asked.push(call);
    throw new Error('unknown here');
  };
  const stripe = {
    ...world.payments.stripe,
    status: strange('status'),
    expire: strange('expire'),
    refund: strange('refund'),
  };
  const settings = { ...world.settings, paymentProvider: 'stripe' as const };
  return { world: { ...world, settings, payments: { ...world.payments, stripe } }, asked };
}

const ways = [
  ['an item that names its provider', async () => {}],
  ['an item of the old shape', forgetProvider],
] as const;

test('a checkout and a payment name the provider, and no caller sees it', async () => {
  const world = memoryWorld({ readyMs: 0 });
  const jobId = await placed(world);
  expect((await jobIn(world, jobId)).checkout).toMatchObject({ provider: 'mock' });
  await paid(world, jobId);
  expect((await jobIn(world, jobId)).payment).toMatchObject({ provider: 'mock' });
  await sweep(world, 2);
  for (const useCase of [getJob, getReceipt])
    expect(JSON.stringify(await ask(useCase, world, { job_id: jobId }, caller))).not.toContain('provider');
});

describe.each(ways)('%s', (_, change) => {
  test('its checkout is asked for, and what was paid counts', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    await payingEvent(world, jobId);
    await change(world, jobId);
    await world.clock.wind(120_000);
    await advance(world, jobId);
    expect(await jobIn(world, jobId)).toMatchObject({ payment: { provider: 'mock' } });
  });

  test('its checkout is ended when the job is cancelled before it is paid', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    await change(world, jobId);
    expect(await cancel(world, jobId)).toMatchObject({ body: { cancelled: true, refund: 'not_applicable' } });
    expect(world.sessions.all()).toMatchObject([{ status: 'expired' }]);
  });

  test('its money goes back when the job is cancelled after it was paid', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    await paid(world, jobId);
    await change(world, jobId);
    expect(await cancel(world, jobId)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
    expect(world.sessions.all()).toMatchObject([{ refundedAt: expect.any(Number) }]);
  });

  test('its money goes back when the partner refuses the order', async () => {
    const world = memoryWorld();
    const jobId = await placed(world, { addressLine1: '1 TEST REJECT ST' });
    await change(world, jobId);
    await paid(world, jobId);
    await change(world, jobId);
    await sweep(world, 2);
    expect(await jobIn(world, jobId)).toMatchObject({ state: 'failed', refund: 'issued' });
  });
});

test('a job that names its provider stays with it when another comes into use', async () => {
  const world = memoryWorld();
  const [open, bought] = [await placed(world), await placed(world)];
  await paid(world, bought);
  const { world: later, asked } = withAnotherInUse(world);
  expect(await cancel(later, open)).toMatchObject({ body: { cancelled: true } });
  expect(await cancel(later, bought)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(asked).toEqual([]);
});

test('an item of the old shape asks the provider in use, as it always did', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await forgetProvider(world, jobId);
  const { world: later, asked } = withAnotherInUse(world);
  await expect(cancel(later, jobId)).rejects.toMatchObject({ code: 'unavailable' });
  expect(asked).toEqual(['expire']);
});
