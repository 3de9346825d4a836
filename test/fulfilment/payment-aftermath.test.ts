/** What the payer's bank, or a person in the payment provider's dashboard, does with the money: docs/contract.md, "Payment events". */
import type { PaymentEvent, RefundOutcome } from '../../shared/ports.ts';
import { cancelJob } from '../../shared/usecases/cancel-job.ts';
import { getJob } from '../../shared/usecases/get-job.ts';
import { receivePaymentEvent } from '../../shared/usecases/receive-payment-event.ts';
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

type Aftermath = 'disputed' | 'refunded' | 'refund_failed';

const status = async (world: MemoryWorld, jobId: string) => (await ask(getJob, world, { job_id: jobId }, caller)).body;
const cancel = (world: MemoryWorld, jobId: string) => ask(cancelJob, world, { job_id: jobId }, caller);
const messages = ({ alarms }: MemoryWorld) => alarms.map(({ message }) => message);
const hour = 3_600_000;

const hear = (world: MemoryWorld, jobId: string, kind: Aftermath) => {
  const event: PaymentEvent = { id: 'evt_1', type: 'charge', kind, jobId, paymentId: 'pi_1' };
  return receivePaymentEvent(world, event);
};

/** A world whose queue is held up: what is paid waits until `go`. */
function waiting() {
  let goes = false;
  const world = memoryWorld({ deliver: () => goes });
  return { world, go: () => (goes = true) };
}

async function paidOnly(world: MemoryWorld): Promise<string> {
  const jobId = await placed(world);
  await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
  return jobId;
}

const answering = (world: MemoryWorld, outcome: RefundOutcome) =>
  Object.assign(world, { payments: paymentsBut(world, { refund: async () => outcome }) });

test('a dispute before anything was handed over stops the job; nothing is sent, and a person is called', async () => {
  const { world, go } = waiting();
  const jobId = await paidOnly(world);
  expect(await hear(world, jobId, 'disputed')).toMatchObject({ outcome: 'done', body: { job_id: jobId } });
  go();
  await sweep(world, 5);
  expect(world.orders.all()).toEqual([]);
  expect(await status(world, jobId)).toMatchObject({
    status: 'paid',
    refund: 'not_applicable',
    error: expect.stringContaining('disputed'),
  });
  expect(messages(world)).toEqual(expect.arrayContaining(['payment disputed', 'parked']));
});

test('a disputed job cannot be cancelled: its money is the bank’s', async () => {
  const { world } = waiting();
  const jobId = await paidOnly(world);
  await hear(world, jobId, 'disputed');
  expect(await cancel(world, jobId)).toMatchObject({ outcome: 'declined', body: { reason: 'refund_failed' } });
});

test('a cancellation that learns of a dispute from the refused refund sends nothing, either', async () => {
  const { world, go } = waiting();
  const jobId = await paidOnly(answering(world, 'disputed'));
  expect(await cancel(world, jobId)).toMatchObject({ outcome: 'declined', body: { reason: 'refund_failed' } });
  go();
  await sweep(world, 5);
  expect(world.orders.all()).toEqual([]);
});

test('a dispute after the partner has the order is written down, and the order goes on', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await paid(world, jobId);
  await hear(world, jobId, 'disputed');
  expect(await status(world, jobId)).toMatchObject({
    status: 'fulfilled',
    refund: 'not_applicable',
    error: expect.stringContaining('disputed'),
  });
  await world.clock.wind(hour);
  await sweep(world, 3);
  expect(await status(world, jobId)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
  expect(messages(world)).toEqual(['payment disputed']);
});

test('a disputed job that fails later is not refunded besides', async () => {
  const { world, go } = waiting();
  const jobId = await placed(world, { addressLine1: '1 TEST REJECT ST' });
  answering(world, 'disputed');
  go();
  await paid(world, jobId);
  await sweep(world, 2);
  expect(await status(world, jobId)).toMatchObject({ status: 'failed', refund: 'contact_support' });
  expect(messages(world)).toContain('refund refused');
});

test('a refund by hand cancels a job that no partner has: nothing is sent, and the refund is issued', async () => {
  const { world, go } = waiting();
  const jobId = await paidOnly(world);
  for (let time = 0; time < 2; time += 1) await hear(world, jobId, 'refunded');
  go();
  await sweep(world, 5);
  expect(world.orders.all()).toEqual([]);
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(await world.jobs.due(world.clock.now() + hour, 10)).toEqual([]);
});

test('a refund by hand of a mailed letter is told as it is, and paid back only once when it is recalled', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await paid(world, jobId);
  await hear(world, jobId, 'refunded');
  expect(await status(world, jobId)).toMatchObject({ status: 'fulfilled', refund: 'issued' });
  expect(await cancel(world, jobId)).toMatchObject({ outcome: 'done', body: { cancelled: true, refund: 'issued' } });
});

test.each(['disputed', 'refunded'] as const)(
  'news that it is %s may overtake the payment: nothing is sent, and what was paid is owed back',
  async (kind) => {
    const world = memoryWorld();
    const jobId = await placed(world);
    await hear(world, jobId, kind);
    expect(await paid(world, jobId)).toMatchObject({ outcome: 'declined' });
    await sweep(world, 2);
    expect(world.orders.all()).toEqual([]);
    expect(await status(world, jobId)).toMatchObject({ refund: 'issued' });
  },
);

test('a refund that fails at the bank is left to support, with an alarm; a person who refunds anew has issued it', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  await paid(world, jobId);
  await cancel(world, jobId);
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
  await hear(world, jobId, 'refund_failed');
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'contact_support' });
  expect(messages(world)).toEqual(['refund failed at the bank']);
  await hear(world, jobId, 'refunded');
  expect(await status(world, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

test('an event of money that belongs to no job is ignored', async () => {
  const world = memoryWorld();
  const answer = await receivePaymentEvent(world, {
    ...{ id: 'evt_1', type: 'charge.dispute.created', kind: 'disputed', jobId: undefined, paymentId: 'pi_1' },
  });
  expect(answer).toMatchObject({ outcome: 'done', body: { ignored: expect.any(String) } });
});
