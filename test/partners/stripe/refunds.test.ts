/** Refunds at Stripe: every possible response, and never two refunds. */
import type { RefundOutcome } from '../../../shared/partners/payments.ts';
import { closeStripes, setUpStripe, total } from '../../support/adapters/stripe.ts';
import { invalidRequest, StripeRefusal, type WireFault } from '../../support/doubles/stripe-wire.ts';

afterEach(closeStripes);

const create = /^POST \/v1\/refunds$/;
const list = /^GET \/v1\/refunds$/;
const error = (status: number, code?: string) => new StripeRefusal(status, 'invalid_request_error', code, 'no');

/** None of these faults is a problem with our account. */
test.each<[name: string, WireFault, times: number, RefundOutcome, refundedCents: number]>([
  ['charge_already_refunded', invalidRequest('charge_already_refunded', 'no'), 1, 'refunded', 0],
  ['charge_disputed', invalidRequest('charge_disputed', 'no'), 1, 'disputed', 0],
  ['balance_insufficient', invalidRequest('balance_insufficient', 'no'), 3, 'not_now', 0],
  ['approval_required', invalidRequest('approval_required', 'no'), 3, 'not_now', 0],
  ['processing_error', error(402, 'processing_error'), 3, 'not_now', 0],
  ['charge_not_refundable', invalidRequest('charge_not_refundable', 'no'), 1, 'refused', 0],
  ['an unknown code', invalidRequest('something_new', 'no'), 1, 'refused', 0],
  ['402', error(402, 'card_declined'), 1, 'refused', 0],
  ['429', 'rate_limited', 1, 'unknown', 0],
  ['a key in use', 'key_in_use', 1, 'unknown', 0],
  ['a connection cut once after the refund', 'reset_after', 1, 'refunded', total],
  ['a connection cut twice after the refund', 'reset_after', 2, 'unknown', total],
  ['a timeout after the refund', 'silent_after', 1, 'unknown', total],
  ['a proxy’s page', 'page', 1, 'unknown', total],
  ['503', 'unavailable', 1, 'refunded', total],
  ['500 after the refund', 'error_after', 1, 'refunded', total],
  ['500 three times', 'error_before', 3, 'unknown', 0],
])('after %s, a refund’s outcome is only what we can be sure of', async (_, fault, times, outcome, refundedCents) => {
  const { stripe, payments, alarms, paid } = await setUpStripe();
  const { payment } = await paid();
  stripe.fail(fault, create, times);
  expect(await payments.refund('job_1', payment)).toBe(outcome);
  expect(stripe.refundedCents()).toBe(refundedCents);
  expect(alarms).toEqual([]);
});

test.each<[WireFault, number]>([
  ['rate_limited', 1],
  ['unavailable', 4],
  ['error_after', 2],
  ['reset_after', 2],
  ['silent_before', 1],
  ['malformed', 1],
])(
  'a refund that is repeated after %s (times: %i) is made once, even when the keys have expired',
  async (fault, times) => {
    const { stripe, payments, paid } = await setUpStripe();
    const { payment } = await paid();
    stripe.fail(fault, create, times);
    for (let tries = 0; tries < 3; tries += 1) if ((await payments.refund('job_1', payment)) === 'refunded') break;
    stripe.forgetKeys();
    expect(await payments.refund('job_1', payment)).toBe('refunded');
    expect([stripe.refunds.size, stripe.refundedCents()]).toEqual([1, total]);
  },
);

test.each([
  ['succeeded', 'refunded'],
  ['pending', 'refunded'],
  ['requires_action', 'refunded'],
  ['failed', 'refused'],
  ['canceled', 'refused'],
] as const)('a refund with the status %s is %s', async (status, outcome) => {
  const { stripe, payments, paid } = await setUpStripe();
  const { payment } = await paid();
  stripe.refundsAs(status);
  expect(await payments.refund('job_1', payment)).toBe(outcome);
});

test('after a stored 500 the refunds are listed before another key is used', async () => {
  const at = Date.UTC(2026, 10, 21, 12);
  const { stripe, payments, paid } = await setUpStripe({ now: () => at });
  const { payment } = await paid();
  stripe.fail('error_before', create);
  await payments.refund('job_1', payment);
  const lastRequests = stripe.requests.slice(-3).map(({ method, key }) => [method, key]);
  expect(lastRequests).toEqual([
    ['POST', `refund_${payment.id}`],
    ['GET', undefined],
    ['POST', `refund_${payment.id}_${at / 3_600_000}`],
  ]);
});

