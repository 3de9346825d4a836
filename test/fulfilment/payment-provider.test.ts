/** A job's payment names its provider and stays with it. */
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

test('a job that names its provider stays with it when another comes into use', async () => {
  const deps = memoryDeps();
  const [open, bought] = [await placed(deps), await placed(deps)];
  await paid(deps, bought);
  const { deps: later, asked } = withAnotherInUse(deps);
  expect(await cancel(later, open)).toMatchObject({ body: { cancelled: true } });
  expect(await cancel(later, bought)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(asked).toEqual([]);
});

test('when another is in use, its checkout is asked for, and what was paid counts', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await payingEvent(deps, jobId);
  await deps.clock.wind(120_000);
  const { deps: later, asked } = withAnotherInUse(deps);
  await advance(later, jobId);
  expect(await jobIn(deps, jobId)).toMatchObject({ payment: { provider: 'mock' } });
  expect(asked).toEqual([]);
});

test('when another is in use, its money goes back if the partner refuses the order', async () => {
  const deps: MemoryDeps = memoryDeps({ worker: () => another.deps });
  const another = withAnotherInUse(deps);
  const jobId = await placed(deps, { addressLine1: '1 TEST REJECT ST' });
  await paid(deps, jobId);
  await reconcileFor(deps, 2);
  expect(await jobIn(deps, jobId)).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(another.asked).toEqual([]);
});
