/** When the payment provider refuses a refund, or does not answer: docs/contract.md, "Refunds" and "Cancelling". */
import type { Job } from '../../shared/core/product.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import type { RefundOutcome } from '../../shared/ports.ts';
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { getReceipt } from '../../shared/usecases/get-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  caller,
  type MemoryWorld,
  memoryWorld,
  paid,
  payingEvent,
  paymentsBut,
  placed,
  received,
  sweep,
} from '../support/fakes/world.ts';

const status = async (world: MemoryWorld, jobId: string) => (await ask(getJob, world, { job_id: jobId }, caller)).body;
const cancel = (world: MemoryWorld, jobId: string) => ask(cancelJob, world, { job_id: jobId }, caller);

/** A world whose refunds end so, and in which nobody hands letters over. */
function refunding(outcome: RefundOutcome): MemoryWorld {
  const world = memoryWorld({ deliver: () => false });
  return Object.assign(world, { payments: paymentsBut(world, { refund: async () => outcome }) });
}

/** Paid, and not handed to the partner yet. */
async function paidOnly(world: MemoryWorld): Promise<string> {
  const jobId = await placed(world);
  await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
  return jobId;
}

test('refused before anything was cancelled at the partner: nothing changes, and the reason is refund_failed', async () => {
  const world = refunding('refused');
  const jobId = await paidOnly(world);
  expect(await cancel(world, jobId)).toMatchObject({
    outcome: 'declined',
    body: { job_id: jobId, cancelled: false, reason: 'refund_failed' },
  });
  expect(await status(world, jobId)).toMatchObject({ status: 'paid', refund: 'not_applicable' });
});

test('refused after the partner has cancelled: cancelled, contact_support, and an alarm', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await paid(world, jobId);
  Object.assign(world, { payments: paymentsBut(world, { refund: async () => 'refused' }) });
  expect(await cancel(world, jobId)).toMatchObject({
    outcome: 'done',
    body: { job_id: jobId, cancelled: true, refund: 'contact_support' },
  });
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'contact_support' });
  expect(world.alarms.map(({ message }) => message)).toContain('refund refused');
});

test('without an answer: cancelled, and the refund pending', async () => {
  const world = refunding('unknown');
  const jobId = await paidOnly(world);
  expect(await cancel(world, jobId)).toMatchObject({
    outcome: 'done',
    body: { cancelled: true, refund: 'contact_support' },
  });
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'pending' });
  expect(world.orders.all()).toEqual([]);
});

describe('a receipt says one time at which the job ended, whatever becomes of the money afterwards', () => {
  const endedAt = async (world: MemoryWorld, jobId: string) => {
    const { body } = await ask(getReceipt, world, { job_id: jobId }, caller);
    return (body.times as { readonly ended_at: number }).ended_at;
  };

  test('when the refund is issued later, and fails at the bank', async () => {
    const world = refunding('unknown');
    const jobId = await paidOnly(world);
    await cancel(world, jobId);
    const told = await endedAt(world, jobId);
    await world.clock.wind(60_000);
    Object.assign(world, { payments: paymentsBut(world, { refund: async () => 'refunded' }) });
    await advance(world, jobId);
    expect(await status(world, jobId)).toMatchObject({ refund: 'issued' });
    expect(await endedAt(world, jobId)).toBe(told);
    await received(world, { id: 'evt_2', type: 'refund.failed', data: { object: { metadata: { job_id: jobId } } } });
    expect(await status(world, jobId)).toMatchObject({ refund: 'contact_support' });
    expect(await endedAt(world, jobId)).toBe(told);
  });

  test('when money of another amount arrives after it was cancelled', async () => {
    const world = memoryWorld();
    const jobId = await placed(world);
    const event = await payingEvent(world, jobId);
    await world.jobs.replace({ ...((await world.jobs.get(jobId)) as Job), dueAt: world.clock.now() });
    Object.assign(world, { payments: paymentsBut(world, { status: async () => ({ status: 'expired' }) }) });
    await advance(world, jobId);
    const told = await endedAt(world, jobId);
    await world.clock.wind(60_000);
    const { data } = event as { data: { object: object } };
    await received(world, { ...event, data: { object: { ...data.object, amount_total: 1 } } });
    expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', payment_status: 'failed' });
    expect(await endedAt(world, jobId)).toBe(told);
  });
});

test('a job that failed at the partner can no longer be cancelled: job_failed', async () => {
  const world = memoryWorld();
  const jobId = await placed(world, { addressLine1: '1 TEST REJECT ST' });
  await paid(world, jobId);
  expect(await cancel(world, jobId)).toMatchObject({
    outcome: 'declined',
    body: { cancelled: false, reason: 'job_failed' },
  });
});

test('a refund without an answer is asked for again until it is issued', async () => {
  const world = memoryWorld();
  const answers: RefundOutcome[] = ['unknown', 'unknown', 'refunded'];
  Object.assign(world, { payments: paymentsBut(world, { refund: async () => answers.shift() ?? 'unknown' }) });
  const jobId = await placed(world, { addressLine1: '1 TEST REJECT ST' });
  await paid(world, jobId);
  await sweep(world, 3);
  expect(await status(world, jobId)).toMatchObject({ status: 'failed', refund: 'issued' });
  expect(answers).toEqual([]);
});

test('a payment provider that does not answer changes nothing: the caller is told to ask again, and can', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  const deaf = { ...world, payments: paymentsBut(world, { expire: () => Promise.reject(new Error('no answer')) }) };
  await expect(ask(cancelJob, deaf, { job_id: jobId }, caller)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await status(world, jobId)).toMatchObject({ status: 'awaiting_payment' });
  expect((await cancel(world, jobId)).body).toMatchObject({ cancelled: true, refund: 'not_applicable' });
});

test('who cancels while another cancellation asks the partner waits for it, and is told the same', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await paid(world, jobId);
  const { letter } = world.partners;
  const slow = { ...letter, recall: (id: string) => world.clock.sleep(2_000).then(() => letter.recall(id)) };
  const { refund } = world.payments.mock;
  const slowly: typeof refund = (...told) => world.clock.sleep(1_000).then(() => refund(...told));
  Object.assign(world, {
    partners: { ...world.partners, letter: slow },
    payments: paymentsBut(world, { refund: slowly }),
  });
  const answers = Promise.all([cancel(world, jobId), cancel(world, jobId), cancel(world, jobId)]);
  await world.clock.wind(4_000);
  const done = { outcome: 'done', body: { job_id: jobId, cancelled: true, refund: 'issued' } };
  expect(await answers).toEqual([done, done, done]);
});
