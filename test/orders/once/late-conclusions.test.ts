/** Processes that stand still: what they conclude too late changes nothing, and what they hold no more they do not use. */
import { advance } from '../../../shared/orders/advance.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../../shared/orders/events/receive-payment-event.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { careful } from '../../../shared/partners/assumed.ts';
import type { Partner, SubmitOutcome } from '../../../shared/partners/partner.ts';
import type { RefundOutcome } from '../../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { caller, paidOnly, placedAs, reconcileFor } from '../../support/fakes/orders.ts';
import { minute, stateOf, waiting, withLetters } from '../../support/operated.ts';

const unknown: SubmitOutcome = { kind: 'unknown', reason: 'no answer' };

/** A fax line without keys: every call makes a fax, and the list shows it late. */
function faxing(deps: MemoryDeps, calls: number[], slow: (call: number) => Promise<SubmitOutcome | undefined>): void {
  const { fax } = deps.partners;
  const submit: Partner['submit'] = async (request) => {
    calls.push(deps.clock.now());
    const call = calls.length;
    const instead = await slow(call);
    if (instead !== undefined) return instead;
    return fax.submit({ ...request, reference: `${request.reference}/${call}` });
  };
  const find: Partner['find'] = async (reference) => {
    const made = deps.orders.all().find((each) => each.reference.startsWith(`${reference}/`));
    return made === undefined ? { kind: 'none' } : fax.find(made.reference, made.order);
  };
  Object.assign(deps, { partners: { ...deps.partners, fax: { ...fax, assumed: careful, submit, find } } });
}

test('a late “no answer” about an earlier claim does not let a third holder call while the second is calling', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const calls: number[] = [];
  let stands = false;
  faxing(deps, calls, async (call) => {
    stands = call === 1;
    if (stands) return unknown;
    await deps.clock.sleep(55_000);
    return undefined;
  });
  // The first holder stands still before it writes that it got no answer, until the second is in its call.
  const { get } = deps.jobs;
  Object.assign(deps.jobs, {
    get: async (id: string) => {
      if (stands) {
        stands = false;
        await deps.clock.sleep(156_000);
      }
      return get(id);
    },
  });
  const jobId = await placedAs(deps, 'fax');
  await deps.payments.mock.end((await deps.jobs.get(jobId))?.checkout?.id ?? '', 'paid');
  await deps.clock.wind(10 * minute);
  const first = advance(deps, jobId);
  await deps.clock.wind(151_000);
  const second = advance(deps, jobId);
  await deps.clock.wind(10_000);
  const third = advance(deps, jobId);
  await Promise.all([first, second, third]);
  expect(calls).toHaveLength(2);
  expect(deps.orders.all()).toHaveLength(1);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('a partner without keys is not called so late that the next holder would look before its lists are complete', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const calls: number[] = [];
  faxing(deps, calls, async () => undefined);
  const { get } = deps.documents;
  let stands = true;
  Object.assign(deps.documents, {
    get: async (key: string) => {
      if (stands) {
        stands = false;
        // The claim is held for 150 s: a call of a minute would end before it, but not the minute of its lists.
        await deps.clock.sleep(60_000);
      }
      return get(key);
    },
  });
  const jobId = await placedAs(deps, 'fax');
  await deps.payments.mock.end((await deps.jobs.get(jobId))?.checkout?.id ?? '', 'paid');
  await deps.clock.wind(10 * minute);
  await advance(deps, jobId);
  expect(calls).toEqual([]);
  await reconcileFor(deps, 6);
  await advance(deps, jobId);
  expect(calls).toHaveLength(1);
});

test('a refusal that comes after the next holder’s claim does not refund what that holder has ordered', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const { letter } = deps.partners;
  let calls = 0;
  withLetters(deps, {
    submit: async (request) => {
      calls += 1;
      if (calls > 1) {
        await deps.clock.sleep(20_000);
        return letter.submit(request);
      }
      await deps.clock.sleep(95_000);
      return { kind: 'rejected', reason: 'not valid' };
    },
  });
  const jobId = await paidOnly(deps);
  const first = advance(deps, jobId);
  await deps.clock.wind(91_000);
  await Promise.all([first, advance(deps, jobId)]);
  await deps.clock.wind(minute);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
});

