import type { Job } from '../../shared/domain/job/job.ts';
import { advance } from '../../shared/orders/advance.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { RefundOutcome } from '../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, paid, paidOnly, payingEvent, placed, received, reconcileFor, sold } from '../support/fakes/orders.ts';

const status = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const cancel = (deps: MemoryDeps, jobId: string) => ask(cancelJob, deps, { job_id: jobId }, caller);

/** Dependencies whose refunds end this way, and whose partner never mails letters. */
function refunding(outcome: RefundOutcome): MemoryDeps {
  const deps = memoryDeps({ deliver: () => false });
  return Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => outcome }) });
}

test('a refund refused before the partner cancels changes nothing, and the reason is refund_failed', async () => {
  const deps = refunding('refused');
  const jobId = await paidOnly(deps);
  expect(await cancel(deps, jobId)).toMatchObject({
    outcome: 'declined',
    body: { job_id: jobId, cancelled: false, reason: 'refund_failed' },
  });
  expect(await status(deps, jobId)).toMatchObject({ status: 'paid', refund: 'not_applicable' });
});

test('a refund refused after the partner cancels leaves the job cancelled with contact_support, and raises an alarm', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'refused' }) });
  expect(await cancel(deps, jobId)).toMatchObject({
    outcome: 'done',
    body: { job_id: jobId, cancelled: true, refund: 'contact_support' },
  });
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'contact_support' });
  expect(deps.alarms.map(({ message }) => message)).toContain('refund refused');
});

test('refused for a passing reason: cancelled, nothing is mailed, an alarm, and tried again within a day until it is issued', async () => {
  const deps = memoryDeps();
  let isBalanceEmpty = true;
  let asked = 0;
  const refund = async (): Promise<RefundOutcome> => {
    asked += 1;
    return isBalanceEmpty ? 'not_now' : 'refunded';
  };
  Object.assign(deps, { payments: paymentsBut(deps, { refund }) });
  const jobId = await paidOnly(deps, { addressLine1: '1 TEST DOWN ST' });
  expect(await cancel(deps, jobId)).toMatchObject({
    outcome: 'done',
    body: { cancelled: true, refund: 'contact_support' },
  });
  const hours = 60;
  await reconcileFor(deps, 48 * hours);
  expect(deps.orders.all()).toEqual([]);
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'pending' });
  // An hour, two, four … hours apart, and a day at most.
  expect(asked).toBeGreaterThan(4);
  expect(asked).toBeLessThan(9);
  expect(deps.alarms.filter(({ message }) => message === 'refund postponed')).toHaveLength(asked);
  isBalanceEmpty = false;
  await reconcileFor(deps, 31 * hours);
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

test('a refund without a response leaves the job cancelled and the refund pending', async () => {
  const deps = refunding('unknown');
  const jobId = await paidOnly(deps);
  expect(await cancel(deps, jobId)).toMatchObject({
    outcome: 'done',
    body: { cancelled: true, refund: 'contact_support' },
  });
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'pending' });
  expect(deps.orders.all()).toEqual([]);
});

describe('a receipt says one time at which the job ended, whatever becomes of the money afterwards', () => {
  const endedAt = async (deps: MemoryDeps, jobId: string) => {
    const { body } = await ask(getReceipt, deps, { job_id: jobId }, caller);
    return (body.times as { readonly ended_at: number }).ended_at;
  };

  test('when the refund is issued later, and fails at the bank', async () => {
    const deps = refunding('unknown');
    const jobId = await paidOnly(deps);
    await cancel(deps, jobId);
    const told = await endedAt(deps, jobId);
    await deps.clock.wind(60_000);
    Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => 'refunded' }) });
    await advance(deps, jobId);
    expect(await status(deps, jobId)).toMatchObject({ refund: 'issued' });
    expect(await endedAt(deps, jobId)).toBe(told);
    await received(deps, { id: 'evt_2', type: 'refund.failed', data: { object: { metadata: { job_id: jobId } } } });
    expect(await status(deps, jobId)).toMatchObject({ refund: 'contact_support' });
    expect(await endedAt(deps, jobId)).toBe(told);
  });

  test('when a payment of the wrong amount arrives after the cancellation', async () => {
    const deps = memoryDeps();
    const jobId = await placed(deps);
    const event = await payingEvent(deps, jobId);
    await deps.jobs.replace({ ...((await deps.jobs.get(jobId)) as Job), dueAt: deps.clock.now() });
    Object.assign(deps, { payments: paymentsBut(deps, { status: async () => ({ status: 'expired' }) }) });
    await advance(deps, jobId);
    const told = await endedAt(deps, jobId);
    await deps.clock.wind(60_000);
    const { data } = event as { data: { object: object } };
    await received(deps, { ...event, data: { object: { ...data.object, amount_total: 1 } } });
    expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', payment_status: 'failed' });
    expect(await endedAt(deps, jobId)).toBe(told);
  });
});

test('a job that failed at the partner can no longer be cancelled: job_failed', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps, { addressLine1: '1 TEST REJECT ST' });
  await paid(deps, jobId);
  expect(await cancel(deps, jobId)).toMatchObject({
    outcome: 'declined',
    body: { cancelled: false, reason: 'job_failed' },
  });
});

test('a refund without an answer is asked for again until it is issued', async () => {
  const deps = memoryDeps();
  const answers: RefundOutcome[] = ['unknown', 'unknown', 'refunded'];
  Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => answers.shift() ?? 'unknown' }) });
  const jobId = await placed(deps, { addressLine1: '1 TEST REJECT ST' });
  await paid(deps, jobId);
  await reconcileFor(deps, 3);
  expect(await status(deps, jobId)).toMatchObject({ status: 'failed', refund: 'issued' });
  expect(answers).toEqual([]);
});

test('a payment provider that does not answer changes nothing: the caller is told to ask again, and can', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  const unreachable = {
    ...deps,
    payments: paymentsBut(deps, { expire: () => Promise.reject(new Error('no answer')) }),
  };
  await expect(ask(cancelJob, unreachable, { job_id: jobId }, caller)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await status(deps, jobId)).toMatchObject({ status: 'awaiting_payment' });
  expect((await cancel(deps, jobId)).body).toMatchObject({ cancelled: true, refund: 'not_applicable' });
});

test('a second cancellation waits for the first and gets the same answer', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  const { letter } = deps.partners;
  const slow = { ...letter, recall: (id: string) => deps.clock.sleep(2_000).then(() => letter.recall(id)) };
  const { refund } = deps.payments.mock;
  const slowly: typeof refund = (...told) => deps.clock.sleep(1_000).then(() => refund(...told));
  Object.assign(deps, {
    partners: { ...deps.partners, letter: slow },
    payments: paymentsBut(deps, { refund: slowly }),
  });
  const answers = Promise.all([cancel(deps, jobId), cancel(deps, jobId), cancel(deps, jobId)]);
  await deps.clock.wind(4_000);
  const done = { outcome: 'done', body: { job_id: jobId, cancelled: true, refund: 'issued' } };
  expect(await answers).toEqual([done, done, done]);
});
