import type { Payment } from '../../shared/domain/job/payment.ts';
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { CheckoutStatus, Payments, RefundOutcome } from '../../shared/partners/payments.ts';
import { stripeEvent } from '../../shared/partners/stripe/event.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, paid, payingEvent, placed, received, reconcileFor, sold } from '../support/fakes/orders.ts';
import { letterPrice } from '../support/prices.ts';

/** The payments that were refunded. */
function opened(refund: Payments['refund'] = async () => 'refunded'): { deps: MemoryDeps; refunds: string[] } {
  const deps = memoryDeps();
  const refunds: string[] = [];
  const noted: Payments['refund'] = (jobId, payment) => {
    refunds.push(payment.id);
    return refund(jobId, payment);
  };
  return { deps: Object.assign(deps, { payments: paymentsBut(deps, { refund: noted }) }), refunds };
}

/** The event of a payment for the job, with these members of another session. */
async function eventOf(deps: MemoryDeps, jobId: string, session: object, type = 'checkout.session.completed') {
  const job = await deps.jobs.get(jobId);
  const object = {
    ...{ id: job?.checkout?.id, metadata: { job_id: jobId }, payment_status: 'paid', payment_intent: 'pi_other' },
    ...{ amount_total: job?.price.amountCents, currency: 'usd', ...session },
  };
  return { id: 'evt_other', type, data: { object } };
}

const status = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const extraPaymentsOf = async (deps: MemoryDeps, jobId: string) =>
  (await deps.jobs.get(jobId))?.extraPayments?.map(({ id, refund }) => [id, refund]);
const messages = ({ alarms }: MemoryDeps) => alarms.map(({ message }) => message);
const foreign = { id: 'cs_foreign' };

describe('a session that the job did not open', () => {
  test('pays for nothing: its money goes back once, with an alarm, and the job can still be paid', async () => {
    const { deps, refunds } = opened();
    const jobId = await placed(deps);
    const event = await eventOf(deps, jobId, foreign);
    for (let time = 0; time < 3; time += 1)
      expect(await received(deps, event)).toMatchObject({
        outcome: 'done',
        body: { ok: true, job_id: jobId, letter_id: null, ignored: expect.stringContaining('paid back') },
      });
    expect(refunds).toEqual(['pi_other']);
    expect(messages(deps)).toEqual(['extra payment']);
    expect(await extraPaymentsOf(deps, jobId)).toEqual([['pi_other', 'issued']]);
    expect(await status(deps, jobId)).toMatchObject({ status: 'awaiting_payment', refund: 'not_applicable' });
    expect(await paid(deps, jobId)).toMatchObject({ body: { letter_id: expect.any(String), ignored: null } });
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
  });

  test.each(['checkout.session.expired', 'checkout.session.async_payment_failed'])(
    'changes nothing by %s, and the session of the job does',
    async (type) => {
      const { deps } = opened();
      const jobId = await placed(deps);
      const answer = await received(deps, await eventOf(deps, jobId, foreign, type));
      expect(answer).toMatchObject({ outcome: 'done', body: { job_id: jobId, ignored: expect.any(String) } });
      expect(await status(deps, jobId)).toMatchObject({ status: 'awaiting_payment' });
      await received(deps, await eventOf(deps, jobId, {}, type));
      expect((await status(deps, jobId)).status).not.toBe('awaiting_payment');
    },
  );

  test('gives its money back while a partner has the order, and the order goes on', async () => {
    const { deps, refunds } = opened();
    const jobId = await sold(deps);
    await received(deps, await eventOf(deps, jobId, foreign));
    expect(refunds).toEqual(['pi_other']);
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
  });
});

test('a session that only its buyer ties to the job moves no money, and the job’s own pays without that mark', async () => {
  const { deps, refunds } = opened();
  const jobId = await placed(deps);
  const read = async (session: object, type?: string) => {
    const event = stripeEvent(JSON.stringify(await eventOf(deps, jobId, session, type)), 'mock');
    return receivePaymentEvent(deps, { ...event, isMarked: false } as typeof event);
  };
  const ignored = { ok: true, job_id: null, letter_id: null, ignored: expect.any(String) };
  expect((await read(foreign)).body).toEqual(ignored);
  for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed'])
    expect((await read(foreign, type)).body).toEqual(ignored);
  expect(await status(deps, jobId)).toMatchObject({ status: 'awaiting_payment' });
  await read({});
  expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled' });
  expect((await read(foreign)).body).toEqual(ignored);
  expect({ refunds, extraPayments: await extraPaymentsOf(deps, jobId) }).toEqual({
    refunds: [],
    extraPayments: undefined,
  });
});

