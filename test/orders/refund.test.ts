/** Cancellations and their refunds, with every response from the partner and the payment provider. */
import { record } from '../../shared/orders/record.ts';
import type { RefundOutcome } from '../../shared/partners/payments.ts';
import { given } from '../support/fakes/given.ts';
import { received } from '../support/fakes/orders.ts';
import { sample } from '../support/lives.ts';

const answering = (outcome: RefundOutcome) => ({ refund: async () => outcome });

test('if the refund is refused before a partner has the order, nothing changes, and the reason is refund_failed', async () => {
  const order = await given('paid');
  order.whenProvider(answering('refused'));
  expect(await order.cancel()).toMatchObject({
    outcome: 'declined',
    body: { job_id: order.id, cancelled: false, reason: 'refund_failed' },
  });
  expect(await order.status()).toMatchObject({ status: 'paid', refund: 'not_applicable' });
});

test('if the refund is refused after the partner has stopped the order, it is left to support, with an alarm', async () => {
  const order = await given('submitted');
  order.whenProvider(answering('refused'));
  expect(await order.cancel()).toMatchObject({
    outcome: 'done',
    body: { job_id: order.id, cancelled: true, refund: 'contact_support' },
  });
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'contact_support' });
  expect(order.alarms()).toContain('refund refused');
});

test('a refund that is refused for now is tried again at least once a day, each time with an alarm', async () => {
  const order = await given('paid', { to: { addressLine1: '1 TEST DOWN ST' } });
  let isBalanceEmpty = true;
  let tries = 0;
  order.whenProvider({
    refund: async () => {
      tries += 1;
      return isBalanceEmpty ? 'not_now' : 'refunded';
    },
  });
  expect(await order.cancel()).toMatchObject({ outcome: 'done', body: { cancelled: true, refund: 'contact_support' } });
  order.resumeQueue();
  await order.later(48 * 60);
  expect(order.orders()).toEqual([]);
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'pending' });
  // The pauses double from an hour to at most a day.
  expect(tries).toBeGreaterThan(4);
  expect(tries).toBeLessThan(9);
  expect(order.alarms().filter((message) => message === 'refund postponed')).toHaveLength(tries);
  // Late events about a dispute don't end the attempts.
  for (const kind of ['dispute_won', 'disputed'] as const) await order.providerSends(kind, { disputeId: 'du_late' });
  isBalanceEmpty = false;
  await order.later(31 * 60);
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

test('the receipt shows when the order ended, even if its refund is issued later and then fails at the bank', async () => {
  const { deps, id, ...order } = await given('paid');
  order.resumeQueue();
  order.whenProvider(answering('unknown'));
  expect(await order.cancel()).toMatchObject({ outcome: 'done', body: { cancelled: true, refund: 'contact_support' } });
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'pending' });
  const endedAt = async () => ((await order.receipt()).times as { readonly ended_at: number }).ended_at;
  const before = await endedAt();
  await deps.clock.advance(60_000);
  order.whenProvider(answering('refunded'));
  await deps.clock.advance(120_000);
  expect([(await order.status()).refund, await endedAt()]).toEqual(['issued', before]);
  await received(deps, { id: 'evt_2', type: 'refund.failed', data: { object: { metadata: { job_id: id } } } });
  expect([(await order.status()).refund, await endedAt()]).toEqual(['contact_support', before]);
  expect(order.orders()).toEqual([]);
});

test('an order whose payment failed has nothing to cancel, and the error does not say that it is refunded', async () => {
  const { deps, id, ...order } = await given('unpaid');
  await record(deps, id, () => sample.payment_failed);
  const body = { reason: 'job_failed', error: 'The job has failed. There is nothing to cancel.' };
  expect(await order.cancel()).toMatchObject({ outcome: 'declined', body });
});

test('if the payment provider does not respond, a cancellation changes nothing, and can be tried again', async () => {
  const order = await given('unpaid');
  const { expire } = order.deps.payments.mock;
  order.whenProvider({ expire: () => Promise.reject(new Error('no answer')) });
  await expect(order.cancel()).rejects.toMatchObject({ code: 'unavailable' });
  expect(await order.status()).toMatchObject({ status: 'awaiting_payment' });
  expect(order.alarms()).toEqual(['payment provider']);
  order.whenProvider({ expire });
  expect((await order.cancel()).body).toMatchObject({ cancelled: true, refund: 'not_applicable' });
});

test('a second cancellation waits for the first and gets the same response', async () => {
  const { deps, id, ...order } = await given('submitted');
  order.whenPartner(({ recall }) => ({ recall: (partnerId) => deps.clock.sleep(2_000).then(() => recall(partnerId)) }));
  const { refund } = deps.payments.mock;
  order.whenProvider({ refund: (...request) => deps.clock.sleep(1_000).then(() => refund(...request)) });
  const answers = Promise.all([order.cancel(), order.cancel(), order.cancel()]);
  await deps.clock.advance(4_000);
  const done = { outcome: 'done', body: { job_id: id, cancelled: true, refund: 'issued' } };
  expect(await answers).toEqual([done, done, done]);
});
