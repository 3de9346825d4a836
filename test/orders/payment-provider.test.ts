/** A job stays with the payment provider that it started with, even after the service changes providers. */
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

/** The same dependencies, configured for another provider that knows none of the jobs. `calls`: the calls to it. */
function withNewProvider(deps: MemoryDeps): { readonly deps: MemoryDeps; readonly calls: string[] } {
  const calls: string[] = [];
  const unknownCall = (call: keyof Payments) => async (): Promise<never> => {
    calls.push(call);
    throw new Error('unknown here');
  };
  const stripe = {
    ...deps.payments.mock,
    status: unknownCall('status'),
    expire: unknownCall('expire'),
    refund: unknownCall('refund'),
  };
  const settings = { ...deps.settings, paymentProvider: 'stripe' as const };
  return { deps: { ...deps, settings, payments: { ...deps.payments, stripe } }, calls };
}

test('a checkout and a payment record their provider, which clients do not see', async () => {
  const deps = memoryDeps({ readyMs: 0 });
  const jobId = await placed(deps);
  expect((await jobOf(deps, jobId)).checkout).toMatchObject({ provider: 'mock' });
  await paid(deps, jobId);
  expect((await jobOf(deps, jobId)).payment).toMatchObject({ provider: 'mock' });
  await reconcileFor(deps, 2);
  for (const useCase of [getJob, getReceipt])
    expect(JSON.stringify(await ask(useCase, deps, { job_id: jobId }, caller))).not.toContain('provider');
});

/** A paid job whose process died before it stored the checkout, so only the payment says which provider it was. */
async function paidWithoutCheckout(deps: MemoryDeps): Promise<string> {
  const jobId = await paidOnly(deps);
  await deps.jobs.replace({ ...(await jobOf(deps, jobId)), checkout: undefined });
  return jobId;
}

