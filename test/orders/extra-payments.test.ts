/** Wrong, late and extra payments: each is compared with the approved price, and refunded once. */
import type { Payment } from '../../shared/domain/job/lifecycle.ts';
import { advance } from '../../shared/orders/advance.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import type { CheckoutStatus, Payments, RefundOutcome } from '../../shared/partners/payments.ts';
import { stripeEvent } from '../../shared/partners/stripe/event.ts';
import type { MemoryDeps } from '../support/fakes/deps.ts';
import { cancel, given, type Situation } from '../support/fakes/given.ts';
import { paid, payingEvent, placed, received } from '../support/fakes/orders.ts';

/** An order, the ids of the payments that were refunded, and its extra payments with the state of their refunds. */
async function givenWithRefunds(situation: Situation = 'unpaid', refund: Payments['refund'] = async () => 'refunded') {
  const order = await given(situation);
  const refunds: string[] = [];
  order.whenProvider({
    refund: (jobId, payment) => {
      refunds.push(payment.id);
      return refund(jobId, payment);
    },
  });
  const extras = async () => (await order.job()).extraPayments?.map(({ id, refund }) => [id, refund]);
  return { ...order, refunds, extras };
}

/** A payment event for the order with another payment. `session`: changes to the order's own session. */
async function eventOf(deps: MemoryDeps, jobId: string, session: object, type = 'checkout.session.completed') {
  const job = await deps.jobs.get(jobId);
  const ownSession = { id: job?.checkout?.id, metadata: { job_id: jobId }, amount_total: job?.price.amountCents };
  const object = { ...ownSession, payment_status: 'paid', payment_intent: 'pi_other', currency: 'usd', ...session };
  return { id: 'evt_other', type, data: { object } };
}

const otherSession = { id: 'cs_foreign' };
const ignored = { body: { ignored: expect.any(String) } };
const unpaidEventTypes = ['checkout.session.expired', 'checkout.session.async_payment_failed'];

/** The ways in which the service learns of a payment. */
const reports: Readonly<Record<string, (deps: MemoryDeps, jobId: string, event: object) => Promise<unknown>>> = {
  'the event': (deps, _, event) => received(deps, event),
  'a check at the provider': async (deps, jobId) => {
    await deps.clock.advance(600_000);
    await advance(deps, jobId);
  },
  'a cancellation that came too late': (deps, jobId) => cancel(deps, jobId),
};

const wrongPayments = Object.keys(reports).flatMap((reporter) =>
  (
    [
      ['one cent less than approved', -1, 'USD'],
      ['one cent more than approved', 1, 'USD'],
      ['the approved amount in a different currency', 0, 'CAD'],
    ] as const
  ).map((wrong) => [reporter, ...wrong] as const),
);

test.each(wrongPayments)(
  'if %s reports a payment of %s, nothing is sent, and the payment is refunded',
  async (reporter, _, addedCents, currency) => {
    const { deps, id, ...order } = await givenWithRefunds();
    const { data, ...event } = (await payingEvent(deps, id)) as { data: { object: { amount_total: number } } };
    const amountCents = data.object.amount_total + addedCents;
    const object = { ...data.object, amount_total: amountCents, currency: currency.toLowerCase() };
    const checkoutId = (await order.job()).checkout?.id ?? '';
    const payment: Payment = { provider: 'mock', id: checkoutId, amountCents, currency };
    const answer = async (): Promise<CheckoutStatus> => ({ status: 'paid', payment, checkoutId });
    order.whenProvider({ status: answer, expire: answer });
    for (let time = 0; time < 2; time += 1) await reports[reporter]?.(deps, id, { ...event, data: { object } });
    await order.later(3);
    expect(await order.status()).toMatchObject({ status: 'failed', payment_status: 'failed', refund: 'issued' });
    expect([order.orders(), order.refunds.length]).toEqual([[], 1]);
    expect(order.alarms()).toEqual(['wrong amount paid']);
  },
);

test('a repeated event queues the order again, because the earlier message may be lost', async () => {
  const { deps, id } = await given('unpaid', { deliver: () => false });
  const event = await payingEvent(deps, id);
  const answers = Promise.all([1, 2, 3].map((copy) => received(deps, { ...event, id: `evt_${copy}` })));
  await deps.clock.advance(6_000);
  await answers;
  expect(deps.sent).toEqual([id, id, id]);
});

