/** Tokens of agents at Stripe: a look before, one charge for a key whatever token is shown, and a look after. */
import type { ChargeOutcome, DeclineReason } from '../../../shared/ports/payments.ts';
import { type Counter, closeCounters, counter, request, total } from '../../support/adapters/stripe.ts';
import type { GrantedAs } from '../../support/doubles/stripe-tokens.ts';
import type { WireFault } from '../../support/doubles/stripe-wire.ts';

afterEach(closeCounters);

const create = /^POST \/v1\/payment_intents$/;
const attempt = { number: 1, firstAt: Date.now() };

const tokensOf = ({ payments: { tokens } }: Counter) => {
  if (tokens === undefined) throw new Error('Stripe takes tokens');
  return tokens;
};
const charged = ({ stripe }: Counter) => stripe.intents().filter(({ status }) => status === 'succeeded');

/** A charge under the key of one attempt. */
const charge = (at: Counter, token: string, key = 'pay_job_1_1') =>
  tokensOf(at).charge({ token, key, order: request() });

test.each<[GrantedAs, DeclineReason | undefined]>([
  [{}, undefined],
  [{ type: 'link' }, undefined],
  [{ max_amount: total }, undefined],
  [{ max_amount: total - 1 }, 'limit'],
  [{ currency: 'usd' }, 'limit'],
  [{ type: 'us_bank_account' }, 'method'],
  [{ type: 'acss_debit' }, 'method'],
  [{ deactivated_reason: 'consumed' }, 'token'],
  [{ deactivated_reason: 'expired' }, 'token'],
  [{ deactivated_reason: 'revoked' }, 'token'],
])('a token that is %j: %s, and nothing is charged by the look', async (granted, problem) => {
  const at = await counter();
  at.stripe.grant('spt_1', granted);
  expect(await tokensOf(at).problemOf('spt_1', request())).toBe(problem);
  expect(at.stripe.intents()).toEqual([]);
});

test('a token that nobody has granted is one that is used up, and silence is none', async () => {
  const at = await counter();
  expect(await tokensOf(at).problemOf('spt_unknown', request())).toBe('token');
  at.stripe.fail('silent_before', /granted_tokens/);
  await expect(tokensOf(at).problemOf('spt_1', request())).rejects.toThrow('Stripe: token');
});

test('a charge is of the approved sum, names its job, follows no redirect, and asks in the preview version', async () => {
  const at = await counter();
  at.stripe.grant('spt_1');
  const { tokens } = at.payments;
  const outcome = await tokens?.charge({ token: 'spt_1', key: 'pay_job_1_1', order: request() });
  expect(outcome).toMatchObject({ kind: 'paid', payment: { by: 'token', amountCents: total, currency: 'CAD' } });
  const [asked] = at.stripe.asked.filter(({ method, path }) => create.test(`${method} ${path}`));
  expect(asked?.key).toBe('pay_job_1_1');
  expect(asked?.form).toMatchObject({
    amount: `${total}`,
    currency: 'cad',
    confirm: 'true',
    metadata: { job_id: 'job_1', machine_payment: 'true' },
    payment_method_data: { shared_payment_granted_token: 'spt_1' },
    automatic_payment_methods: { enabled: 'true', allow_redirects: 'never' },
  });
});

/** The outcome of one charge, what a look finds then, and the sum that was taken. */
test.each<[GrantedAs['plays'], ChargeOutcome, 'paid' | 'open' | 'none', number]>([
  ['paid', { kind: 'paid', payment: expect.anything() }, 'paid', 1],
  ['card_declined', { kind: 'declined', why: 'declined' }, 'none', 0],
  ['requires_payment_method', { kind: 'declined', why: 'declined' }, 'none', 0],
  ['requires_action', { kind: 'declined', why: 'person' }, 'none', 0],
  ['processing', { kind: 'unknown' }, 'open', 0],
])('a token that is %s', async (plays, outcome, look, sums) => {
  const at = await counter();
  at.stripe.grant('spt_1', { plays });
  expect(await charge(at, 'spt_1')).toMatchObject(outcome);
  expect((await tokensOf(at).charged('job_1', attempt)).kind).toBe(look);
  expect(charged(at)).toHaveLength(sums);
});

test('a payment that waits for a person and cannot be ended may still be made', async () => {
  const at = await counter();
  at.stripe.grant('spt_1', { plays: 'requires_action' });
  at.stripe.fail('error_before', /^POST \/v1\/payment_intents\/[^/]+\/cancel$/, 3);
  expect((await charge(at, 'spt_1')).kind).toBe('unknown');
  expect(await tokensOf(at).charged('job_1', attempt)).toEqual({ kind: 'open' });
});

/** A fault, what the charge says, and whether it was made. */
test.each<[WireFault, number, ChargeOutcome['kind'], number]>([
  ['reset_after', 2, 'unknown', 1],
  ['reset_before', 2, 'unknown', 0],
  ['silent_after', 1, 'unknown', 1],
  ['silent_before', 1, 'unknown', 0],
  ['malformed', 1, 'unknown', 1],
  ['rate_limited', 1, 'unknown', 0],
  ['key_in_use', 1, 'unknown', 0],
  ['error_after', 1, 'spoilt', 1],
  ['error_before', 1, 'spoilt', 0],
])('%s: the charge says what is known, and another token charges no second time', async (fault, times, kind, made) => {
  const at = await counter();
  for (const token of ['spt_1', 'spt_2']) at.stripe.grant(token);
  at.stripe.fail(fault, create, times);
  expect((await charge(at, 'spt_1')).kind).toBe(kind);
  expect(charged(at)).toHaveLength(made);
  const found = await tokensOf(at).charged('job_1', attempt);
  expect(found).toMatchObject(made === 1 ? { kind: 'paid', payment: { amountCents: total } } : { kind: 'none' });
  const again = await charge(at, 'spt_2');
  expect({ again: again.kind, charged: charged(at).length }).toEqual(
    made === 1 || kind === 'spoilt' ? { again: 'spoilt', charged: made } : { again: 'paid', charged: 1 },
  );
});

test('the same request again is replayed, and is a success', async () => {
  const at = await counter();
  at.stripe.grant('spt_1');
  const first = await charge(at, 'spt_1');
  expect(await charge(at, 'spt_1')).toEqual(first);
  expect(charged(at)).toHaveLength(1);
});

test('a look finds no payment of another job, of a page, or of long ago', async () => {
  const at = await counter();
  at.stripe.grant('spt_1');
  await tokensOf(at).charge({ token: 'spt_1', key: 'pay_job_2_1', order: request('job_2') });
  await at.paid('job_1');
  expect(await tokensOf(at).charged('job_1', attempt)).toEqual({ kind: 'none' });
  // Its clock may be behind ours.
  const sooner = { number: 1, firstAt: Date.now() + 30_000 };
  expect((await tokensOf(at).charged('job_2', sooner)).kind).toBe('paid');
  const later = { number: 1, firstAt: Date.now() + 3_600_000 };
  expect(await tokensOf(at).charged('job_2', later)).toEqual({ kind: 'none' });
  expect((await tokensOf(at).charged('job_2', attempt)).kind).toBe('paid');
});

test('another page of a job has a key of its own', async () => {
  const at = await counter();
  const first = await at.payments.open(request());
  const pages = [
    await at.payments.open({ ...request(), claim: 2 }),
    await at.payments.open({ ...request(), claim: 2 }),
  ];
  expect(new Set([first.id, ...pages.map(({ id }) => id)]).size).toBe(2);
});
