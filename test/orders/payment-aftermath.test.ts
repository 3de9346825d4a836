/** Disputes by the payer's bank and refunds made in the provider's dashboard: docs/contract.md, "Payment events". */

import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { receivePaymentEvent } from '../../shared/orders/events/receive-payment-event.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { PaymentEvent, RefundOutcome } from '../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { caller, paid, paidOnly, placed, reconcileFor, sold } from '../support/fakes/orders.ts';

type Aftermath = 'disputed' | 'refunded' | 'refund_failed';

const status = async (deps: MemoryDeps, jobId: string) => (await ask(getJob, deps, { job_id: jobId }, caller)).body;
const cancel = (deps: MemoryDeps, jobId: string) => ask(cancelJob, deps, { job_id: jobId }, caller);
const messages = ({ alarms }: MemoryDeps) => alarms.map(({ message }) => message);
const hour = 3_600_000;

const hear = (deps: MemoryDeps, jobId: string, kind: Aftermath) => {
  const event: PaymentEvent = { id: 'evt_1', type: 'charge', provider: 'mock', kind, jobId, paymentId: undefined };
  return receivePaymentEvent(deps, event);
};

/** Dependencies whose queue is held up: paid jobs wait until `go`. */
function waiting() {
  let goes = false;
  const deps = memoryDeps({ deliver: () => goes });
  return { deps, go: () => (goes = true) };
}

const answering = (deps: MemoryDeps, outcome: RefundOutcome) =>
  Object.assign(deps, { payments: paymentsBut(deps, { refund: async () => outcome }) });

test('a dispute before anything was handed over stops the job; nothing is sent, and a person is called', async () => {
  const { deps, go } = waiting();
  const jobId = await paidOnly(deps);
  expect(await hear(deps, jobId, 'disputed')).toMatchObject({ outcome: 'done', body: { job_id: jobId } });
  go();
  await reconcileFor(deps, 5);
  expect(deps.orders.all()).toEqual([]);
  expect(await status(deps, jobId)).toMatchObject({
    status: 'paid',
    refund: 'not_applicable',
    error: expect.stringContaining('disputed'),
  });
  expect(messages(deps)).toEqual(expect.arrayContaining(['payment disputed', 'parked']));
});

test('a disputed job cannot be cancelled: its money is the bank’s', async () => {
  const { deps } = waiting();
  const jobId = await paidOnly(deps);
  await hear(deps, jobId, 'disputed');
  expect(await cancel(deps, jobId)).toMatchObject({ outcome: 'declined', body: { reason: 'refund_failed' } });
});

test('a cancellation that learns of a dispute from the refused refund sends nothing, either', async () => {
  const { deps, go } = waiting();
  const jobId = await paidOnly(answering(deps, 'disputed'));
  expect(await cancel(deps, jobId)).toMatchObject({ outcome: 'declined', body: { reason: 'refund_failed' } });
  go();
  await reconcileFor(deps, 5);
  expect(deps.orders.all()).toEqual([]);
});

test('a dispute after the partner has the order is written down, and the order goes on', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  await hear(deps, jobId, 'disputed');
  expect(await status(deps, jobId)).toMatchObject({
    status: 'fulfilled',
    refund: 'not_applicable',
    error: expect.stringContaining('disputed'),
  });
  await deps.clock.wind(hour);
  await reconcileFor(deps, 3);
  expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', fulfillment_status: 'mailed' });
  expect(messages(deps)).toEqual(['payment disputed']);
});

test('a disputed job that fails later is not refunded besides', async () => {
  const { deps, go } = waiting();
  const jobId = await placed(deps, { addressLine1: '1 TEST REJECT ST' });
  answering(deps, 'disputed');
  go();
  await paid(deps, jobId);
  await reconcileFor(deps, 2);
  expect(await status(deps, jobId)).toMatchObject({ status: 'failed', refund: 'contact_support' });
  expect(messages(deps)).toContain('refund refused');
});

