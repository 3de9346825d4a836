/** News that meets a job between two states: nothing is lost, nothing is asked for ever, and a person hears of it. */
import { advance } from '../../../shared/orders/advance.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../../shared/orders/events/receive-payment-event.ts';
import { receivePartnerEvent } from '../../../shared/orders/read-progress.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import type { PaymentEvent, RefundOutcome } from '../../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { caller, paidOnly, payingEvent, placed, reconcileFor, sold } from '../../support/fakes/orders.ts';
import { command, hour, stateOf, waiting, withLetters } from '../../support/operated.ts';

type News = Extract<PaymentEvent, { readonly paymentId: string | undefined }>['kind'];

const hear = async (deps: MemoryDeps, jobId: string, kind: News) => {
  const paymentId = (await deps.jobs.get(jobId))?.payment?.id;
  return receivePaymentEvent(deps, { id: 'evt_1', type: 'charge', provider: 'mock', kind, jobId, paymentId });
};

const withFaxes = (deps: MemoryDeps, change: Partial<Partner>) =>
  Object.assign(deps, { partners: { ...deps.partners, fax: { ...deps.partners.fax, ...change } } });

const alarmsOf = ({ alarms }: MemoryDeps, message: string) => alarms.filter((alarm) => alarm.message === message);

function refunding(deps: MemoryDeps, outcome: RefundOutcome) {
  const asked: number[] = [];
  const refund = async (): Promise<RefundOutcome> => {
    asked.push(deps.clock.now());
    return outcome;
  };
  Object.assign(deps, { payments: paymentsBut(deps, { refund }) });
  return asked;
}

describe('a refund that the provider refuses because the bank holds the payment', () => {
  test.each([
    ['after a dispute that was lost', ['disputed', 'dispute_lost']],
    ['after an inquiry that was closed', ['dispute_won']],
    ['before any news of the dispute', []],
  ] as const)('is left to support, and asked for once: %s', async (_, news) => {
    const deps = memoryDeps();
    const asked = refunding(deps, 'disputed');
    const jobId = await sold(deps);
    for (const kind of news) await hear(deps, jobId, kind);
    const { partner } = (await deps.jobs.get(jobId)) ?? {};
    await receivePartnerEvent(deps, {
      kind: 'order',
      partnerId: partner?.id ?? '',
      view: { kind: 'stopped', reason: 'It burnt.' },
    });
    await reconcileFor(deps, 10 * 60);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'contact_support' });
    expect(asked).toHaveLength(1);
    expect(alarmsOf(deps, 'refund refused')).toHaveLength(1);
  });

  test('parks a cancellation, though the bank had decided before', async () => {
    const { deps } = waiting();
    const asked = refunding(deps, 'disputed');
    const jobId = await paidOnly(deps);
    await hear(deps, jobId, 'dispute_won');
    await ask(cancelJob, deps, { job_id: jobId }, caller);
    await reconcileFor(deps, 3 * 60);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'needs_review', refund: 'not_applicable' });
    expect(asked).toHaveLength(1);
    expect(deps.orders.all()).toEqual([]);
  });
});

test('a step that changes nothing is not made again and again: it calls a person', async () => {
  const { deps } = waiting();
  const asked = refunding(deps, 'refunded');
  withLetters(deps, { submit: async () => ({ kind: 'rejected', reason: 'not valid' }) });
  const jobId = await paidOnly(deps);
  const { replace } = deps.jobs;
  // The table forgets what the refund has changed.
  Object.assign(deps.jobs, {
    replace: async (job: Parameters<typeof replace>[0]) => (job.refund === 'issued' ? 'saved' : replace(job)),
  });
  await advance(deps, jobId);
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(alarmsOf(deps, 'a job is stuck')).toHaveLength(1);
});

describe('a recall that the partner never decides', () => {
  async function recalled(deps: MemoryDeps) {
    withLetters(deps, { recall: async () => ({ kind: 'unknown' }) });
    const jobId = await sold(deps);
    const cancelling = ask(cancelJob, deps, { job_id: jobId }, caller);
    await reconcileFor(deps, 1);
    await cancelling;
    return jobId;
  }

  test('waits for a person after an hour, who is called again each hour', async () => {
    const deps = memoryDeps({ readyMs: 1_000 * hour });
    const jobId = await recalled(deps);
    expect(await command(deps, 'stuck')).not.toMatchObject({ says: expect.stringContaining(jobId) });
    await reconcileFor(deps, 10 * 60);
    expect(await deps.jobs.waiting('person', 5)).toMatchObject([{ id: jobId }]);
    const alarms = alarmsOf(deps, 'a cancellation is undecided');
    expect(alarms.length).toBeGreaterThan(5);
    expect(alarms.length).toBeLessThan(15);
  });

  test('ends with the partner’s own event: it goes on', async () => {
    const deps = memoryDeps({ readyMs: 1_000 * hour });
    const jobId = await recalled(deps);
    const partnerId = (await deps.jobs.get(jobId))?.partner?.id ?? '';
    await receivePartnerEvent(deps, {
      kind: 'order',
      partnerId,
      view: { kind: 'progress', progress: { stage: 'dispatched' } },
    });
    expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', partner: { stage: 'dispatched' } });
  });

  test('ends with the partner’s own event: it has stopped', async () => {
    const deps = memoryDeps({ readyMs: 1_000 * hour });
    const jobId = await recalled(deps);
    const partnerId = (await deps.jobs.get(jobId))?.partner?.id ?? '';
    await receivePartnerEvent(deps, { kind: 'order', partnerId, view: { kind: 'stopped', reason: 'Cancelled.' } });
    await reconcileFor(deps, 2);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
  });
});

