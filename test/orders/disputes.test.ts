/** Disputes, fraud warnings and manual refunds (docs/contract.md, "Payment events"), and a provider that doesn't respond. */
import { advance } from '../../shared/orders/advance.ts';
import { record } from '../../shared/orders/record.ts';
import type { CheckoutStatus, RefundOutcome } from '../../shared/partners/payments.ts';
import { given } from '../support/fakes/given.ts';
import { paid } from '../support/fakes/orders.ts';
import { sample } from '../support/lives.ts';

const hour = 3_600_000;
const disputedError = expect.stringContaining('disputed');
const lostError = expect.stringContaining('returned the payment');

test('a disputed order that no partner has is stopped with an alarm, and continues once the dispute is won', async () => {
  const order = await given('paid');
  expect(await order.providerSends('disputed')).toMatchObject({ outcome: 'done', body: { job_id: order.id } });
  order.resumeQueue();
  await order.later(90);
  expect(await order.status()).toMatchObject({ status: 'paid', refund: 'not_applicable', error: disputedError });
  expect(order.alarms()).toEqual(expect.arrayContaining(['payment disputed', 'parked']));
  expect(await order.cancel()).toMatchObject({ outcome: 'declined', body: { reason: 'refund_failed' } });
  expect(order.orders()).toEqual([]);
  order.deps.alarms.length = 0;
  await order.providerSends('dispute_won');
  await order.later(90);
  expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error: null });
  expect([order.orders().length, order.alarms()]).toEqual([1, []]);
});

test('the alarm about an order that a dispute parks is raised even if the process dies before it records the reminder', async () => {
  const { deps, id, ...order } = await given('paid');
  await order.providerSends('disputed');
  const dying = { ...deps, jobs: { ...deps.jobs, replace: () => Promise.reject(new Error('killed')) } };
  await expect(advance(dying, id)).rejects.toThrow('killed');
  expect(order.alarms()).toContain('parked');
});

test('a lost dispute ends the order: nothing is sent or refunded, and no one is reminded', async () => {
  const order = await given('paid');
  await order.providerSends('disputed');
  await order.deps.clock.advance(60_000);
  await order.providerSends('dispute_lost');
  const endedAt = order.deps.clock.now();
  order.deps.alarms.length = 0;
  order.resumeQueue();
  await order.later(90);
  const status = await order.status();
  expect(status).toMatchObject({ status: 'failed', refund: 'contact_support', error: lostError });
  expect(status.summary).toContain('there is nothing left to refund');
  expect(JSON.stringify((await order.cancel()).body)).not.toContain('support');
  expect([order.orders(), order.alarms()]).toEqual([[], []]);
  expect((await order.receipt()).times).toMatchObject({ ended_at: endedAt });
});

test.each(['dispute_won', 'dispute_lost'] as const)(
  'an order that a partner may have stays in review after %s',
  async (end) => {
    const order = await given('submitted', { to: { addressLine1: '1 TEST DOWN ST' } });
    for (const kind of ['disputed', end] as const) await order.providerSends(kind);
    await order.later(2);
    expect((await order.job()).state).toBe('needs_review');
  },
);

test('a cancellation that a dispute stopped during the refund continues once the dispute is won', async () => {
  const { deps, ...order } = await given('paid');
  const { refund } = deps.payments.mock;
  const refunds: string[] = [];
  const lateResponse = {
    refund: async (...request: Parameters<typeof refund>): Promise<RefundOutcome> => {
      refunds.push(await refund(...request));
      await deps.clock.sleep(10 * 60_000);
      return 'refunded';
    },
  };
  order.whenProvider(lateResponse);
  const cancelling = order.cancel();
  await deps.clock.advance(1_000);
  order.whenProvider({ refund });
  expect([(await order.job()).state, refunds]).toEqual(['cancelling', ['refunded']]);
  await order.providerSends('disputed');
  expect((await order.job()).state).toBe('needs_review');
  await order.providerSends('dispute_won');
  order.resumeQueue();
  await order.later(15);
  await cancelling;
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(order.orders()).toEqual([]);
});

test.each([
  ['that no partner has', false],
  ['that is being canceled', true],
])('a second dispute stops an order %s until it is won too', async (_, isCanceled) => {
  const order = await given('paid');
  await order.providerSends('disputed', { disputeId: 'du_1' });
  await order.providerSends('dispute_won', { disputeId: 'du_1' });
  const disputeAgain = () => order.providerSends('disputed', { disputeId: 'du_2' });
  if (isCanceled) {
    order.whenProvider({ refund: () => disputeAgain().then(() => 'disputed' as const) });
    await order.cancel();
  } else await disputeAgain();
  order.resumeQueue();
  // Repeated events about the first dispute change nothing.
  for (const kind of ['disputed', 'dispute_won'] as const) await order.providerSends(kind, { disputeId: 'du_1' });
  await order.later(5);
  expect([(await order.job()).state, order.orders()]).toEqual(['needs_review', []]);
  await order.providerSends('dispute_won', { disputeId: 'du_2' });
  order.whenProvider({ refund: async () => 'refunded' });
  await order.later(5);
  expect((await order.job()).state).toBe(isCanceled ? 'cancelled' : 'fulfilled');
});