test('a payment of another session is refunded once, leaves nothing to do, and the order can still be paid', async () => {
  const { deps, id, refunds, ...order } = await givenWithRefunds();
  const event = await eventOf(deps, id, otherSession);
  const before = [...deps.sent];
  for (let time = 0; time < 3; time += 1)
    expect(await received(deps, event)).toMatchObject({
      outcome: 'done',
      body: { ok: true, job_id: id, letter_id: null, ignored: expect.stringContaining('is refunded') },
    });
  expect([refunds, order.alarms(), deps.sent]).toEqual([['pi_other'], ['extra payment'], before]);
  expect(await order.extras()).toEqual([['pi_other', 'issued']]);
  expect(await order.status()).toMatchObject({ status: 'awaiting_payment', refund: 'not_applicable' });
  expect(await paid(deps, id)).toMatchObject({ body: { letter_id: expect.any(String), ignored: null } });
  expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
});

test.each(unpaidEventTypes)('%s changes nothing if it is about another session', async (type) => {
  const { deps, id, ...order } = await givenWithRefunds();
  const answer = await received(deps, await eventOf(deps, id, otherSession, type));
  expect(answer).toMatchObject({ outcome: 'done', body: { job_id: id, ignored: expect.any(String) } });
  expect(await order.status()).toMatchObject({ status: 'awaiting_payment' });
  await received(deps, await eventOf(deps, id, {}, type));
  expect((await order.status()).status).not.toBe('awaiting_payment');
});

test('another session whose job id may have been set by its buyer is ignored, and the order’s own session is accepted', async () => {
  const { deps, id, ...order } = await givenWithRefunds();
  const receiveUntrusted = async (session: object, type?: string) => {
    const event = stripeEvent(JSON.stringify(await eventOf(deps, id, session, type)), 'mock');
    return receivePaymentEvent(deps, { ...event, isJobIdTrusted: false } as typeof event);
  };
  const ignoredBody = { ok: true, job_id: null, letter_id: null, ignored: expect.any(String) };
  for (const type of [undefined, ...unpaidEventTypes])
    expect((await receiveUntrusted(otherSession, type)).body).toEqual(ignoredBody);
  expect(await order.status()).toMatchObject({ status: 'awaiting_payment' });
  await receiveUntrusted({});
  expect(await order.status()).toMatchObject({ status: 'fulfilled' });
  expect((await receiveUntrusted(otherSession)).body).toEqual(ignoredBody);
  expect([order.refunds, await order.extras()]).toEqual([[], undefined]);
});

const receiveFromMock = async (deps: MemoryDeps, event: object) =>
  receivePaymentEvent(deps, await deps.payments.mock.readEvent(JSON.stringify(event), {}));

test('in test mode, an event with an invented session counts as an event about the session of the order', async () => {
  for (const session of [otherSession, { id: `cs_test_${'0'.repeat(26)}` }, { id: 'x'.repeat(255) }]) {
    const { deps, id, ...order } = await given('unpaid');
    expect(await receiveFromMock(deps, await eventOf(deps, id, session))).toMatchObject({ body: { ignored: null } });
    expect(await order.status()).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
  }
  const { deps, id, ...order } = await given('unpaid');
  await receiveFromMock(deps, await eventOf(deps, id, otherSession, 'checkout.session.expired'));
  expect(await order.status()).toMatchObject({ status: 'cancelled' });
});

test('in test mode, an event with the session of another order does not pay for this order', async () => {
  const { deps, id, ...order } = await givenWithRefunds();
  const otherCheckoutId = (await deps.jobs.get(await placed(deps)))?.checkout?.id;
  await receiveFromMock(deps, await eventOf(deps, id, { id: otherCheckoutId }));
  expect(await order.status()).toMatchObject({ status: 'awaiting_payment' });
  expect(order.refunds).toEqual(['pi_other']);
});

test.each([
  ['of the same session', {}],
  ['of the same session with a different amount', { amount_total: 1 }],
  ['of another session', otherSession],
])('a second payment %s for a fulfilled order is refunded, and the order continues', async (_, session) => {
  const { deps, id, ...order } = await givenWithRefunds('submitted');
  const { body } = await received(deps, await eventOf(deps, id, session));
  expect(body).toMatchObject({ letter_id: (await order.job()).partner?.id });
  expect([order.refunds, order.alarms()]).toEqual([['pi_other'], ['extra payment']]);
  expect(order.orders()).toHaveLength(1);
  expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
});

