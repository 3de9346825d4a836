/** A job's payment stays with the provider that took it. */
import { dayOf } from '../../shared/domain/job/job.ts';
import type { PaymentProviderName } from '../../shared/domain/names.ts';
import { audit } from '../../shared/orders/audit/audit.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { checkPayment } from '../../shared/orders/pay/checkout.ts';
import { recordPayment, takesTestMoney } from '../../shared/orders/pay/payment.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { Payments } from '../../shared/partners/payments.ts';
import { find } from '../../shared/web/operator/operate-find.ts';
import { checkoutFor } from '../support/contracts/payment-promises.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { cancel, statusOf } from '../support/fakes/given.ts';
import { caller, jobOf, paid, paidOnly, placed, reconcileFor } from '../support/fakes/orders.ts';
import { withAcme } from '../support/fakes/second-provider.ts';

/** The same dependencies, configured for another provider that knows none of the jobs. */
function withAnotherInUse(deps: MemoryDeps): { readonly deps: MemoryDeps; readonly asked: string[] } {
  const asked: string[] = [];
  const unknownCall = (call: keyof Payments) => async (): Promise<never> => {
    asked.push(call);
    throw new Error('unknown here');
  };
  const stripe = {
    ...deps.payments.mock,
    status: unknownCall('status'),
    expire: unknownCall('expire'),
    refund: unknownCall('refund'),
  };
  const settings = { ...deps.settings, paymentProvider: 'stripe' as const };
  return { deps: { ...deps, settings, payments: { ...deps.payments, stripe } }, asked };
}

test('a checkout and a payment record their provider, which clients never see', async () => {
  const deps = memoryDeps({ readyMs: 0 });
  const jobId = await placed(deps);
  expect((await jobOf(deps, jobId)).checkout).toMatchObject({ provider: 'mock' });
  await paid(deps, jobId);
  expect((await jobOf(deps, jobId)).payment).toMatchObject({ provider: 'mock' });
  await reconcileFor(deps, 2);
  for (const useCase of [getJob, getReceipt])
    expect(JSON.stringify(await ask(useCase, deps, { job_id: jobId }, caller))).not.toContain('provider');
});

test.each([
  ['an unpaid', placed],
  ['a paid', paidOnly],
])('%s job keeps its payment mode when that of the service changes', async (_, order) => {
  const deps = memoryDeps();
  const jobId = await order(deps);
  // If the process died before it stored the checkout, the payment alone says which provider it was.
  if (order === paidOnly) await deps.jobs.replace({ ...(await jobOf(deps, jobId)), checkout: undefined });
  Object.assign(deps.settings, { paymentMode: 'real' });
  for (const useCase of [getJob, getReceipt])
    expect((await ask<{ job_id: string }, object>(useCase, deps, { job_id: jobId }, caller)).body).toMatchObject({
      payment_mode: 'mock',
    });
});

test.each<['real' | 'mock', boolean | undefined, number]>([
  ['real', false, 1],
  ['real', true, 0],
  ['mock', undefined, 0],
])(
  'in %s mode a payment (test money: %s) for a missing job is ignored (alarms: %i)',
  async (paymentMode, isTest, alarms) => {
    const deps = memoryDeps();
    Object.assign(deps.settings, { paymentMode });
    const payment = { provider: 'stripe', id: 'pi_1', amountCents: 212, currency: 'USD', isTest } as const;
    const jobId = `job_${'0'.repeat(26)}`;
    const marked = {
      id: 'evt_1',
      type: 'paid',
      provider: 'stripe',
      kind: 'paid',
      jobId,
      isJobIdTrusted: true,
    } as const;
    const answer = await receivePaymentEvent(deps, { ...marked, payment, checkoutId: 'cs_1' });
    expect(answer).toMatchObject({ body: { ignored: expect.any(String) } });
    const alarm = { message: 'paid job not found', fields: { jobId, eventId: 'evt_1' } };
    expect(deps.alarms).toEqual(Array.from({ length: alarms }, () => alarm));
  },
);