describe('an event that a developer writes by hand in test mode', () => {
  const readByMock = async (deps: MemoryDeps, event: object) =>
    receivePaymentEvent(deps, await deps.payments.mock.readEvent(JSON.stringify(event), {}));

  test('counts with any session of their own: it stands for the session of the job', async () => {
    const deps = memoryDeps();
    for (const session of [foreign, { id: `cs_test_${'0'.repeat(26)}` }, { id: 'x'.repeat(9_000) }]) {
      const jobId = await placed(deps);
      expect(await readByMock(deps, await eventOf(deps, jobId, session))).toMatchObject({ body: { ignored: null } });
      expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
    }
    const other = await placed(deps);
    await readByMock(deps, await eventOf(deps, other, foreign, 'checkout.session.expired'));
    expect(await status(deps, other)).toMatchObject({ status: 'cancelled' });
  });

  test('with the session of another job pays for nothing, as in real mode', async () => {
    const { deps, refunds } = opened();
    const [jobId, other] = [await placed(deps), await placed(deps)];
    const id = (await deps.jobs.get(other))?.checkout?.id;
    await readByMock(deps, await eventOf(deps, jobId, { id }));
    expect(await status(deps, jobId)).toMatchObject({ status: 'awaiting_payment' });
    expect(refunds).toEqual(['pi_other']);
  });
});

describe('a second payment', () => {
  test('for a fulfilled job is paid back, and names the order that exists', async () => {
    const { deps, refunds } = opened();
    const jobId = await placed(deps);
    const first = await paid(deps, jobId);
    expect(await received(deps, await eventOf(deps, jobId, {}))).toEqual(first);
    expect(refunds).toEqual(['pi_other']);
    expect(deps.orders.all()).toHaveLength(1);
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
  });

  test('of another amount likewise', async () => {
    const { deps, refunds } = opened();
    const jobId = await sold(deps);
    await received(deps, await eventOf(deps, jobId, { amount_total: 1 }));
    expect(refunds).toEqual(['pi_other']);
    expect(messages(deps)).toEqual(['extra payment']);
  });

  test('for a cancelled job goes back like the first: each of them', async () => {
    const { deps, refunds } = opened();
    const jobId = await placed(deps);
    const late = await payingEvent(deps, jobId);
    await received(deps, await eventOf(deps, jobId, {}, 'checkout.session.expired'));
    expect(await received(deps, late)).toMatchObject({ outcome: 'declined' });
    for (const payment_intent of ['pi_2', 'pi_3', 'pi_2'])
      expect(await received(deps, await eventOf(deps, jobId, { payment_intent }))).toMatchObject({
        outcome: 'declined',
      });
    await reconcileFor(deps, 3);
    const own = (await deps.jobs.get(jobId))?.payment?.id ?? '';
    expect(refunds.sort()).toEqual([own, 'pi_2', 'pi_3'].sort());
    expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
  });
});

