/** How disputes end, and warnings of fraud: docs/contract.md, "Payment events". And a provider that never says. */
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { record } from '../../shared/orders/record.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { CheckoutStatus, PaymentEvent, RefundOutcome } from '../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, paid, paidOnly, placed, reconcileFor, sold } from '../support/fakes/orders.ts';

type News = Extract<PaymentEvent, { readonly paymentId: string | undefined }>['kind'];

const status = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const messages = ({ alarms }: MemoryDeps) => alarms.map(({ message }) => message);

const hear = async (deps: MemoryDeps, jobId: string, kind: News) => {
  const paymentId = (await deps.jobs.get(jobId))?.payment?.id;
  return receivePaymentEvent(deps, { id: 'evt_1', type: 'charge', provider: 'mock', kind, jobId, paymentId });
};

/** A paid job that no partner has, and its queue set going again. */
async function waiting(fields: object = {}) {
  let goes = false;
  const deps = memoryDeps({ deliver: () => goes });
  const jobId = await paidOnly(deps, fields);
  return { deps, jobId, go: () => (goes = true) };
}

describe('a dispute', () => {
  test('that is won lets the order go on, and the alarm ends', async () => {
    const { deps, jobId, go } = await waiting();
    await hear(deps, jobId, 'disputed');
    go();
    await reconcileFor(deps, 90);
    expect(messages(deps)).toContain('parked');
    deps.alarms.length = 0;
    expect(deps.orders.all()).toEqual([]);
    await hear(deps, jobId, 'dispute_won');
    await reconcileFor(deps, 90);
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error: null });
    expect([deps.orders.all().length, messages(deps)]).toEqual([1, []]);
  });

  test('calls a person even if the process dies before it has written that it did', async () => {
    const { deps, jobId } = await waiting();
    await hear(deps, jobId, 'disputed');
    const dying = { ...deps, jobs: { ...deps.jobs, replace: () => Promise.reject(new Error('killed')) } };
    await expect(advance(dying, jobId)).rejects.toThrow('killed');
    expect(messages(deps)).toContain('parked');
  });

  test('that is lost ends the order for good: nothing is sent, nothing refunded, nobody reminded', async () => {
    const { deps, jobId, go } = await waiting();
    await hear(deps, jobId, 'disputed');
    await deps.clock.wind(60_000);
    await hear(deps, jobId, 'dispute_lost');
    const endedAt = deps.clock.now();
    deps.alarms.length = 0;
    go();
    await reconcileFor(deps, 90);
    expect(await status(deps, jobId)).toMatchObject({
      ...{ status: 'failed', refund: 'contact_support', error: expect.stringContaining('returned the payment') },
    });
    expect([deps.orders.all(), messages(deps)]).toEqual([[], []]);
    const { body } = await ask(getReceipt, deps, { job_id: jobId }, caller);
    expect(body.times).toMatchObject({ ended_at: endedAt });
  });

  test.each(['dispute_won', 'dispute_lost'] as const)(
    'is left to a person by %s where a partner may have the order',
    async (end) => {
      const deps = memoryDeps();
      const jobId = await paidOnly(deps, { addressLine1: '1 TEST DOWN ST' });
      await hear(deps, jobId, 'disputed');
      await hear(deps, jobId, end);
      await reconcileFor(deps, 2);
      expect((await deps.jobs.get(jobId))?.state).toBe('needs_review');
    },
  );

  test.each([
    ['once', []],
    ['twice', ['disputed']],
    ['with an answer of the refund', ['refund_disputed']],
  ] as const)('that stops a cancellation, and is heard of %s, is won: the cancellation goes on', async (_, more) => {
    const { deps, jobId, go } = await waiting();
    const { refund } = deps.payments.mock ?? deps.payments.stripe ?? {};
    const made: string[] = [];
    const late = paymentsBut(deps, {
      refund: async (...asked) => {
        made.push(`${await refund?.(...asked)}`);
        await deps.clock.sleep(10 * 60_000);
        return 'refunded';
      },
    });
    const cancelling = ask(cancelJob, { ...deps, payments: late }, { job_id: jobId }, caller);
    await deps.clock.wind(1_000);
    expect([(await deps.jobs.get(jobId))?.state, made]).toEqual(['cancelling', ['refunded']]);
    await hear(deps, jobId, 'disputed');
    for (const kind of more) await record(deps, jobId, () => ({ kind, error: 'It is disputed.' }));
    expect((await deps.jobs.get(jobId))?.state).toBe('needs_review');
    await hear(deps, jobId, 'dispute_won');
    go();
    await reconcileFor(deps, 15);
    await cancelling;
    expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
    expect(deps.orders.all()).toEqual([]);
  });

  test('of a mailed letter is no longer told as an error when it is won, and is when it is lost', async () => {
    for (const [end, error] of [
      ['dispute_won', null],
      ['dispute_lost', expect.stringContaining('returned the payment')],
    ] as const) {
      const deps = memoryDeps();
      const jobId = await sold(deps);
      await hear(deps, jobId, 'disputed');
      expect((await status(deps, jobId)).error).toContain('disputed');
      await hear(deps, jobId, end);
      expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable', error });
    }
  });

  test('whose end is heard before its beginning stops nothing', async () => {
    const { deps, jobId, go } = await waiting();
    for (const kind of ['dispute_won', 'disputed'] as const) await hear(deps, jobId, kind);
    go();
    await reconcileFor(deps, 2);
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled' });
  });

  test('that is won releases the refund that it had prevented', async () => {
    const outcomes: RefundOutcome[] = ['disputed', 'refunded'];
    const deps = memoryDeps();
    Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => outcomes.shift() ?? 'refused' }) });
    const jobId = await placed(deps, { addressLine1: '1 TEST REJECT ST' });
    await paid(deps, jobId);
    await reconcileFor(deps, 1);
    expect(await status(deps, jobId)).toMatchObject({ status: 'failed', refund: 'contact_support' });
    await hear(deps, jobId, 'dispute_won');
    await reconcileFor(deps, 1);
    expect(await status(deps, jobId)).toMatchObject({ status: 'failed', refund: 'issued' });
  });
});

