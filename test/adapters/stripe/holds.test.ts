/** Reserved money at Stripe: a table of all that can come back when it is taken or let go. */
import type { Payment } from '../../../shared/core/job/payment.ts';
import type { CaptureOutcome, RefundOutcome } from '../../../shared/ports/payments.ts';
import { closeCounters, counter, request } from '../../support/adapters/stripe.ts';
import { startStripe } from '../../support/doubles/stripe.ts';
import { invalidRequest, type WireFault } from '../../support/doubles/stripe-wire.ts';

afterEach(closeCounters);

const capture = /^POST \/v1\/payment_intents\/[^/]+\/capture$/;
const cancel = /^POST \/v1\/payment_intents\/[^/]+\/cancel$/;
const look = /^GET \/v1\/payment_intents\/[^/]+$/;

async function held(options: Parameters<typeof counter>[0] = {}) {
  const made = await counter(options);
  const { id } = await made.payments.open({ ...request(), isReserved: true });
  const event = made.stripe.pay(id);
  const status = await made.payments.status(id);
  if (status.status !== 'paid') throw new Error(`it is ${status.status}`);
  return { ...made, id, event, payment: status.payment as Payment };
}

test.each<[string, WireFault, number, CaptureOutcome, number]>([
  ['a refusal under one key', invalidRequest('capture_unauthorized_payment', 'no'), 1, 'captured', 1],
  ['a refusal', invalidRequest('capture_unauthorized_payment', 'no'), 3, 'refused', 0],
  ['429', 'rate_limited', 1, 'unknown', 0],
  ['a key in use', 'key_in_use', 1, 'unknown', 0],
  ['a connection cut, before', 'reset_before', 2, 'unknown', 0],
  ['a connection cut, after', 'reset_after', 2, 'captured', 1],
  ['silence, after', 'silent_after', 1, 'captured', 1],
  ['500, before', 'error_before', 1, 'captured', 1],
  ['500, after', 'error_after', 1, 'captured', 1],
  ['500 three times', 'error_before', 3, 'unknown', 0],
])('taking it meets %s', async (_, fault, times, outcome, captures) => {
  const { stripe, payments, payment } = await held();
  stripe.fail(fault, capture, times);
  expect(await payments.capture('job_1', payment)).toBe(outcome);
  expect(stripe.captures()).toBe(captures);
});

test.each<[string, WireFault, number, RegExp, RefundOutcome]>([
  ['a look without an answer', 'unavailable', 1, look, 'unknown'],
  ['500, before', 'error_before', 1, cancel, 'released'],
  ['a connection cut, after', 'reset_after', 2, cancel, 'unknown'],
])('letting it go meets %s, and is asked again', async (_, fault, times, on, outcome) => {
  const { stripe, payments, payment } = await held();
  stripe.fail(fault, on, times);
  expect(await payments.refund('job_1', payment)).toBe(outcome);
  expect(await payments.refund('job_1', payment)).toBe('released');
  expect([stripe.captures(), stripe.refunds.size]).toEqual([0, 0]);
});

test('what is let go meanwhile is not taken, and is not asked for again', async () => {
  const { stripe, payments, payment, id } = await held();
  stripe.lapseReserve(id);
  expect(await payments.capture('job_1', payment)).toBe('expired');
  expect(stripe.captures()).toBe(0);
});

test('a key that Stripe does not take is an accident, and tells of nothing', async () => {
  const { stripe, payments, payment } = await held();
  stripe.fail(invalidRequest('api_key_expired', 'no', 401), capture, 1);
  await expect(payments.capture('job_1', payment)).rejects.toThrow('locked_out');
});

test('a session counts as paid while its money is reserved, whatever its payment_status says', async () => {
  for (const saysReservedIsPaid of [false, true]) {
    const { stripe, payments, event, payment } = await held({ at: await startStripe({ saysReservedIsPaid }) });
    const { body, signature } = stripe.signed(event ?? {});
    const read = await payments.readEvent(body, { 'stripe-signature': signature });
    expect(read).toMatchObject({ kind: 'paid', payment: { captureBefore: payment.captureBefore } });
    await stripe.close();
  }
});

test('a reservation that has ended pays for nothing, also where its event comes late', async () => {
  const { stripe, payments, id, event } = await held();
  stripe.lapseReserve(id);
  expect(await payments.status(id)).toEqual({ status: 'expired' });
  const { body, signature } = stripe.signed(event ?? {});
  expect(await payments.readEvent(body, { 'stripe-signature': signature })).toMatchObject({ kind: 'ignored' });
});

test('its events tell the job that it was taken or let go; that of a refund tells nothing of untaken money', async () => {
  const told = async (act: (made: Awaited<ReturnType<typeof held>>) => unknown) => {
    const made = await held();
    const before = made.stripe.events.length;
    await act(made);
    const events = made.stripe.events.slice(before).map((event) => made.stripe.signed(event));
    const read = events.map(({ body, signature }) => made.payments.readEvent(body, { 'stripe-signature': signature }));
    return (await Promise.all(read)).map((event) => [event.kind, 'jobId' in event ? event.jobId : undefined]);
  };
  expect(await told(({ stripe, id }) => stripe.captureByHand(id))).toEqual([['captured', 'job_1']]);
  const ended = [
    ['hold_expired', 'job_1'],
    ['ignored', undefined],
  ];
  expect(await told(({ stripe, id }) => stripe.lapseReserve(id))).toEqual(ended);
  expect(await told(({ payments, payment }) => payments.refund('job_1', payment))).toEqual(ended);
});

test('another service’s intent that is canceled is none of ours', async () => {
  const { stripe, payments } = await counter();
  const other = { id: 'pi_other', object: 'payment_intent', metadata: { job_id: 'job_1' } };
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.canceled',
    livemode: false,
    data: { object: other },
  };
  const { body, signature } = stripe.signed(event);
  expect(await payments.readEvent(body, { 'stripe-signature': signature })).toMatchObject({ kind: 'ignored' });
});

test('without a reservation the request to Stripe is as it was', async () => {
  const { stripe, payments } = await counter();
  const { id } = await payments.open(request());
  expect(stripe.sessions.get(id)).toMatchObject({ captureMethod: 'automatic', metadata: { job_id: 'job_1' } });
});