describe('the refund of an extra payment', () => {
  test.each([
    ['without an answer', 'unknown', 3],
    ['refused for now', 'not_now', 48 * 60],
  ] as const)('%s is tried again until it is issued', async (_, outcome, minutes) => {
    const outcomes: RefundOutcome[] = [outcome, outcome, 'refunded'];
    const { deps, refunds } = opened(async () => outcomes.shift() ?? 'refused');
    const jobId = await placed(deps);
    await received(deps, await eventOf(deps, jobId, foreign));
    expect(await deps.jobs.waiting('refund', 9)).toEqual([{ id: jobId, since: expect.any(Number) }]);
    await reconcileFor(deps, minutes);
    expect([refunds.length, await extraPaymentsOf(deps, jobId)]).toEqual([3, [['pi_other', 'issued']]]);
    expect(await deps.jobs.waiting('refund', 9)).toEqual([]);
  });

  test('that was issued stays so, whatever an answer says that comes later', async () => {
    const late = Promise.withResolvers<RefundOutcome>();
    const answers = [late.promise, Promise.resolve<RefundOutcome>('refunded')];
    const { deps, refunds } = opened(async () => answers.shift() ?? 'refunded');
    const jobId = await placed(deps);
    const first = received(deps, await eventOf(deps, jobId, foreign));
    await deps.clock.wind(1_000);
    await reconcileFor(deps, 1);
    late.resolve('unknown');
    await first;
    await reconcileFor(deps, 5);
    expect([refunds.length, await extraPaymentsOf(deps, jobId)]).toEqual([2, [['pi_other', 'issued']]]);
  });

  test('survives a death before it was made', async () => {
    let dies = true;
    const { deps } = opened(async () => {
      if (!dies) return 'refunded';
      dies = false;
      return new Promise<RefundOutcome>(() => {});
    });
    const jobId = await placed(deps);
    void received(deps, await eventOf(deps, jobId, foreign));
    await deps.clock.wind(1_000);
    expect(await extraPaymentsOf(deps, jobId)).toEqual([['pi_other', 'pending']]);
    await reconcileFor(deps, 2);
    expect(await extraPaymentsOf(deps, jobId)).toEqual([['pi_other', 'issued']]);
  });

  test('that is refused is left to a person', async () => {
    const { deps, refunds } = opened(async () => 'refused');
    const jobId = await placed(deps);
    await received(deps, await eventOf(deps, jobId, foreign));
    await reconcileFor(deps, 5);
    expect([refunds.length, await extraPaymentsOf(deps, jobId)]).toEqual([1, [['pi_other', 'contact_support']]]);
  });

  test('is told by events of that payment, which do not touch the job’s own money', async () => {
    const { deps } = opened();
    const jobId = await sold(deps);
    await received(deps, await eventOf(deps, jobId, foreign));
    const paymentFollowUp = (type: string) => ({
      ...{ id: 'evt_3', type },
      data: { object: { payment_intent: 'pi_other', refunded: true, metadata: { job_id: jobId } } },
    });
    for (const type of ['charge.refunded', 'charge.dispute.created', 'refund.failed'])
      expect(await received(deps, paymentFollowUp(type))).toMatchObject({ body: { ignored: expect.any(String) } });
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
    expect(await extraPaymentsOf(deps, jobId)).toEqual([['pi_other', 'contact_support']]);
  });
});

describe('the rule is one for events and for questions', () => {
  const asked: Payment = {
    ...{ provider: 'mock', id: 'pi_asked' },
    ...{ amountCents: letterPrice().total_cents, currency: 'USD' },
  };
  const answering = (deps: MemoryDeps, payment: Payment) => {
    const answer = async (checkoutId: string): Promise<CheckoutStatus> => ({ status: 'paid', payment, checkoutId });
    Object.assign(deps, { payments: paymentsBut(deps, { status: answer, expire: answer }) });
  };

  test.each([
    ['less', { ...asked, amountCents: 1 }],
    ['another currency', { ...asked, currency: 'CAD' }],
  ])('asked for a payment: %s than was approved fulfills nothing and goes back', async (_, payment) => {
    const { deps, refunds } = opened();
    const jobId = await placed(deps);
    answering(deps, payment);
    await deps.clock.wind(120_000);
    await advance(deps, jobId);
    await reconcileFor(deps, 2);
    expect(await status(deps, jobId)).toMatchObject({ status: 'failed', payment_status: 'failed', refund: 'issued' });
    expect([deps.orders.all(), refunds]).toEqual([[], ['pi_asked']]);
  });

  test('asked by a cancellation: the same', async () => {
    const { deps, refunds } = opened();
    const jobId = await placed(deps);
    answering(deps, { ...asked, amountCents: 1 });
    expect(await ask(cancelJob, deps, { job_id: jobId }, caller)).toMatchObject({ body: { reason: 'job_failed' } });
    await reconcileFor(deps, 2);
    expect([deps.orders.all(), refunds]).toEqual([[], ['pi_asked']]);
  });

  test('asked for a payment of the approved amount: it counts', async () => {
    const { deps } = opened();
    const jobId = await placed(deps);
    answering(deps, asked);
    await deps.clock.wind(120_000);
    await advance(deps, jobId);
    await reconcileFor(deps, 1);
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
  });
});