test.each([
  ['dispute_won', null],
  ['dispute_lost', lostError],
] as const)(
  'a dispute of a letter that its partner has does not stop the letter, and %s decides the error shown',
  async (end, error) => {
    const order = await given('submitted');
    await order.providerSends('disputed');
    expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error: disputedError });
    await order.deps.clock.advance(hour);
    await order.later(3);
    expect(await order.status()).toMatchObject({ fulfillment_status: 'mailed' });
    expect(order.alarms()).toEqual(['payment disputed']);
    await order.providerSends(end);
    expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error });
  },
);

test('a dispute prevents the refund of a failed order, with an alarm, until the dispute is won', async () => {
  const order = await given('unpaid', { behavior: 'reject' });
  const outcomes: RefundOutcome[] = ['disputed', 'refunded'];
  order.whenProvider({ refund: async () => outcomes.shift() ?? 'refused' });
  await paid(order.deps, order.id);
  await order.later(1);
  expect(await order.status()).toMatchObject({ status: 'failed', refund: 'contact_support' });
  expect(order.alarms()).toContain('refund refused');
  await order.providerSends('dispute_won');
  await order.later(1);
  expect(await order.status()).toMatchObject({ status: 'failed', refund: 'issued' });
});

test.each([
  ['that no partner has', 'paid'],
  ['that its partner has not begun', 'submitted'],
] as const)('a fraud warning stops and refunds an order %s, with an alarm', async (_, situation) => {
  const order = await given(situation, { readyMs: 10 * 60_000 });
  order.resumeQueue();
  await order.providerSends('fraud_warned');
  await order.later(2);
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(order.alarms()).toEqual(['payment may be fraudulent']);
  expect(order.orders().filter(({ cancelledAt }) => cancelledAt === undefined)).toEqual([]);
});

test('a fraud warning about a mailed order raises an alarm, and changes nothing else', async () => {
  const order = await given('submitted', { readyMs: 0 });
  await order.later(2);
  await order.providerSends('fraud_warned');
  await order.later(2);
  expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
  expect(order.alarms()).toEqual(['payment may be fraudulent']);
  expect(order.orders().map(({ cancelledAt }) => cancelledAt)).toEqual([undefined]);
});

test.each([
  ['a repeated fraud warning', 'fulfilled', {}],
  ['a new fraud warning', 'cancelled', { id: 'evt_2' }],
])('after %s, an order that an operator resubmitted is %s', async (_, status, fields) => {
  const order = await given('paid');
  await record(order.deps, order.id, () => sample.held);
  await order.providerSends('fraud_warned');
  await record(order.deps, order.id, () => sample.resubmitted);
  await order.providerSends('fraud_warned', fields);
  order.resumeQueue();
  await order.later(2);
  expect(await order.status()).toMatchObject({ status });
});