test('each payment for a canceled order is refunded once', async () => {
  const { deps, id, refunds, ...order } = await givenWithRefunds();
  const paidEvent = await payingEvent(deps, id);
  await received(deps, await eventOf(deps, id, {}, 'checkout.session.expired'));
  expect(await received(deps, paidEvent)).toMatchObject({ outcome: 'declined' });
  for (const payment_intent of ['pi_2', 'pi_3', 'pi_2'])
    expect(await received(deps, await eventOf(deps, id, { payment_intent }))).toMatchObject({ outcome: 'declined' });
  await order.later(3);
  expect(refunds.sort()).toEqual([(await order.job()).payment?.id ?? '', 'pi_2', 'pi_3'].sort());
  expect(await order.status()).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

test.each([
  ['gets no response', 'unknown', 3],
  ['is refused for now', 'not_now', 48 * 60],
] as const)('a refund of an extra payment that %s is tried again until it is issued', async (_, outcome, minutes) => {
  const outcomes: RefundOutcome[] = [outcome, outcome, 'refunded'];
  const { deps, id, ...order } = await givenWithRefunds('unpaid', async () => outcomes.shift() ?? 'refused');
  await received(deps, await eventOf(deps, id, otherSession));
  expect(await deps.jobs.waiting('refund', 9)).toEqual([{ id, since: expect.any(Number) }]);
  await order.later(minutes);
  expect([order.refunds.length, await order.extras()]).toEqual([3, [['pi_other', 'issued']]]);
  expect(await deps.jobs.waiting('refund', 9)).toEqual([]);
});

test('an extra payment that was refunded stays refunded, no matter what a late response says', async () => {
  const lateAnswer = Promise.withResolvers<RefundOutcome>();
  const answers = [lateAnswer.promise, Promise.resolve<RefundOutcome>('refunded')];
  const { deps, id, ...order } = await givenWithRefunds('unpaid', async () => answers.shift() ?? 'refunded');
  const first = received(deps, await eventOf(deps, id, otherSession));
  await deps.clock.advance(1_000);
  await order.later(2);
  lateAnswer.resolve('unknown');
  await first;
  await order.later(5);
  expect([order.refunds.length, await order.extras()]).toEqual([2, [['pi_other', 'issued']]]);
});

test('an extra payment is refunded even if the process dies before the refund', async () => {
  const never = new Promise<RefundOutcome>(() => {});
  const answers = [never];
  const { deps, id, ...order } = await givenWithRefunds('unpaid', async () => answers.shift() ?? 'refunded');
  void received(deps, await eventOf(deps, id, otherSession));
  await deps.clock.advance(1_000);
  expect(await order.extras()).toEqual([['pi_other', 'pending']]);
  await order.later(2);
  expect(await order.extras()).toEqual([['pi_other', 'issued']]);
});

test('if the refund of an extra payment is refused, it is left to a person', async () => {
  const { deps, id, ...order } = await givenWithRefunds('unpaid', async () => 'refused');
  await received(deps, await eventOf(deps, id, otherSession));
  await order.later(5);
  expect([order.refunds.length, await order.extras()]).toEqual([1, [['pi_other', 'contact_support']]]);
});

test('an order with too many extra payments drops refunded ones, but never one whose refund is pending', async () => {
  let outcome: RefundOutcome = 'unknown';
  const { deps, id, ...order } = await givenWithRefunds('unpaid', async () => outcome);
  const pay = async (payment_intent: string) =>
    received(deps, await eventOf(deps, id, { ...otherSession, payment_intent }));
  await pay('pi_owed');
  outcome = 'refunded';
  for (let count = 0; count < 200; count += 1) await pay(`pi_${count}`);
  const stored = (await order.job()).extraPayments ?? [];
  expect(JSON.stringify(stored).length).toBeLessThanOrEqual(20_000);
  expect(stored.filter(({ refund }) => refund === 'pending').map(({ id }) => id)).toEqual(['pi_owed']);
  expect(stored.at(-1)).toMatchObject({ id: 'pi_199', refund: 'issued' });
  outcome = 'refused';
  const payRepeatedly = async () => {
    for (let count = 0; count < 200; count += 1) await pay(`pi_kept_${count}`);
  };
  await expect(payRepeatedly()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(pay(`pi_${'x'.repeat(252)}`)).rejects.toMatchObject({ code: 'unavailable' });
});

test('events about an extra payment do not affect the order’s own payment', async () => {
  const { deps, id, ...order } = await givenWithRefunds('submitted');
  await received(deps, await eventOf(deps, id, otherSession));
  const object = { payment_intent: 'pi_other', refunded: true, metadata: { job_id: id } };
  for (const type of ['charge.refunded', 'charge.dispute.created', 'refund.failed'])
    expect(await received(deps, { id: 'evt_3', type, data: { object } })).toMatchObject(ignored);
  expect(await order.status()).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
  expect(await order.extras()).toEqual([['pi_other', 'contact_support']]);
});

test('an event about an unknown payment writes nothing, so that no claim on the order is lost', async () => {
  const { deps, id, ...order } = await givenWithRefunds('submitted');
  const { version } = await order.job();
  const object = { payment_intent: 'pi_unknown', refunded: true, metadata: { job_id: id } };
  await received(deps, { id: 'evt_3', type: 'charge.refunded', data: { object } });
  expect((await order.job()).version).toBe(version);
});
