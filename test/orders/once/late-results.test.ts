/** Processes that pause: a result that comes too late changes nothing, and a process that lost its claim does not act. */
import { timeoutsMs } from '../../../shared/domain/times.ts';
import { advance } from '../../../shared/orders/advance.ts';
import { finishCancel } from '../../../shared/orders/pay/refund.ts';
import { record } from '../../../shared/orders/record.ts';
import { cautiousAssumptions } from '../../../shared/partners/partner.ts';
import type { RefundOutcome } from '../../../shared/partners/payments.ts';
import { given } from '../../support/fakes/given.ts';
import { minute } from '../../support/operated.ts';

const stillFulfilled = { state: 'fulfilled', refund: 'not_applicable' };

/** A paid fax at a partner without idempotency keys, where every call creates a fax. Only the test advances it. */
async function paidFax() {
  const order = await given('unpaid', { product: 'fax', deliver: () => false });
  const { deps, id } = order;
  const { find } = deps.partners.fax;
  const calls = order.whenCalled((call, make) => make(`${id}/${call}`), {
    assumed: cautiousAssumptions,
    find: async (reference) => {
      const created = deps.orders.all().find((each) => each.reference.startsWith(`${reference}/`));
      return created === undefined ? { kind: 'none' } : find(created.reference, created.order);
    },
  });
  await deps.payments.mock.end((await order.job()).checkout?.id ?? '', 'paid');
  await deps.clock.advance(10 * minute);
  return { ...order, calls };
}

test('a partner without idempotency keys is not called if the claim would expire before its list shows the order', async () => {
  const { deps, id, ...order } = await paidFax();
  const { get } = deps.documents;
  // The claim lasts 150 seconds. After this pause there is time for the call, but not for the minute until its order is listed.
  const pauses = [60_000];
  Object.assign(deps.documents, {
    get: async (key: string) => {
      await deps.clock.sleep(pauses.shift() ?? 0);
      return get(key);
    },
  });
  await advance(deps, id);
  expect(order.calls).toEqual([]);
  await order.later(6);
  await advance(deps, id);
  expect(order.calls).toHaveLength(1);
});

test('a rejection that arrives after another process has claimed the job does not refund the order of that process', async () => {
  const { deps, id, ...order } = await given('paid');
  order.whenCalled(async (call, make) => {
    await deps.clock.sleep(call > 1 ? 20_000 : 95_000);
    return call > 1 ? make() : { kind: 'rejected', reason: 'not valid', cause: 'ours' };
  });
  const first = advance(deps, id);
  // The claim of the first call expires after 90 seconds.
  await deps.clock.advance(91_000);
  await Promise.all([first, advance(deps, id)]);
  await deps.clock.advance(minute);
  expect(await order.job()).toMatchObject(stillFulfilled);
});

test('a cancellation whose claim would end during the refund leaves the refund to the next process', async () => {
  const { deps, id, ...order } = await given('paid');
  await record(deps, id, () => ({ kind: 'cancel_claimed', dueAt: deps.clock.now() + timeoutsMs.refund }));
  await finishCancel(deps, await order.job());
  expect(await order.job()).toMatchObject({ state: 'cancelling', refund: 'not_applicable' });
});

test('a cancellation that pauses until its claim has expired refunds nothing if the job is being sent again', async () => {
  const { deps, id, ...order } = await given('paid');
  const { letter } = deps.partners;
  let pausesNext = false;
  const refunds: RefundOutcome[] = [];
  order.whenPartner({
    submit: async (request) =>
      refunds.length === 0 ? { kind: 'not_taken', reason: 'no connection' } : letter.submit(request),
    find: async (...request) => {
      if (!pausesNext) return letter.find(...request);
      pausesNext = false;
      await deps.clock.sleep(80_000);
      return { kind: 'none' };
    },
    recall: async () => ({ kind: 'refused', progress: { stage: 'in_progress' } }),
  });
  order.whenProvider({
    refund: async () => {
      const outcome = refunds.length === 0 ? 'refused' : 'refunded';
      refunds.push(outcome);
      return outcome;
    },
  });
  await advance(deps, id);
  expect(await order.job()).toMatchObject({ state: 'paid' });
  pausesNext = true;
  const cancelling = order.cancel();
  // The claim expires. A worker takes over the cancellation, its refund is refused, and it submits the letter.
  await deps.clock.advance(65_000);
  await advance(deps, id);
  await deps.clock.advance(10_000);
  await advance(deps, id);
  await cancelling;
  expect(refunds).toEqual(['refused']);
  expect(await order.job()).toMatchObject(stillFulfilled);
});

test.each([
  ['refused', 'refunded'],
  ['refunded', 'refused'],
] as const)('a refund %s under an expired claim, then %s, is issued, and nothing is sent', async (...outcomes) => {
  const { deps, id, ...order } = await given('paid');
  const answers: RefundOutcome[] = [...outcomes];
  order.whenProvider({
    refund: async () => {
      const answer = answers.shift() ?? 'unknown';
      await deps.clock.sleep(answers.length > 0 ? 70_000 : 20_000);
      return answer;
    },
  });
  const cancelling = order.cancel();
  // The claim of the cancellation expires after a minute.
  await deps.clock.advance(61_000);
  order.resumeQueue();
  await Promise.all([advance(deps, id), cancelling]);
  await order.later(2);
  expect(await order.job()).toMatchObject({ state: 'cancelled', refund: 'issued' });
  expect(order.orders()).toEqual([]);
});

test('a late “refunded” from the provider does not hide that the refund failed at the bank', async () => {
  const { deps, id, ...order } = await given('paid');
  order.whenProvider({
    refund: async () => {
      const job = await order.job();
      const firstSeenAt = { ...job.firstSeenAt, refund_failed: deps.clock.now() };
      await deps.jobs.replace({ ...job, refund: 'contact_support', firstSeenAt });
      return 'refunded';
    },
  });
  order.whenPartner('rejects orders');
  await advance(deps, id);
  expect(await order.job()).toMatchObject({ state: 'failed', refund: 'contact_support' });
});

test('an order that a partner accepts after its job has ended raises an alarm with the partner’s id', async () => {
  const { deps, id, ...order } = await given('paid');
  order.whenCalled(async (_, make) => {
    await deps.jobs.replace({ ...(await order.job()), state: 'cancelled', refund: 'issued' });
    return make();
  });
  await advance(deps, id);
  const [partnerOrder] = order.orders();
  const message = 'accepted by the partner after the job had ended';
  expect(deps.alarms).toEqual([{ message, fields: { jobId: id, partnerId: partnerOrder?.id } }]);
});
