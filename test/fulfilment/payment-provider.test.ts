/** A job's payment names its provider and stays with it. Older items name none and use the configured provider. */
import type { Job } from '../../shared/core/product.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import type { Payments } from '../../shared/ports.ts';
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { getReceipt } from '../../shared/usecases/get-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { caller, type MemoryDeps, memoryDeps, paid, payingEvent, placed, reconcileFor } from '../support/fakes/deps.ts';

const jobIn = async (deps: MemoryDeps, id: string): Promise<Job> => {
  const job = await deps.jobs.get(id);
  if (job === undefined) throw new Error(`no job ${id}`);
  return job;
};

const cancel = (deps: MemoryDeps, jobId: string) => ask(cancelJob, deps, { job_id: jobId }, caller);

/** As the table holds jobs that are older than the names of providers. */
async function forgetProvider(deps: MemoryDeps, jobId: string): Promise<void> {
  const { checkout, payment, ...job } = await jobIn(deps, jobId);
  await deps.jobs.replace({
    ...job,
    checkout: checkout && { ...checkout, provider: undefined },
    payment: payment && { ...payment, provider: undefined },
  });
}

/** The same dependencies after a change of configuration to a provider that knows none of the jobs. */
function withAnotherInUse(deps: MemoryDeps): { readonly deps: MemoryDeps; readonly asked: string[] } {
  const asked: string[] = [];
  const strange = (call: keyof Payments) => async (): Promise<never> => {
    asked.push(call);
    throw new Error('unknown here');
  };
  const stripe = {
    ...deps.payments.stripe,
    status: strange('status'),
    expire: strange('expire'),
    refund: strange('refund'),
  };
  const settings = { ...deps.settings, paymentProvider: 'stripe' as const };
  return { deps: { ...deps, settings, payments: { ...deps.payments, stripe } }, asked };
}

const ways = [
  ['an item that names its provider', async () => {}],
  ['an item of the old shape', forgetProvider],
] as const;

test('a checkout and a payment name the provider, and no caller sees it', async () => {
  const deps = memoryDeps({ readyMs: 0 });
  const jobId = await placed(deps);
  expect((await jobIn(deps, jobId)).checkout).toMatchObject({ provider: 'mock' });
  await paid(deps, jobId);
  expect((await jobIn(deps, jobId)).payment).toMatchObject({ provider: 'mock' });
  await reconcileFor(deps, 2);
  for (const useCase of [getJob, getReceipt])
    expect(JSON.stringify(await ask(useCase, deps, { job_id: jobId }, caller))).not.toContain('provider');
});

describe.each(ways)('%s', (_, change) => {
  test('its checkout is asked for, and what was paid counts', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    await payingEvent(deps, jobId);
    await change(deps, jobId);
    await deps.clock.wind(120_000);
    await advance(deps, jobId);
    expect(await jobIn(deps, jobId)).toMatchObject({ payment: { provider: 'mock' } });
  });

  test('its checkout is ended when the job is cancelled before it is paid', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    await change(deps, jobId);
    expect(await cancel(deps, jobId)).toMatchObject({ body: { cancelled: true, refund: 'not_applicable' } });
    expect(deps.sessions.all()).toMatchObject([{ status: 'expired' }]);
  });

  test('its money goes back when the job is cancelled after it was paid', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    await paid(deps, jobId);
    await change(deps, jobId);
    expect(await cancel(deps, jobId)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
    expect(deps.sessions.all()).toMatchObject([{ refundedAt: expect.any(Number) }]);
  });

  test('its money goes back when the partner refuses the order', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps, { addressLine1: '1 TEST REJECT ST' });
    await change(deps, jobId);
    await paid(deps, jobId);
    await change(deps, jobId);
    await reconcileFor(deps, 2);
    expect(await jobIn(deps, jobId)).toMatchObject({ state: 'failed', refund: 'issued' });
  });
});

test('a job that names its provider stays with it when another comes into use', async () => {
  const deps = memoryDeps();
  const [open, bought] = [await placed(deps), await placed(deps)];
  await paid(deps, bought);
  const { deps: later, asked } = withAnotherInUse(deps);
  expect(await cancel(later, open)).toMatchObject({ body: { cancelled: true } });
  expect(await cancel(later, bought)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(asked).toEqual([]);
});

test('an item of the old shape asks the provider in use, as it always did', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await forgetProvider(deps, jobId);
  const { deps: later, asked } = withAnotherInUse(deps);
  await expect(cancel(later, jobId)).rejects.toMatchObject({ code: 'unavailable' });
  expect(asked).toEqual(['expire']);
});