describe('a warning of fraud', () => {
  test('stops and refunds an order that no partner has', async () => {
    const { deps, jobId, go } = await waiting();
    go();
    await hear(deps, jobId, 'fraud_warned');
    await reconcileFor(deps, 2);
    expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
    expect([deps.orders.all(), messages(deps)]).toEqual([[], ['payment may be fraudulent']]);
  });

  test('stops and refunds an order that its partner has not begun', async () => {
    const deps = memoryDeps();
    const jobId = await sold(deps);
    await hear(deps, jobId, 'fraud_warned');
    await reconcileFor(deps, 2);
    expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
    expect(deps.orders.all()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
  });

  test('changes nothing of an order that is mailed: a person is called', async () => {
    const deps = memoryDeps({ readyMs: 0 });
    const jobId = await sold(deps);
    await reconcileFor(deps, 2);
    await hear(deps, jobId, 'fraud_warned');
    await reconcileFor(deps, 2);
    expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'not_applicable' });
    expect(messages(deps)).toEqual(['payment may be fraudulent']);
  });

  test('comes again while the order is being handed over, or its payment is not known', async () => {
    const deps = memoryDeps();
    const unpaid = await placed(deps);
    await expect(hear(deps, unpaid, 'fraud_warned')).rejects.toMatchObject({ code: 'unavailable' });
    const job = await deps.jobs.get(unpaid);
    if (job) await deps.jobs.replace({ ...job, state: 'submitting' });
    await expect(hear(deps, unpaid, 'fraud_warned')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('holds the order for a person where the refund is refused', async () => {
    const { deps, jobId, go } = await waiting();
    Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'refused' }) });
    go();
    await hear(deps, jobId, 'fraud_warned');
    await reconcileFor(deps, 2);
    expect([(await deps.jobs.get(jobId))?.state, deps.orders.all()]).toEqual(['needs_review', []]);
    expect(messages(deps)).toContain('parked');
  });
});

describe('a provider that does not say how a payment page stands', () => {
  async function asked(statuses: (CheckoutStatus | 'silence')[]) {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    const status = async () => {
      const next = statuses.shift();
      if (next === undefined || next === 'silence') throw new Error('no answer');
      return next;
    };
    Object.assign(deps, { payments: paymentsBut(deps, { status }) });
    while (statuses.length > 0) {
      await deps.clock.wind(3_600_000);
      await advance(deps, jobId);
    }
    return { alarms: messages(deps), job: await deps.jobs.get(jobId) };
  }

  test('raises an alarm at the third time in a row, and each time after', async () => {
    expect(await asked(['silence', 'silence'])).toMatchObject({ alarms: [] });
    const { alarms } = await asked(['silence', 'silence', 'silence', 'silence']);
    expect(alarms).toEqual(['payment unknown', 'payment unknown']);
  });

  test('and then does raises none', async () => {
    const { alarms } = await asked(['silence', 'silence', { status: 'open' }, 'silence', 'silence']);
    expect(alarms).toEqual([]);
  });

  test('takes back nothing that it said before of money under way', async () => {
    const { job } = await asked([{ status: 'open', isUnderWay: true }, 'silence']);
    expect(job).toMatchObject({ isMoneyUnderWay: true, unansweredAsks: 1 });
    expect(
      (await asked([{ status: 'open', isUnderWay: true }, { status: 'open' }])).job?.isMoneyUnderWay,
    ).toBeUndefined();
  });
});