test('a cancellation that stood still beyond its claim refunds nothing: the job is on its way again', async () => {
  const { deps } = waiting();
  const { letter } = deps.partners;
  let stands = false;
  const refunds: RefundOutcome[] = [];
  withLetters(deps, {
    submit: async (request) =>
      refunds.length === 0 ? { kind: 'not_taken', reason: 'no connection' } : letter.submit(request),
    find: async (...told) => {
      if (!stands) return letter.find(...told);
      stands = false;
      await deps.clock.sleep(2 * minute);
      return { kind: 'none' };
    },
    recall: async () => ({ kind: 'refused', progress: { stage: 'in_progress' } }),
  });
  Object.assign(deps, {
    payments: paymentsBut(deps, {
      refund: async () => {
        refunds.push(refunds.length === 0 ? 'refused' : 'refunded');
        return refunds.at(-1) as RefundOutcome;
      },
    }),
  });
  const jobId = await paidOnly(deps);
  await advance(deps, jobId);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'paid' });
  stands = true;
  const cancelling = ask(cancelJob, deps, { job_id: jobId }, caller);
  // The claim runs out; a worker takes the cancellation over, is refused the refund, and hands the letter over.
  await deps.clock.wind(65_000);
  await advance(deps, jobId);
  await deps.clock.wind(10_000);
  await advance(deps, jobId);
  await cancelling;
  expect(refunds).toEqual(['refused']);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
});

test('a refund that was refused under an earlier claim does not set the job free under the next holder', async () => {
  const { deps, go } = waiting();
  let refunds = 0;
  Object.assign(deps, {
    payments: paymentsBut(deps, {
      refund: async () => {
        refunds += 1;
        const isFirst = refunds === 1;
        await deps.clock.sleep(isFirst ? 70_000 : 20_000);
        return isFirst ? 'refused' : 'refunded';
      },
    }),
  });
  const jobId = await paidOnly(deps);
  const cancelling = ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.wind(61_000);
  go();
  await Promise.all([advance(deps, jobId), cancelling]);
  await reconcileFor(deps, 2);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
  expect(deps.orders.all()).toEqual([]);
});

test('our own late “refunded” does not hide that the bank could not pay the refund out', async () => {
  const { deps } = waiting();
  let isFirst = true;
  Object.assign(deps, {
    payments: paymentsBut(deps, {
      refund: async (jobId) => {
        if (!isFirst) return 'refunded';
        isFirst = false;
        const job = await deps.jobs.get(jobId);
        if (job !== undefined)
          await deps.jobs.replace({
            ...job,
            refund: 'contact_support',
            firstSeenAt: { ...job.firstSeenAt, refund_failed: deps.clock.now() },
          });
        return 'refunded';
      },
    }),
  });
  withLetters(deps, { submit: async () => ({ kind: 'rejected', reason: 'not valid' }) });
  const jobId = await paidOnly(deps);
  await advance(deps, jobId);
  expect(isFirst).toBe(false);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'contact_support' });
});

test('a refund that fails at the bank before anybody has written it is not told as issued', async () => {
  const { deps } = waiting();
  let isFirst = true;
  const jobId = await paidOnly(deps);
  const refund = async (): Promise<RefundOutcome> => {
    if (!isFirst) return 'refused';
    isFirst = false;
    const paymentId = (await deps.jobs.get(jobId))?.payment?.id;
    await receivePaymentEvent(deps, {
      id: 'evt_1',
      type: 'refund',
      provider: 'mock',
      kind: 'refund_failed',
      jobId,
      paymentId,
    });
    await deps.clock.sleep(70_000);
    return 'refunded';
  };
  Object.assign(deps, { payments: paymentsBut(deps, { refund }) });
  const cancelling = ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.wind(61_000);
  await advance(deps, jobId);
  await Promise.all([cancelling, deps.clock.wind(30_000)]);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'contact_support' });
  expect(deps.orders.all()).toEqual([]);
});
