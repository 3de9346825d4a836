/** Submission: a partner that responds late, wrongly or not at all does not get a second order. */
import { submitLeaseMs } from '../../shared/domain/times.ts';
import { advance } from '../../shared/orders/advance.ts';
import { cautiousAssumptions, type SubmitOutcome } from '../../shared/partners/partner.ts';
import { given } from '../support/fakes/given.ts';
import { paid } from '../support/fakes/orders.ts';

const hour = 3_600_000;
/** With the retry base of the fake settings. */
const leaseMs = submitLeaseMs(2_000);
const unavailable: SubmitOutcome = { kind: 'unavailable', reason: 'not now' };
const notTaken: SubmitOutcome = { kind: 'not_taken', reason: 'no connection' };
const unknown: SubmitOutcome = { kind: 'unknown', reason: 'no answer' };

/** A paid order whose payment event has not arrived, so no partner is called until the test advances the order. */
async function paidWithoutEvent(options: Parameters<typeof given>[1] = {}) {
  const order = await given('unpaid', options);
  await order.deps.payments.mock.end((await order.job()).checkout?.id ?? '', 'paid');
  return order;
}

test('a cancellation looks for the order at a partner that was called before, even if the call failed', async () => {
  let isDelivering = true;
  const order = await given('unpaid', { deliver: () => isDelivering });
  order.whenCalled(async (_, make) => {
    await make();
    isDelivering = false;
    return notTaken;
  });
  await Promise.all([paid(order.deps, order.id), order.deps.clock.advance(6_000)]);
  expect(await order.job()).toMatchObject({ state: 'paid' });
  expect(await order.cancel()).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(order.orders()).toMatchObject([{ cancelledAt: expect.any(Number) }]);
});

test.each([unavailable, notTaken])(
  'a job whose order the partner may have stays in submission although the next response is $kind',
  async (answer) => {
    const order = await paidWithoutEvent();
    const find = async () => ({ kind: 'none' }) as const;
    const calls = order.whenCalled(async (call) => (call === 1 ? unknown : answer), { find });
    await order.later(20);
    expect(calls.length).toBeGreaterThan(1);
    expect(await order.job()).toMatchObject({ state: 'submitting', refund: 'not_applicable' });
  },
);

test('an outcome under an expired claim does not take the job from the process that claimed it next', async () => {
  const { deps, id, ...order } = await paidWithoutEvent({ deliver: () => false });
  const calls = order.whenCalled(async (call, make) => {
    await deps.clock.sleep(call === 1 ? leaseMs + 10_000 : 60_000);
    return call === 1 ? unavailable : make();
  });
  await deps.clock.advance(600_000);
  const slow = advance(deps, id);
  await deps.clock.advance(leaseMs + 1_000);
  const next = advance(deps, id);
  await deps.clock.advance(20_000);
  expect(calls).toHaveLength(2);
  expect(await order.job()).toMatchObject({ state: 'submitting' });
  await Promise.all([slow, next]);
  expect(await order.job()).toMatchObject({ state: 'fulfilled' });
});

test('a late response about an earlier round does not change the current round', async () => {
  const { deps, id, ...order } = await given('unpaid', { product: 'fax', behavior: 'busy_once' });
  const { find } = deps.partners.fax;
  const calls = order.whenCalled(
    async (call, make) => {
      const outcome = await make();
      if (call > 1) return unknown;
      await deps.clock.sleep(180_000);
      return outcome;
    },
    { find: async (reference, fax) => (reference.endsWith('-2') ? { kind: 'none' } : find(reference, fax)) },
  );
  await paid(deps, id);
  await order.later(5);
  expect(calls.slice(0, 2).map(({ reference }) => reference)).toEqual([id, `${id}-2`]);
  expect(await order.job()).toMatchObject({ failedRounds: 1, state: 'submitting' });
});

test('a partner without idempotency keys is searched before the first call, because a restored table may have lost an order', async () => {
  const order = await paidWithoutEvent();
  order.whenPartner({ assumed: cautiousAssumptions });
  const before = await order.job();
  await order.later(12);
  const { partner, version } = await order.job();
  // The table is restored from a backup that doesn't have the order.
  await order.deps.jobs.replace({ ...before, version });
  const calls = order.whenCalled(async () => unknown);
  await order.later(12);
  expect(await order.job()).toMatchObject({ state: 'fulfilled', partner: { id: partner?.id } });
  expect(calls).toEqual([]);
});

test('a status read that pauses does not change a fax that was dialed again meanwhile', async () => {
  const { deps, id, ...order } = await given('unpaid', { product: 'fax', behavior: 'busy_once' });
  const pauses = [300_000];
  order.whenPartner(({ read }) => ({
    read: async (faxId) => {
      const view = await read(faxId);
      if (view.kind === 'stopped') await deps.clock.sleep(pauses.shift() ?? 0);
      return view;
    },
  }));
  await paid(deps, id);
  await order.later(15);
  expect(pauses).toEqual([]);
  expect(order.orders().map(({ reference }) => reference)).toEqual([id, `${id}-2`]);
  expect(await order.job()).toMatchObject({ state: 'fulfilled', failedRounds: 1 });
});

test('a job that is given up raises an alarm at once, and again every hour', async () => {
  const order = await paidWithoutEvent();
  order.whenPartner('never responds');
  let minutes = 0;
  for (; (await order.job()).state !== 'needs_review' && minutes < 20 * 60; minutes += 1) await order.later(1);
  expect(minutes).toBeGreaterThan(11 * 60);
  const parkedAlarms = () => order.alarms().filter((message) => message === 'parked').length;
  expect(parkedAlarms()).toBe(1);
  await order.later(125);
  expect(parkedAlarms()).toBeGreaterThanOrEqual(3);
});

test('every attempt stores the document again, because its retention starts with the last attempt', async () => {
  const { deps, ...order } = await paidWithoutEvent();
  order.whenPartner('is down');
  const storedAt: number[] = [];
  const { put } = deps.documents;
  Object.assign(deps.documents, {
    put: (key: string, bytes: Uint8Array) => {
      if (key.startsWith('paid/')) storedAt.push(deps.clock.now());
      return put(key, bytes);
    },
  });
  await order.later(12 * 60);
  expect((await order.job()).tries).toBeGreaterThan(5);
  expect((storedAt.at(-1) ?? 0) - (storedAt[0] ?? 0)).toBeGreaterThan(9 * hour);
});

test('while a cancellation is refunding a job, no other process refunds it', async () => {
  const { deps, id, ...order } = await given('paid');
  const { refund } = deps.payments.mock;
  let refunds = 0;
  order.whenProvider({
    refund: async (...request) => {
      refunds += 1;
      await deps.clock.sleep(10_000);
      return refund(...request);
    },
  });
  const cancelling = order.cancel();
  await deps.clock.advance(9_000);
  await advance(deps, id);
  expect(await cancelling).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect(refunds).toBe(1);
});