test.each([
  ['an unpaid', placed],
  ['a paid', paidWithoutCheckout],
])('%s job keeps its payment mode when the service’s payment mode changes', async (_, order) => {
  const deps = memoryDeps();
  const jobId = await order(deps);
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
  'in %s mode, a payment for a missing job (in test money: %s) is ignored, with %i alarms',
  async (paymentMode, isTest, alarms) => {
    const deps = memoryDeps();
    Object.assign(deps.settings, { paymentMode });
    const payment = { provider: 'stripe', id: 'pi_1', amountCents: 212, currency: 'USD', isTest } as const;
    const jobId = `job_${'0'.repeat(26)}`;
    const event = { id: 'evt_1', type: 'paid', provider: 'stripe', kind: 'paid', jobId, isJobIdTrusted: true } as const;
    const answer = await receivePaymentEvent(deps, { ...event, payment, checkoutId: 'cs_1' });
    expect(answer).toMatchObject({ body: { ignored: expect.any(String) } });
    const alarm = { message: 'paid job not found', fields: { jobId, eventId: 'evt_1' } };
    expect(deps.alarms).toEqual(Array.from({ length: alarms }, () => alarm));
  },
);

test('jobs stay with their provider after another provider is configured', async () => {
  const deps = memoryDeps();
  const [unpaidJob, paidJob] = [await placed(deps), await placed(deps)];
  await paid(deps, paidJob);
  const { deps: later, calls } = withNewProvider(deps);
  expect(await cancel(later, unpaidJob)).toMatchObject({ body: { cancelled: true } });
  expect(await cancel(later, paidJob)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(calls).toEqual([]);
});

describe('a former payment provider', () => {
  const hour = 3_600_000;
  /** Audits today's books, once their entries are old enough to compare. */
  const auditToday = async (deps: MemoryDeps) => {
    const day = dayOf(deps.clock.now());
    await deps.clock.advance(2 * hour);
    return audit(deps, day, Number.MAX_SAFE_INTEGER);
  };
  const withoutKeys = (deps: MemoryDeps): MemoryDeps => ({ ...deps, payments: { mock: deps.payments.mock } });

  test('a former provider is part of the daily audit', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    await paid(deps, await placed(deps));
    await paidAtAcme();
    expect(await auditToday(deps)).toMatchObject({ payments: 2, jobs: 2, foreign: 0, unconfigured: 0, total: 0 });
    const foreign = await acme.open(checkoutFor(`job_${'0'.repeat(26)}`, deps.clock.now()));
    await acme.pay(foreign.id);
    expect((await auditToday(deps)).differences).toMatchObject([
      { kind: 'payment_without_job', payment_id: expect.stringMatching(/^acme_pay_/) },
    ]);
  });

  test('the audit does not confuse payments with the same id at two providers', async () => {
    const { deps, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    const { payment } = await jobOf(deps, jobId);
    await deps.jobs.replace({ ...(await jobOf(deps, jobId)), payment: payment && { ...payment, provider: 'mock' } });
    const kinds = (await auditToday(deps)).differences.map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['payment_missing', 'payment_not_in_job']);
  });

  test.each(['checkout', 'payment'] as const)('a former provider’s job can be found by its %s id', async (field) => {
    const { deps, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    deps.payments.mock.jobIdOf = () => Promise.reject(new Error('503'));
    const id = (await jobOf(deps, jobId))[field]?.id;
    expect(await find(deps, `https://acme.example/${id}`, undefined, Infinity)).toMatchObject({
      ok: true,
      says: expect.stringContaining(jobId),
      payment_provider: 'acme',
    });
    expect(await find(withoutKeys(deps), `${id}`, undefined, Infinity)).toMatchObject({ ok: false });
  });

  test('two payments of one job are each refunded once, by the provider that took them', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    const { payment } = await jobOf(deps, jobId);
    if (payment === undefined) throw new Error('it is not paid');
    const extraPayment = { ...payment, provider: 'mock' as const };
    await recordPayment(deps, jobId, { payment: extraPayment, checkoutId: 'cs_test_other' });
    expect(await jobOf(deps, jobId)).toMatchObject({ payment, extraPayments: [{ ...extraPayment, refund: 'issued' }] });
    expect(acme.refunds).toEqual([]);
    expect(await cancel(deps, jobId)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
    expect(acme.refunds).toEqual([payment.id]);
  });

  test('a provider can report disputes only of its own payments', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    const event = { id: 'evt_2', type: 'charge.dispute.created', kind: 'disputed', jobId } as const;
    const dispute = (provider: PaymentProviderName, paymentId?: string) => ({ ...event, provider, paymentId });
    const ownId = (await jobOf(deps, jobId)).payment?.id;
    for (const other of [dispute('mock', ownId), dispute('mock'), dispute(acme.name, 'acme_pay_other')])
      expect(await receivePaymentEvent(deps, other)).toMatchObject({ body: { ignored: expect.any(String) } });
    expect((await jobOf(deps, jobId)).firstSeenAt).not.toHaveProperty('disputed');
    expect(await receivePaymentEvent(deps, dispute(acme.name, ownId))).toMatchObject({ body: { ignored: null } });
    expect((await jobOf(deps, jobId)).firstSeenAt).toHaveProperty('disputed');
  });

  test.each([
    ['long before its expiry', 'canceled', 1],
    ['within a minute of its expiry', 'not paid in time', 24 - 1 / 120],
  ])('a payment page that is closed %s makes the job %s, by event or response', async (_, ending, hours) => {
    const { deps, acme, placedAtAcme } = withAcme();
    const [byEvent, byResponse] = [await placedAtAcme(), await placedAtAcme()];
    await deps.clock.advance(hours * hour);
    const checkoutId = (await jobOf(deps, byEvent)).checkout?.id ?? '';
    const event = { id: 'evt_3', type: 'checkout.session.expired', kind: 'expired', provider: acme.name } as const;
    await receivePaymentEvent(deps, { ...event, jobId: byEvent, checkoutId, isJobIdTrusted: true });
    Object.assign(acme, { status: async () => ({ status: 'expired' }) });
    await checkPayment(deps, await jobOf(deps, byResponse));
    for (const jobId of [byEvent, byResponse]) expect((await statusOf(deps, jobId)).summary).toContain(ending);
  });

  test('a payment on another provider’s page with the same id does not pay for the job', async () => {
    const { deps, acme, placedAtAcme } = withAcme();
    const jobId = await placedAtAcme();
    const { checkout, price } = await jobOf(deps, jobId);
    const payment = { ...price, provider: 'mock', id: 'pi_1' } as const;
    await recordPayment(deps, jobId, { payment, checkoutId: checkout?.id ?? '' });
    expect(await jobOf(deps, jobId)).toMatchObject({ state: 'awaiting_payment', extraPayments: [{ id: 'pi_1' }] });
    expect(acme.refunds).toEqual([]);
  });

  test('the provider’s descriptor decides whether a payment page accepts test money', async () => {
    const { deps, placedAtAcme } = withAcme();
    expect(takesTestMoney(await jobOf(deps, await placedAtAcme()))).toBe(false);
    expect(takesTestMoney(await jobOf(deps, await placed(deps)))).toBe(true);
  });

  test('a former provider without keys is left out of the audit, and its unpaid jobs cannot be canceled', async () => {
    const { deps, paidAtAcme, placedAtAcme } = withAcme();
    await paidAtAcme();
    const unpaidJob = await placedAtAcme();
    expect(await auditToday(withoutKeys(deps))).toMatchObject({ jobs: 1, unconfigured: 1, total: 0 });
    await expect(cancel(withoutKeys(deps), unpaidJob)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a paid job of a former provider without keys can be canceled, and is refunded once the keys are back', async () => {
    const { deps, acme, paidAtAcme } = withAcme();
    const jobId = await paidAtAcme();
    expect(await cancel(withoutKeys(deps), jobId)).toMatchObject({
      body: { cancelled: true, refund: 'contact_support' },
    });
    expect(await jobOf(deps, jobId)).toMatchObject({ state: 'cancelled', refund: 'pending' });
    await reconcileFor(deps, 3);
    expect(await jobOf(deps, jobId)).toMatchObject({ refund: 'issued' });
    expect(acme.refunds).toHaveLength(1);
  });
});
