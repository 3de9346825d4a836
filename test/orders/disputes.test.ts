/** Disputes, warnings of fraud and refunds by hand: docs/contract.md, "Payment events". And a provider that never answers. */

import { advance } from '../../shared/orders/advance.ts';
import { record } from '../../shared/orders/record.ts';
import type { CheckoutStatus, RefundOutcome } from '../../shared/partners/payments.ts';
import { given } from '../support/fakes/given.ts';
import { paid } from '../support/fakes/orders.ts';

const hour = 3_600_000;
const [disputed, bankDecided] = ['disputed', 'returned the payment'].map((words) => expect.stringContaining(words));

test('a disputed order that no partner has is stopped with an alarm, cannot be cancelled, and goes on once it is won', async () => {
  const order = await given('paid');
  expect(await order.hear('disputed')).toMatchObject({ outcome: 'done', body: { job_id: order.id } });
  order.go();
  await order.later(90);
  expect(await order.status()).toMatchObject({ status: 'paid', refund: 'not_applicable', error: disputed });
  expect(order.alarms()).toEqual(expect.arrayContaining(['payment disputed', 'parked']));
  expect(await order.cancel()).toMatchObject({ outcome: 'declined', body: { reason: 'refund_failed' } });
  expect(order.orders()).toEqual([]);
  order.deps.alarms.length = 0;
  await order.hear('dispute_won');
  await order.later(90);
  expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error: null });
  expect([order.orders().length, order.alarms()]).toEqual([1, []]);
});

test('a dispute calls a person even if the process dies before it has written that it did', async () => {
  const { deps, id, ...order } = await given('paid');
  await order.hear('disputed');
  const dying = { ...deps, jobs: { ...deps.jobs, replace: () => Promise.reject(new Error('killed')) } };
  await expect(advance(dying, id)).rejects.toThrow('killed');
  expect(order.alarms()).toContain('parked');
});

test('a lost dispute ends the order for good: nothing is sent or refunded, and no one is reminded', async () => {
  const order = await given('paid');
  await order.hear('disputed');
  await order.deps.clock.wind(60_000);
  await order.hear('dispute_lost');
  const endedAt = order.deps.clock.now();
  order.deps.alarms.length = 0;
  order.go();
  await order.later(90);
  expect(await order.status()).toMatchObject({ status: 'failed', refund: 'contact_support', error: bankDecided });
  expect([order.orders(), order.alarms()]).toEqual([[], []]);
  expect((await order.receipt()).times).toMatchObject({ ended_at: endedAt });
});

test.each(['dispute_won', 'dispute_lost'] as const)(
  'an order that a partner may have is left to a person by %s',
  async (end) => {
    const order = await given('sold', { to: { addressLine1: '1 TEST DOWN ST' } });
    for (const kind of ['disputed', end] as const) await order.hear(kind);
    await order.later(2);
    expect((await order.job()).state).toBe('needs_review');
  },
);

test.each([
  ['once', []],
  ['twice', ['disputed']],
  ['with an answer of the refund', ['refund_disputed']],
] as const)('a dispute heard of %s that stopped a cancellation is won: the cancellation goes on', async (_, more) => {
  const { deps, id, ...order } = await given('paid');
  const { refund } = deps.payments.mock;
  const made: string[] = [];
  const late = {
    refund: async (...request: Parameters<typeof refund>): Promise<RefundOutcome> => {
      made.push(await refund(...request));
      await deps.clock.sleep(10 * 60_000);
      return 'refunded';
    },
  };
  order.whenProvider(late);
  const cancelling = order.cancel();
  await deps.clock.wind(1_000);
  order.whenProvider({ refund });
  expect([(await order.job()).state, made]).toEqual(['cancelling', ['refunded']]);
  await order.hear('disputed');
  for (const kind of more) await record(deps, id, () => ({ kind, error: 'It is disputed.' }));
  expect((await order.job()).state).toBe('needs_review');
  await order.hear('dispute_won');
  order.go();
  await order.later(15);
  await cancelling;
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(order.orders()).toEqual([]);
});

test.each([
  ['before a partner has it', 'needs_review'],
  ['while it is cancelled', 'needs_review'],
] as const)('a second dispute after a won one stops an order, %s, until that one is won too', async (when, state) => {
  const order = await given('paid');
  await order.hear('disputed', { disputeId: 'du_1' });
  await order.hear('dispute_won', { disputeId: 'du_1' });
  if (when === 'while it is cancelled')
    order.whenProvider({ refund: () => order.hear('disputed', { disputeId: 'du_2' }).then(() => 'disputed' as const) });
  await (when === 'while it is cancelled' ? order.cancel() : order.hear('disputed', { disputeId: 'du_2' }));
  order.go();
  for (const again of ['disputed', 'dispute_won'] as const) await order.hear(again, { disputeId: 'du_1' });
  await order.later(5);
  expect([(await order.job()).state, order.orders()]).toEqual([state, []]);
  await order.hear('dispute_won', { disputeId: 'du_2' });
  order.whenProvider({ refund: async () => 'refunded' });
  await order.later(5);
  expect((await order.job()).state).toBe(when === 'while it is cancelled' ? 'cancelled' : 'fulfilled');
});