test('no other key is tried once the time limit of a refund is over', async () => {
  let isLate = () => false;
  const { stripe, payments, paid } = await setUpStripe({ now: () => Date.now() + (isLate() ? 60_000 : 0) });
  const { payment } = await paid();
  const tries = () => stripe.requests.filter(({ key }) => key?.startsWith('refund_')).length;
  isLate = () => tries() > 0;
  stripe.fail('error_before', create);
  expect([await payments.refund('job_1', payment), tries()]).toEqual(['unknown', 1]);
});

test('if Stripe lists our refund after a stored 500, no second one is made, even if it failed', async () => {
  const { stripe, payments, paid } = await setUpStripe();
  const { payment } = await paid();
  stripe.refundsAs('failed');
  stripe.fail('error_after', create);
  expect(await payments.refund('job_1', payment)).toBe('refused');
  expect(stripe.refunds.size).toBe(1);
});

test('a refund that was refused for a temporary reason is made an hour later, although its first key is used up', async () => {
  let now = Date.now();
  const { stripe, payments, paid } = await setUpStripe({ now: () => now });
  const { payment } = await paid();
  stripe.fail(invalidRequest('balance_insufficient', 'no'), create, 3);
  expect(await payments.refund('job_1', payment)).toBe('not_now');
  now += 3_600_000;
  for (let call = 0; call < 2; call += 1) expect(await payments.refund('job_1', payment)).toBe('refunded');
  expect([stripe.refunds.size, stripe.refundedCents()]).toEqual([1, total]);
});

test('a refund that failed because the balance was too low is made again, and its late failure event undoes nothing', async () => {
  const { stripe, payments, paid } = await setUpStripe();
  const { payment } = await paid();
  stripe.refundsAs('failed', 'insufficient_funds');
  expect(await payments.refund('job_1', payment)).toBe('refunded');
  expect([...stripe.refunds.values()].map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  expect(stripe.refundedCents()).toBe(total);
  // The event of the first refund comes after the second one was made.
  const { body, signature } = stripe.signed(stripe.failRefund([...stripe.refunds.keys()][0] ?? ''));
  const event = await payments.readEvent(body, { 'stripe-signature': signature });
  expect(event).toMatchObject({ kind: 'refunded', jobId: 'job_1', refundedCents: total });
});

test.each<WireFault>(['silent_before', 'unavailable'])(
  'if Stripe does not list its refunds (%s), no other key is tried, and the outcome is unknown',
  async (fault) => {
    const { stripe, payments, paid } = await setUpStripe();
    const { payment } = await paid();
    stripe.fail('error_before', create);
    stripe.fail(fault, list);
    expect(await payments.refund('job_1', payment)).toBe('unknown');
    expect(stripe.requests.at(-1)?.method).toBe('GET');
    expect(await payments.refund('job_1', payment)).toBe('refunded');
    expect(stripe.refunds.size).toBe(1);
  },
);

test('a key that was used with other parameters is used up, and the refund is made once', async () => {
  const { stripe, payments, paid } = await setUpStripe();
  const { payment } = await paid('job_1');
  await payments.refund('job_1', payment);
  expect(await payments.refund('job_2', payment)).toBe('refunded');
  expect([stripe.refunds.size, stripe.refundedCents()]).toEqual([1, total]);
});

test('a payment of zero is refunded without a call to Stripe', async () => {
  const { stripe, payments } = await setUpStripe();
  expect(await payments.refund('job_1', { provider: 'stripe', id: 'cs_test_1', amountCents: 0, currency: 'USD' })).toBe(
    'refunded',
  );
  expect(stripe.requests).toEqual([]);
});

test.each([
  [401, 'key_refused'],
  [403, 'not_allowed'],
])('an API key that Stripe refuses (%i) is an error and the alarm %s, not a refused refund', async (status, alarm) => {
  const { stripe, payments, alarms, paid } = await setUpStripe();
  const { payment } = await paid();
  stripe.fail(error(status), create);
  await expect(payments.refund('job_1', payment)).rejects.toThrow(`Stripe: refund, locked_out, ${status}`);
  expect(alarms.map(({ code }) => code)).toEqual([alarm]);
});

test('twenty simultaneous refunds of a payment make one refund', async () => {
  const { stripe, payments, paid } = await setUpStripe({ timeoutMs: 5_000 });
  const { payment } = await paid();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => payments.refund('job_1', payment)));
  expect(['refunded', 'unknown']).toEqual(expect.arrayContaining(outcomes));
  expect([stripe.refunds.size, stripe.refundedCents()]).toEqual([1, total]);
});
