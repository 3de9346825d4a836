/** A payer who returns before the payment's event: the provider is called at once, but not for every visit, nor forever. */
import { showPaidPage, showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import type { CheckoutStatus } from '../../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { statusOf } from '../../support/fakes/given.ts';
import { placed } from '../../support/fakes/orders.ts';
import { letterPrice } from '../../support/prices.ts';

const second = 1_000;

/** An order whose calls to the provider are recorded. `answering` replaces the provider's response. */
async function orderWithRecordedCalls() {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  const job = await deps.jobs.get(jobId);
  if (job?.checkout === undefined) throw new Error('no checkout');
  const calledAt: number[] = [];
  const { status } = deps.payments.mock;
  const answering = (answer: (id: string) => Promise<CheckoutStatus>): MemoryDeps => {
    const payments = paymentsBut(deps, {
      status: (id) => {
        calledAt.push(deps.clock.now());
        return answer(id);
      },
    });
    return Object.assign(deps, { payments });
  };
  answering(status);
  const code = job.payCode;
  const pay = () => deps.payments.mock.end(job.checkout?.id ?? '', 'paid');
  return { deps, jobId, code, calledAt, answering, pay };
}

test('a payment whose event has not arrived is recorded at once, and the page does not offer to pay again', async () => {
  const { deps, jobId, code, pay, calledAt } = await orderWithRecordedCalls();
  await pay();
  expect(await showPayPage(deps, code)).toMatchObject({ payUrl: expect.any(String) });
  const paidPage = await showPaidPage(deps, code);
  expect(paidPage).toMatchObject({ status: 'paid', progress: { stage: 'handing_over' } });
  expect(paidPage.payUrl).toBeUndefined();
  await deps.clock.advance(5 * second);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled' });
  expect(await showPaidPage(deps, code)).toMatchObject({ progress: { stage: 'at_printer' } });
  expect(calledAt).toHaveLength(1);
  expect(deps.orders.all()).toHaveLength(1);
});

test('the paid page offers to pay until the payer has paid, but only after a fresh response', async () => {
  const { deps, jobId, code, pay, calledAt } = await orderWithRecordedCalls();
  const before = await deps.jobs.get(jobId);
  const payUrl = expect.stringContaining('/checkout/');
  for (let visit = 0; visit < 3; visit += 1) {
    expect(await showPaidPage(deps, code)).toMatchObject({ progress: { stage: 'still_open' }, payUrl });
    expect(await deps.jobs.get(jobId)).toEqual(before);
    await deps.clock.advance(8 * second);
  }
  await pay();
  expect(await showPaidPage(deps, code)).toMatchObject({ progress: { stage: 'confirming' } });
  await deps.clock.advance(8 * second);
  expect(await showPaidPage(deps, code)).toMatchObject({ status: 'paid' });
  expect(calledAt).toHaveLength(4);
});

test('100 visits at the same time cause one call, and 1,000 visits in an hour about 60', async () => {
  const { deps, code, calledAt, answering } = await orderWithRecordedCalls();
  answering(async () => {
    await deps.clock.sleep(3 * second);
    return { status: 'open' };
  });
  const [, ...pages] = await Promise.all([
    deps.clock.advance(5 * second),
    ...Array.from({ length: 100 }, () => showPaidPage(deps, code)),
  ]);
  expect(pages.filter((page) => page?.progress.stage === 'confirming')).toHaveLength(99);
  expect(calledAt).toHaveLength(1);
  answering(async () => ({ status: 'open' }));
  for (let visit = 0; visit < 1_000; visit += 1) {
    await showPaidPage(deps, code);
    await deps.clock.advance(3_600);
  }
  expect(calledAt.length).toBeLessThan(70);
  const pauses = calledAt.slice(1).map((at, index) => at - (calledAt[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4 * second);
});

test('while the provider does not respond, the page says so and offers no second payment; later it finds the payment', async () => {
  const { deps, code, answering, pay } = await orderWithRecordedCalls();
  await pay();
  answering(async () => {
    throw new Error('503');
  });
  const page = await showPaidPage(deps, code);
  expect(page).toMatchObject({ status: 'awaiting_payment', progress: { stage: 'unconfirmed' } });
  expect(page.payUrl).toBeUndefined();
  expect(await showPaidPage(deps, code)).toMatchObject({ progress: { stage: 'unconfirmed' } });
  answering(async (checkoutId) => ({
    status: 'paid',
    checkoutId,
    payment: { provider: 'mock', id: 'pi_1', amountCents: letterPrice().total_cents, currency: 'USD' },
  }));
  await deps.clock.advance(4 * second);
  expect(await showPaidPage(deps, code)).toMatchObject({ status: 'paid' });
});

test('while a bank payment is in progress, neither page offers to pay again', async () => {
  const { deps, code, jobId, answering } = await orderWithRecordedCalls();
  answering(async () => ({ status: 'open', isProcessing: true }));
  for (const show of [showPaidPage, showPayPage, showPaidPage]) {
    const page = await show(deps, code);
    expect(page).toMatchObject({ progress: { stage: 'payment_processing' } });
    expect(page.payUrl).toBeUndefined();
  }
  expect(await deps.jobs.get(jobId)).toMatchObject({ isPaymentProcessing: true, tries: 1 });
  const { summary, checkout_url } = await statusOf(deps, jobId);
  expect(summary).toContain('do not pay again');
  expect(summary).not.toContain('It can be paid until');
  expect(checkout_url).toBeUndefined();
  answering(async () => ({ status: 'expired' }));
  await deps.clock.advance(60 * second);
  expect(await showPaidPage(deps, code)).toMatchObject({ progress: { stage: 'expired' } });
});

test('visits to an order that was paid long ago or is unknown do not call the provider', async () => {
  const { deps, code, pay, calledAt } = await orderWithRecordedCalls();
  await pay();
  await showPaidPage(deps, code);
  await deps.clock.advance(120 * second);
  calledAt.length = 0;
  await showPaidPage(deps, code);
  await expect(showPaidPage(deps, `pay_${'0'.repeat(26)}`)).rejects.toMatchObject({ code: 'not_found' });
  expect(calledAt).toEqual([]);
});