test('a fraud warning stops and refunds an order that its partner turns out to have', async () => {
  const order = await given('paid');
  const calls = order.whenCalled(async (_, make) => {
    await make();
    return { kind: 'not_taken', reason: 'no connection' };
  });
  order.resumeQueue();
  await advance(order.deps, order.id);
  expect([(await order.job()).state, calls.length, order.orders().length]).toEqual(['paid', 1, 1]);
  await order.providerSends('fraud_warned');
  await order.later(5);
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(order.orders()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
});

test('a fraud warning about an order that is not paid yet or is being submitted gets `unavailable`, so that it is resent', async () => {
  const order = await given('unpaid');
  await expect(order.providerSends('fraud_warned')).rejects.toMatchObject({ code: 'unavailable' });
  await order.deps.jobs.replace({ ...(await order.job()), state: 'submitting' });
  await expect(order.providerSends('fraud_warned')).rejects.toMatchObject({ code: 'unavailable' });
});

test.each(['paid', 'unpaid'] as const)(
  'a manual refund of an order that is %s ends it, even if it is paid later',
  async (situation) => {
    const { deps, ...order } = await given(situation);
    for (let time = 0; time < 2; time += 1) await order.providerSends('refunded');
    order.resumeQueue();
    await order.later(5);
    expect(order.orders()).toEqual([]);
    const summary = expect.stringContaining('nothing will be sent. The whole payment has been refunded.');
    expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued', summary });
    if (situation === 'unpaid') await order.pay();
    expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued', summary });
    expect(await deps.jobs.due({ before: deps.clock.now() + hour }, 10)).toEqual([]);
  },
);

const partialRefund = { refund: 'not_applicable', refunded_cents: 100, refunded: '$1.00', total_cents: 212 };

/** An order of which a person has refunded a dollar. `report`: reports how much is refunded now. */
async function refundedInPart() {
  const order = await given('submitted');
  const report = (refundedCents: number, fields = {}) =>
    order.providerSends('refunded_in_part', { refundedCents, ...fields });
  expect(await report(100)).toMatchObject({ outcome: 'done', body: { job_id: order.id, ignored: null } });
  return { ...order, report };
}

test('a partial manual refund is shown in status and receipt, and changes nothing else', async () => {
  const order = await refundedInPart();
  expect(await order.status()).toMatchObject({ ...partialRefund, status: 'fulfilled', cancellable: true });
  expect(await order.receipt()).toMatchObject(partialRefund);
});

test('an event about a partial refund is ignored if it is about another payment or an unknown job', async () => {
  const order = await refundedInPart();
  for (const other of [{ paymentId: 'pi_other' }, { jobId: `job_${'0'.repeat(26)}` }])
    expect(await order.report(50, other)).toMatchObject({ body: { ignored: expect.any(String) } });
  expect(await order.status()).toMatchObject(partialRefund);
});

test('a partial refund is no longer shown once it has failed or the whole payment is refunded', async () => {
  const order = await refundedInPart();
  await order.providerSends('refund_failed', { refundedCents: 0 });
  expect((await order.status()).refunded_cents).toBeUndefined();
  await order.report(partialRefund.total_cents);
  expect((await order.status()).refunded_cents).toBeUndefined();
  await order.report(150);
  expect(await order.cancel()).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  for (const view of [await order.status(), await order.receipt()]) expect(view.refunded_cents).toBeUndefined();
});

test('a refund that fails at the bank is left to support, with an alarm, until a person has refunded it', async () => {
  const order = await given('submitted');
  await order.cancel();
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  await order.providerSends('refund_failed');
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'contact_support' });
  expect(order.alarms()).toEqual(['refund failed at the bank']);
  await order.providerSends('refunded');
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

/** Checks an order's payment once an hour, with these responses from the provider. Returns the alarms and the job. */
async function afterChecks(...answers: (CheckoutStatus | 'silence')[]) {
  const order = await given('unpaid');
  order.whenProvider({
    status: async () => {
      const answer = answers.shift();
      if (answer === undefined || answer === 'silence') throw new Error('no answer');
      return answer;
    },
  });
  while (answers.length > 0) {
    await order.deps.clock.advance(hour);
    await advance(order.deps, order.id);
  }
  return { alarms: order.alarms(), job: await order.job() };
}

test.each([
  ['was not reported', [], { state: 'needs_review' }],
  ['was reported before', ['disputed'], { state: 'needs_review' }],
  ['was won', ['disputed', 'dispute_won'], { firstSeenAt: { claimed: expect.any(Number) } }],
  ['was lost', ['disputed', 'dispute_lost'], { state: 'failed' }],
] as const)('a disputed payment whose event was lost is recorded if the dispute %s', async (_, reports, expected) => {
  const order = await given('unpaid');
  const { checkout, price } = await order.job();
  const payment = { provider: 'mock', id: 'pi_lost', amountCents: price.amountCents, currency: 'USD' } as const;
  const paidCheckout = { status: 'paid', isDisputed: true, checkoutId: checkout?.id ?? '', payment } as const;
  order.whenProvider({ status: async () => paidCheckout });
  for (const kind of reports) await order.providerSends(kind, { paymentId: payment.id, disputeId: 'du_1' });
  await order.deps.clock.advance(25 * hour);
  order.whenPartner('never responds');
  await advance(order.deps, order.id);
  expect(await order.job()).toMatchObject({ payment, ...expected });
  expect(order.orders()).toEqual([]);
});

test('a payment provider that does not respond three times in a row raises an alarm', async () => {
  const silence = 'silence' as const;
  expect((await afterChecks(silence, silence)).alarms).toEqual([]);
  expect((await afterChecks(silence, silence, silence, silence)).alarms).toEqual([
    'payment unknown',
    'payment unknown',
  ]);
  expect((await afterChecks(silence, silence, { status: 'open' }, silence, silence)).alarms).toEqual([]);
});

test('while the provider does not respond, a bank payment that it reported before is still shown as in progress', async () => {
  const processing = { status: 'open', isProcessing: true } as const;
  const { job } = await afterChecks(processing, 'silence');
  expect(job).toMatchObject({ isPaymentProcessing: true, unansweredRequests: 1 });
  expect((await afterChecks(processing, { status: 'open' })).job.isPaymentProcessing).toBeUndefined();
});

test.each(['disputed', 'refund_disputed'] as const)(
  'a cancellation that a dispute stopped continues once the dispute is won, even after a second report: %s',
  async (kind) => {
    const { deps, id, ...order } = await given('paid');
    await record(deps, id, () => ({ kind: 'cancel_claimed', dueAt: deps.clock.now() + hour }));
    const disputeId = 'dp_1';
    await order.providerSends('disputed', { disputeId });
    await record(deps, id, () => ({ kind, error: 'disputed' }));
    order.resumeQueue();
    await order.providerSends('dispute_won', { disputeId });
    await order.later(2);
    expect(await order.job()).toMatchObject({ state: 'cancelled', refund: 'issued' });
    expect(order.orders()).toEqual([]);
  },
);