test.each([
  ['dispute_won', null],
  ['dispute_lost', bankDecided],
] as const)(
  'a dispute of a letter that its partner has stops nothing, and %s decides its error',
  async (end, error) => {
    const order = await given('sold');
    await order.hear('disputed');
    expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error: disputed });
    await order.deps.clock.wind(hour);
    await order.later(3);
    expect(await order.status()).toMatchObject({ fulfillment_status: 'mailed' });
    expect(order.alarms()).toEqual(['payment disputed']);
    await order.hear(end);
    expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error });
  },
);

test('a dispute prevents the refund of a failed order, with an alarm, and releases it once it is won', async () => {
  const order = await given('unpaid', { mood: 'reject' });
  const outcomes: RefundOutcome[] = ['disputed', 'refunded'];
  order.whenProvider({ refund: async () => outcomes.shift() ?? 'refused' });
  await paid(order.deps, order.id);
  await order.later(1);
  expect(await order.status()).toMatchObject({ status: 'failed', refund: 'contact_support' });
  expect(order.alarms()).toContain('refund refused');
  await order.hear('dispute_won');
  await order.later(1);
  expect(await order.status()).toMatchObject({ status: 'failed', refund: 'issued' });
});

test.each([
  ['that no partner has', 'paid', 10 * 60_000, 'cancelled', 'issued'],
  ['that its partner has not begun', 'sold', 10 * 60_000, 'cancelled', 'issued'],
  ['that is mailed', 'sold', 0, 'fulfilled', 'not_applicable'],
] as const)('a warning of fraud about an order %s calls a person', async (_, situation, readyMs, status, refund) => {
  const order = await given(situation, { readyMs });
  order.go();
  await order.later(readyMs === 0 ? 2 : 0);
  await order.hear('fraud_warned');
  await order.later(2);
  expect(await order.status()).toMatchObject({ status, refund });
  expect(order.alarms()).toEqual(['payment may be fraudulent']);
  expect(order.orders().filter(({ cancelledAt }) => cancelledAt === undefined)).toHaveLength(Number(readyMs === 0));
});

test('a warning of fraud stops and refunds an order that its partner turns out to have', async () => {
  const order = await given('paid');
  const calls = order.whenCalled(async (_, make) => {
    await make();
    return { kind: 'not_taken', reason: 'no connection' };
  });
  order.go();
  await advance(order.deps, order.id);
  expect([(await order.job()).state, calls.length, order.orders().length]).toEqual(['paid', 1, 1]);
  await order.hear('fraud_warned');
  await order.later(5);
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(order.orders()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
});

test('a warning of fraud comes again while the order is being submitted, or its payment is not known', async () => {
  const order = await given('unpaid');
  await expect(order.hear('fraud_warned')).rejects.toMatchObject({ code: 'unavailable' });
  await order.deps.jobs.replace({ ...(await order.job()), state: 'submitting' });
  await expect(order.hear('fraud_warned')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a refund by hand cancels an order that no partner has: nothing is sent, and nothing is due any more', async () => {
  const { deps, ...order } = await given('paid');
  for (let time = 0; time < 2; time += 1) await order.hear('refunded');
  order.go();
  await order.later(5);
  expect(order.orders()).toEqual([]);
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(await deps.jobs.due({ before: deps.clock.now() + hour }, 10)).toEqual([]);
});

test('a refund by hand of a letter in production is shown, and nothing is refunded again when it is recalled', async () => {
  const order = await given('sold');
  await order.hear('refunded');
  expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'issued', cancellable: true });
  expect(await order.cancel()).toMatchObject({ outcome: 'done', body: { cancelled: true, refund: 'issued' } });
});

test('a partial refund by hand is shown in status and receipt, and leaves the rest as it was', async () => {
  const order = await given('sold');
  const part = { refund: 'not_applicable', refunded_cents: 100, refunded: '$1.00', total_cents: 212 };
  const refundedInPart = (refundedCents: number, fields = {}) =>
    order.hear('refunded_in_part', { refundedCents, ...fields });
  expect(await refundedInPart(100)).toMatchObject({ outcome: 'done', body: { job_id: order.id, ignored: null } });
  expect(await order.status()).toMatchObject({ ...part, status: 'fulfilled', cancellable: true });
  expect(await order.receipt()).toMatchObject(part);
  for (const other of [{ paymentId: 'pi_other' }, { jobId: `job_${'0'.repeat(26)}` }])
    expect(await refundedInPart(50, other)).toMatchObject({ body: { ignored: expect.any(String) } });
  expect(await order.status()).toMatchObject(part);
  await order.hear('refund_failed', { refundedCents: 0 });
  expect((await order.status()).refunded_cents).toBeUndefined();
  await refundedInPart(150);
  expect(await order.cancel()).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  for (const view of [await order.status(), await order.receipt()]) expect(view.refunded_cents).toBeUndefined();
});