test('jobs stay with their provider after another one is configured', async () => {
  const deps = memoryDeps();
  const [open, bought] = [await placed(deps), await placed(deps)];
  await paid(deps, bought);
  const { deps: later, asked } = withAnotherInUse(deps);
  expect(await cancel(later, open)).toMatchObject({ body: { cancelled: true } });
  expect(await cancel(later, bought)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(asked).toEqual([]);
});

describe('a former provider, which gets no new payments', () => {
  const hour = 3_600_000;
  const dayLater = async (deps: MemoryDeps) => {
    const day = dayOf(deps.clock.now());
    await deps.clock.advance(2 * hour);
    return audit(deps, day, Number.MAX_SAFE_INTEGER);
  };
  const without = (deps: MemoryDeps): MemoryDeps => ({ ...deps, payments: { mock: deps.payments.mock } });

  test('is part of the audit of a day', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    await paid(deps, await placed(deps));
    await paidAtAcme();
    expect(await dayLater(deps)).toMatchObject({ payments: 2, jobs: 2, foreign: 0, unconfigured: 0, total: 0 });
    const foreign = await acme.open(checkoutFor(`job_${'0'.repeat(26)}`, deps.clock.now()));
    await acme.pay(foreign.id);
    expect((await dayLater(deps)).differences).toMatchObject([
      { kind: 'payment_without_job', payment_id: expect.stringMatching(/^acme_pay_/) },
    ]);
  });

  test('is not confused with the other one if two payments have the same id', async () => {
    const { deps, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    const { payment } = await jobOf(deps, jobId);
    await deps.jobs.replace({ ...(await jobOf(deps, jobId)), payment: payment && { ...payment, provider: 'mock' } });
    const kinds = (await dayLater(deps)).differences.map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['payment_missing', 'payment_not_in_job']);
  });

  test.each(['checkout', 'payment'] as const)('lets an operator find the job by the id of its %s', async (held) => {
    const { deps, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    deps.payments.mock.jobIdOf = () => Promise.reject(new Error('503'));
    const id = (await jobOf(deps, jobId))[held]?.id;
    expect(await find(deps, `https://acme.example/${id}`, undefined, Infinity)).toMatchObject({
      ok: true,
      says: expect.stringContaining(jobId),
      payment_provider: 'acme',
    });
    expect(await find(without(deps), `${id}`, undefined, Infinity)).toMatchObject({ ok: false });
  });

  test('refunds its own payment once, and the other provider its extra payment', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    const { payment } = await jobOf(deps, jobId);
    if (payment === undefined) throw new Error('it is not paid');
    const second = { ...payment, provider: 'mock' as const };
    await recordPayment(deps, jobId, { payment: second, checkoutId: 'cs_test_other' });
    expect(await jobOf(deps, jobId)).toMatchObject({ payment, extraPayments: [{ ...second, refund: 'issued' }] });
    expect(acme.refunds).toEqual([]);
    expect(await cancel(deps, jobId)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
    expect(acme.refunds).toEqual([payment.id]);
  });

  test('can report disputes of its own payments, and of no others', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    const event = { id: 'evt_2', type: 'charge.dispute.created', kind: 'disputed', jobId } as const;
    const dispute = (provider: PaymentProviderName, paymentId?: string) => ({ ...event, provider, paymentId });
    const own = (await jobOf(deps, jobId)).payment?.id;
    for (const other of [dispute('mock', own), dispute('mock'), dispute(acme.name, 'acme_pay_other')])
      expect(await receivePaymentEvent(deps, other)).toMatchObject({ body: { ignored: expect.any(String) } });
    expect((await jobOf(deps, jobId)).firstSeenAt).not.toHaveProperty('disputed');
    expect(await receivePaymentEvent(deps, dispute(acme.name, own))).toMatchObject({ body: { ignored: null } });
    expect((await jobOf(deps, jobId)).firstSeenAt).toHaveProperty('disputed');
  });

  test.each([
    ['before its time, as a cancellation does', 1, 'canceled'],
    ['within a minute of its end, for clocks that differ', 24 - 1 / 120, 'not paid in time'],
  ])('that closes a page %s has a job that says so, by its event or its response', async (_, hours, says) => {
    const { deps, acme, placedAtAcme } = withAcme();
    const [heard, asked] = [await placedAtAcme(), await placedAtAcme()];
    await deps.clock.advance(hours * hour);
    const checkoutId = (await jobOf(deps, heard)).checkout?.id ?? '';
    const event = { id: 'evt_3', type: 'checkout.session.expired', kind: 'expired', provider: acme.name } as const;
    await receivePaymentEvent(deps, { ...event, jobId: heard, checkoutId, isJobIdTrusted: true });
    Object.assign(acme, { status: async () => ({ status: 'expired' }) });
    await checkPayment(deps, await jobOf(deps, asked));
    for (const jobId of [heard, asked]) expect((await statusOf(deps, jobId)).summary).toContain(says);
  });

  test('has a job that is not paid on the other provider’s page with the same id', async () => {
    const { deps, acme, placedAtAcme } = withAcme();
    const jobId = await placedAtAcme();
    const { checkout, price } = await jobOf(deps, jobId);
    const payment = { ...price, provider: 'mock', id: 'pi_1' } as const;
    await recordPayment(deps, jobId, { payment, checkoutId: checkout?.id ?? '' });
    expect(await jobOf(deps, jobId)).toMatchObject({ state: 'awaiting_payment', extraPayments: [{ id: 'pi_1' }] });
    expect(acme.refunds).toEqual([]);
  });

  test('decides by its descriptor whether a page accepts test money', async () => {
    const { deps, placedAtAcme } = withAcme();
    expect(takesTestMoney(await jobOf(deps, await placedAtAcme()))).toBe(false);
    expect(takesTestMoney(await jobOf(deps, await placed(deps)))).toBe(true);
  });

  test('without keys is left out of the audit, and its unpaid jobs can’t be canceled', async () => {
    const { deps, paidAtAcme, placedAtAcme } = withAcme();
    const [, open] = [await paidAtAcme(), await placedAtAcme()];
    expect(await dayLater(without(deps))).toMatchObject({ jobs: 1, unconfigured: 1, total: 0 });
    await expect(cancel(without(deps), open)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('without keys has its paid jobs canceled, and refunded once the keys are back', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    const bought = await paidAtAcme();
    expect(await cancel(without(deps), bought)).toMatchObject({ body: { cancelled: true, refund: 'contact_support' } });
    expect(await jobOf(deps, bought)).toMatchObject({ state: 'cancelled', refund: 'pending' });
    await reconcileFor(deps, 3);
    expect(await jobOf(deps, bought)).toMatchObject({ refund: 'issued' });
    expect(acme.refunds).toHaveLength(1);
  });
});