test('a refund by hand cancels a job that no partner has: nothing is sent, and the refund is issued', async () => {
  const { deps, go } = waiting();
  const jobId = await paidOnly(deps);
  for (let time = 0; time < 2; time += 1) await hear(deps, jobId, 'refunded');
  go();
  await reconcileFor(deps, 5);
  expect(deps.orders.all()).toEqual([]);
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(await deps.jobs.due({ before: deps.clock.now() + hour }, 10)).toEqual([]);
});

test('a refund by hand of a mailed letter is told as it is, and paid back only once when it is recalled', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  await hear(deps, jobId, 'refunded');
  expect(await status(deps, jobId)).toMatchObject({ status: 'fulfilled', refund: 'issued', cancellable: true });
  expect(await cancel(deps, jobId)).toMatchObject({ outcome: 'done', body: { cancelled: true, refund: 'issued' } });
});

test('a refund of a part by hand is shown in the status and on the receipt, and leaves the rest as it was', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  const hearOf = (
    refundedCents: number,
    kind: 'refunded_in_part' | 'refund_failed' = 'refunded_in_part',
    paymentId?: string,
  ) =>
    receivePaymentEvent(deps, {
      ...{ id: 'evt_1', type: 'charge.refunded', provider: 'mock' },
      kind,
      jobId,
      paymentId,
      refundedCents,
    });
  const receipt = async () => (await ask(getReceipt, deps, { job_id: jobId }, caller)).body;
  const part = { refund: 'not_applicable', refunded_cents: 100, refunded: '$1.00', total_cents: 212 };
  expect(await hearOf(100)).toMatchObject({ outcome: 'done', body: { job_id: jobId, ignored: null } });
  expect(await status(deps, jobId)).toMatchObject({ ...part, status: 'fulfilled', cancellable: true });
  expect(await receipt()).toMatchObject(part);
  expect(await hearOf(50, 'refunded_in_part', 'pi_other')).toMatchObject({ body: { ignored: expect.any(String) } });
  expect(await status(deps, jobId)).toMatchObject(part);
  await hearOf(0, 'refund_failed');
  expect((await status(deps, jobId)).refunded_cents).toBeUndefined();
  await hearOf(150);
  expect(await cancel(deps, jobId)).toMatchObject({ body: { cancelled: true, refund: 'issued' } });
  expect((await status(deps, jobId)).refunded_cents).toBeUndefined();
  expect((await receipt()).refunded_cents).toBeUndefined();
});

test('a part of an unknown job refunded by hand is ignored', async () => {
  const deps = memoryDeps();
  const nobody = { jobId: `job_${'0'.repeat(26)}`, paymentId: undefined, refundedCents: 1 };
  const answer = await receivePaymentEvent(deps, {
    ...{ id: 'evt_1', type: 'charge.refunded', provider: 'mock', kind: 'refunded_in_part' },
    ...nobody,
  });
  expect(answer).toMatchObject({ body: { job_id: null, ignored: expect.any(String) } });
});

test('news that it is refunded may overtake the payment: nothing is sent, and what was paid is owed back', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await hear(deps, jobId, 'refunded');
  expect(await paid(deps, jobId)).toMatchObject({ outcome: 'declined' });
  await reconcileFor(deps, 2);
  expect(deps.orders.all()).toEqual([]);
  expect(await status(deps, jobId)).toMatchObject({ refund: 'issued' });
});

test('a refund that fails at the bank is left to support, with an alarm; a person who refunds anew has issued it', async () => {
  const deps = memoryDeps();
  const jobId = await sold(deps);
  await cancel(deps, jobId);
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
  await hear(deps, jobId, 'refund_failed');
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'contact_support' });
  expect(messages(deps)).toEqual(['refund failed at the bank']);
  await hear(deps, jobId, 'refunded');
  expect(await status(deps, jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
});

test('an event of money that belongs to no job is ignored', async () => {
  const deps = memoryDeps();
  const answer = await receivePaymentEvent(deps, {
    ...{
      id: 'evt_1',
      type: 'charge.dispute.created',
      provider: 'mock',
      kind: 'disputed',
      jobId: undefined,
      paymentId: 'pi_1',
    },
  });
  expect(answer).toMatchObject({ outcome: 'done', body: { ignored: expect.any(String) } });
});