test('news of a refund may overtake the payment: nothing is sent, and what was paid is refunded', async () => {
  const order = await given('unpaid');
  await order.hear('refunded');
  expect(await paid(order.deps, order.id)).toMatchObject({ outcome: 'declined' });
  await order.later(2);
  expect(order.orders()).toEqual([]);
  expect(await order.status()).toMatchObject({ refund: 'issued' });
});

test('a refund that fails at the bank is left to support, with an alarm, until a person has refunded', async () => {
  const order = await given('sold');
  await order.cancel();
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
  await order.hear('refund_failed');
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'contact_support' });
  expect(order.alarms()).toEqual(['refund failed at the bank']);
  await order.hear('refunded');
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

/** The provider is asked so often for a payment page, and answers this each time. */
async function checkedBy(...answers: (CheckoutStatus | 'silence')[]) {
  const order = await given('unpaid');
  order.whenProvider({
    status: async () => {
      const next = answers.shift();
      if (next === undefined || next === 'silence') throw new Error('no answer');
      return next;
    },
  });
  while (answers.length > 0) {
    await order.deps.clock.wind(hour);
    await advance(order.deps, order.id);
  }
  return { alarms: order.alarms(), job: await order.job() };
}

test.each([
  ['was not heard of', [], 'needs_review'],
  ['was heard of first', ['disputed'], 'needs_review'],
  ['was won', ['disputed', 'dispute_won'], 'paid'],
  ['was lost', ['disputed', 'dispute_lost'], 'failed'],
] as const)(
  'a payment whose event was lost is on record although it is disputed: a dispute that %s',
  async (_, news, state) => {
    const order = await given('unpaid');
    const { checkout, price } = await order.job();
    const payment = { provider: 'mock', id: 'pi_lost', amountCents: price.amountCents, currency: 'USD' } as const;
    const paidPage = { status: 'paid', isDisputed: true, checkoutId: checkout?.id ?? '', payment } as const;
    order.whenProvider({ status: async () => paidPage });
    for (const kind of news) await order.hear(kind, { paymentId: payment.id, disputeId: 'du_1' });
    await order.deps.clock.wind(25 * hour);
    order.whenPartner('never answers');
    await advance(order.deps, order.id);
    const job = await order.job();
    expect(job).toMatchObject({ payment });
    expect(state === 'paid' ? job.firstSeenAt.claimed : job.state).toEqual(
      state === 'paid' ? expect.any(Number) : state,
    );
    expect(order.orders()).toEqual([]);
  },
);

test('a provider that does not answer raises an alarm at the third time in a row, and each time after', async () => {
  const silence = 'silence' as const;
  expect((await checkedBy(silence, silence)).alarms).toEqual([]);
  expect((await checkedBy(silence, silence, silence, silence)).alarms).toEqual(['payment unknown', 'payment unknown']);
  expect((await checkedBy(silence, silence, { status: 'open' }, silence, silence)).alarms).toEqual([]);
});

test('a provider that does not answer changes nothing of what it said before about money on its way', async () => {
  const onItsWay = { status: 'open', isUnderWay: true } as const;
  const { job } = await checkedBy(onItsWay, 'silence');
  expect(job).toMatchObject({ isMoneyUnderWay: true, unansweredAsks: 1 });
  expect((await checkedBy(onItsWay, { status: 'open' })).job.isMoneyUnderWay).toBeUndefined();
});

test('a dispute whose end is heard before its beginning stops nothing', async () => {
  const order = await given('paid');
  for (const kind of ['dispute_won', 'disputed'] as const) await order.hear(kind);
  order.go();
  await order.later(2);
  expect(await order.status()).toMatchObject({ status: 'fulfilled' });
});

test.each(['disputed', 'refund_disputed'] as const)(
  'a cancellation that a dispute stopped goes on once the bank decides for us, also after a second word: %s',
  async (kind) => {
    const { deps, id, ...order } = await given('paid');
    await record(deps, id, () => ({ kind: 'cancel_claimed', dueAt: deps.clock.now() + hour }));
    const disputeId = 'dp_1';
    await order.hear('disputed', { disputeId });
    await record(deps, id, () => ({ kind, error: 'disputed' }));
    order.go();
    await order.hear('dispute_won', { disputeId });
    await order.later(2);
    expect(await order.job()).toMatchObject({ state: 'cancelled', refund: 'issued' });
    expect(order.orders()).toEqual([]);
  },
);
