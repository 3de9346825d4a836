/** The wire of the Machine Payments Protocol: challenges that follow from the job alone, and credentials that answer them. */
import { createHmac } from 'node:crypto';
import { mppRail } from '../../shared/adapters/payments/mpp.ts';
import type { Bill } from '../../shared/ports/agent-payments.ts';
import { challengeIn, credentialWith } from '../support/fakes/agents.ts';

const secret = 's'.repeat(32);
const rail = mppRail({ secret, networkId: 'profile_1' });
const bill: Bill = {
  jobId: 'job_1',
  orderNumber: 'A0K2',
  amountCents: 212,
  currency: 'USD',
  description: 'Letter to Zoë "O\'Neil" Łukasz\n\\ 山田 (order A0 K2)',
  expiresAt: Date.UTC(2026, 10, 25),
  realm: 'mail.example.com',
};
const headerOf = async (changes: Partial<Bill> = {}) =>
  (await rail.demand({ ...bill, ...changes })).headers['www-authenticate'] ?? '';
const decoded = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString());

test('the header has the members of the draft, canonical JSON, and no character that would break it', async () => {
  const header = await headerOf();
  expect(header).toMatch(
    /^Payment id="[\w-]{43}", realm="mail\.example\.com", method="stripe", intent="charge", request="[\w-]+", expires="2026-11-25T00:00:00\.000Z", opaque="[\w-]+", description="[ !#-[\]-~]+"$/,
  );
  const challenge = challengeIn(header);
  expect(Buffer.from(challenge.request ?? '', 'base64url').toString()).toBe(
    '{"amount":"212","currency":"usd","externalId":"A0K2","methodDetails":{"networkId":"profile_1","paymentMethodTypes":["card","link"]}}',
  );
  expect(decoded(challenge.opaque)).toEqual({ order: 'A0K2' });
  expect(challenge.description).toContain('Zoe');
});

test('the id is the HMAC of the parts in their order, with an empty slot for the digest, under a key of the job', async () => {
  const { id, realm, method, intent, request, expires, opaque } = challengeIn(await headerOf());
  const key = createHmac('sha256', secret).update('job_1').digest();
  const parts = [realm, method, intent, request, expires, '', opaque].join('|');
  expect(id).toBe(createHmac('sha256', key).update(parts).digest('base64url'));
});

test.each<Partial<Bill>>([
  { jobId: 'job_2' },
  { amountCents: 213 },
  { currency: 'CAD' },
  { orderNumber: 'A0K3' },
  { expiresAt: bill.expiresAt + 1_000 },
  { realm: 'other.example.com' },
])('a credential for another bill is invalid: %j', async (changes) => {
  const credential = credentialWith(challengeIn(await headerOf(changes)), 'spt_1');
  expect(await rail.tokenOf(credential, bill, 0)).toBe('invalid');
  expect(await rail.tokenOf(credential, { ...bill, ...changes }, 0)).toEqual({ token: 'spt_1' });
});

test('a credential may echo what clients add, and a message the request as an object', async () => {
  const { challenge } = await rail.demand(bill);
  expect(challenge).toMatchObject({ request: { amount: '212' }, opaque: expect.stringMatching(/^[\w-]+$/) });
  const echoed = { ...challengeIn(await headerOf()), description: 'another', header: 'authorization' };
  expect(await rail.tokenOf(credentialWith(echoed, 'spt_1'), bill, 0)).toEqual({ token: 'spt_1' });
  expect(await rail.tokenOf(credentialWith(challenge, 'spt_1'), bill, 0)).toEqual({ token: 'spt_1' });
});

test.each([
  [bill.expiresAt - 1, { token: 'spt_1' }],
  [bill.expiresAt, 'expired'],
])('at %i it is %j', async (now, read) => {
  const credential = credentialWith(challengeIn(await headerOf()), 'spt_1');
  expect(await rail.tokenOf(credential, bill, now)).toEqual(read);
});

const headers = (authorization?: string) => rail.credentialIn({ authorization });

test('the credential is read out of the header, whatever it is worth', async () => {
  const text = Buffer.from('{"a":1}').toString('base64url');
  expect(await headers(`Payment ${text}`)).toEqual({ a: 1 });
  expect(await headers(`payment ${text}`)).toEqual({ a: 1 });
  expect(await headers('Payment !!')).toBe('!!');
  expect(await headers(`Payment ${'x'.repeat(20_000)}`)).toHaveLength(20_000);
  for (const none of [undefined, '', 'Bearer x', 'Payment', 'Payment ']) expect(await headers(none)).toBeUndefined();
});

test('the proof names the payment, and no more of it', async () => {
  const payment = { provider: 'stripe', id: 'pi_1', by: 'token', amountCents: 212, currency: 'USD' } as const;
  const receipt = await rail.receiptOf(payment, bill, bill.expiresAt);
  expect(decoded((await rail.headersOf(receipt))['payment-receipt'])).toEqual({
    status: 'success',
    method: 'stripe',
    timestamp: '2026-11-25T00:00:00.000Z',
    reference: 'pi_1',
    externalId: 'A0K2',
    challengeId: challengeIn(await headerOf()).id,
  });
});