describe('a warning of fraud', () => {
  test('that meets a cancellation is kept: a refused refund parks the job, and nothing is mailed', async () => {
    const { deps, go } = waiting();
    const jobId = await paidOnly(deps);
    const refund = async (): Promise<RefundOutcome> => {
      await hear(deps, jobId, 'fraud_warned');
      return 'refused';
    };
    Object.assign(deps, { payments: paymentsBut(deps, { refund }) });
    await ask(cancelJob, deps, { job_id: jobId }, caller);
    go();
    await reconcileFor(deps, 10);
    expect(await deps.jobs.get(jobId)).toMatchObject({
      state: 'needs_review',
      firstSeenAt: { fraud_warned: expect.any(Number) },
    });
    expect(deps.orders.all()).toEqual([]);
  });

  test('that meets a recall is kept', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps);
    withLetters(deps, {
      recall: async () => {
        await hear(deps, jobId, 'fraud_warned');
        return { kind: 'refused', progress: { stage: 'in_progress' } };
      },
    });
    await ask(cancelJob, deps, { job_id: jobId }, caller);
    expect(await deps.jobs.get(jobId)).toMatchObject({
      state: 'fulfilled',
      firstSeenAt: { fraud_warned: expect.any(Number) },
    });
  });
});

test('a warning of fraud between two calls of a busy line lets no further call begin', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps, 'fax', 'busy');
  while ((await deps.jobs.get(jobId))?.state !== 'paid') await deps.clock.wind(500);
  const calls = deps.orders.all().length;
  await hear(deps, jobId, 'fraud_warned');
  await reconcileFor(deps, 45);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'needs_review', refund: 'not_applicable' });
  expect(deps.orders.all()).toHaveLength(calls);
});

test('a busy line ends a recall: the fax has stopped, and none is sent again', async () => {
  const deps = memoryDeps();
  withFaxes(deps, { recall: async () => ({ kind: 'unknown' }), read: async () => ({ kind: 'unknown' }) });
  const jobId = await sold(deps, 'fax');
  const cancelling = ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.wind(1_000);
  const partnerId = (await deps.jobs.get(jobId))?.partner?.id ?? '';
  const view = { kind: 'stopped', reason: 'The line is busy.', mayBounce: true } as const;
  await receivePartnerEvent(deps, { kind: 'order', partnerId, view });
  await cancelling;
  await reconcileFor(deps, 3);
  expect(await stateOf(deps, jobId)).toEqual({ state: 'cancelled', refund: 'issued' });
});

test('the alarm about a refused refund does not hang on the answer of a write', async () => {
  const { deps } = waiting();
  withLetters(deps, { submit: async () => ({ kind: 'rejected', reason: 'not valid' }) });
  const jobId = await paidOnly(deps);
  refunding(deps, 'refused');
  const { replace } = deps.jobs;
  Object.assign(deps.jobs, {
    replace: async (job: Parameters<typeof replace>[0]) => {
      await replace(job);
      if (job.refund === 'contact_support') throw new Error('no answer');
      return 'saved';
    },
  });
  await expect(advance(deps, jobId)).rejects.toThrow('no answer');
  expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'contact_support' });
  expect(alarmsOf(deps, 'refund refused')).toHaveLength(1);
});

describe('a dispute that overtakes its payment', () => {
  test('does not end the asking: once it is won, the order goes on though the payment’s event was lost', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    await payingEvent(deps, jobId);
    await hear(deps, jobId, 'disputed');
    await reconcileFor(deps, 30);
    expect(await stateOf(deps, jobId)).toMatchObject({ state: 'needs_review' });
    await hear(deps, jobId, 'dispute_won');
    await reconcileFor(deps, 5);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'fulfilled', refund: 'not_applicable' });
  });

  test('sends nothing once it is lost: the bank has given the money back', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    await payingEvent(deps, jobId);
    for (const kind of ['disputed', 'dispute_lost'] as const) await hear(deps, jobId, kind);
    await reconcileFor(deps, 30);
    expect(await stateOf(deps, jobId)).toEqual({ state: 'failed', refund: 'contact_support' });
    expect(deps.orders.all()).toEqual([]);
  });
});
