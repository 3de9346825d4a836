/** The signatures of messages to receivers, and a rotation of the key that signs them. */
import { Webhook } from 'standardwebhooks';
import { createSigningKey } from '../../bin/new-signing-key.ts';
import { depsFor } from '../../shared/config/app.ts';
import { config } from '../../shared/config/config.ts';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { showWebhookKeys } from '../../shared/web/show-signing-keys.ts';
import { isSigned } from '../support/e2e/receiver.ts';
import { signingKey } from '../support/receipts.ts';

const ownSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const message = { id: 'evt_1', at: Date.now(), body: JSON.stringify({ type: 'letter.mailed', note: 'café' }) };

const isVerified = (headers: Readonly<Record<string, string>>, whpk: string, body = message.body): boolean =>
  isSigned({ headers, body }, whpk);

test('without a secret, a message has one signature, which verifies with the published key', () => {
  const { privateJwk, publicX } = signingKey();
  const signer = standardSigner(privateJwk);
  const headers = signer.headersOf(message, undefined);
  const [whpk = '', ...others] = signer.publicKeys();
  expect(others).toEqual([]);
  expect(whpk).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  // The key differs from that of receipts.
  expect(whpk).not.toBe(`whpk_${Buffer.from(publicX, 'base64url').toString('base64')}`);
  expect(Object.keys(headers)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(headers['webhook-timestamp']).toBe(`${Math.floor(message.at / 1_000)}`);
  expect(headers['webhook-signature']).toMatch(/^v1a,\S{88}$/);
  expect(isVerified(headers, whpk)).toBe(true);
  expect(isVerified(headers, whpk, message.body.replace('mailed', 'failed'))).toBe(false);
  expect(isVerified({ ...headers, 'webhook-id': 'evt_2' }, whpk)).toBe(false);
  expect(isVerified({ ...headers, 'webhook-timestamp': `${Math.floor(message.at / 1_000) + 1}` }, whpk)).toBe(false);
});

test('with a secret, a message has a second signature, which the library of the standard verifies', () => {
  const signer = standardSigner(signingKey().privateJwk);
  const headers = signer.headersOf(message, ownSecret);
  expect(new Webhook(ownSecret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  expect(isVerified(headers, signer.publicKeys()[0] ?? '')).toBe(true);
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(() => new Webhook(other).verify(message.body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(ownSecret).verify(`${message.body} `, headers)).toThrow('No matching signature');
  expect(JSON.stringify(headers)).not.toContain(ownSecret.slice('whsec_'.length));
});

const newKey = createSigningKey();
const [, newWhpk = ''] = newKey.ADDITIONAL_PUBLIC_KEYS.split(',');
const { privateJwk } = signingKey();
const [current = ''] = standardSigner(privateJwk).publicKeys();

test('a new signing key comes with public keys in the format of the ADDITIONAL_PUBLIC_KEYS setting', () => {
  const settings = config('receipts', { ...newKey });
  const { x } = JSON.parse(newKey.RECEIPT_SIGNING_KEY);
  expect(settings).toMatchObject({ ADDITIONAL_PUBLIC_KEYS: [x, newWhpk] });
  expect(standardSigner(newKey.RECEIPT_SIGNING_KEY).publicKeys()).toEqual([newWhpk]);
  expect(createSigningKey()).not.toEqual(newKey);
});

test('the keys published before a rotation and those published after it each verify messages signed before or after it', () => {
  const both = [current, newWhpk];
  const [before, after] = [standardSigner(privateJwk, both), standardSigner(newKey.RECEIPT_SIGNING_KEY, both)];
  expect(new Set(before.publicKeys())).toEqual(new Set(both));
  expect(new Set(after.publicKeys())).toEqual(new Set(both));
  expect(before.publicKeys()).toHaveLength(2);
  for (const { headersOf } of [before, after])
    for (const { publicKeys } of [before, after])
      expect(publicKeys().filter((key) => isVerified(headersOf(message, undefined), key))).toHaveLength(1);
});

test('the service publishes the keys in ADDITIONAL_PUBLIC_KEYS in addition to its own', async () => {
  const { ADDITIONAL_PUBLIC_KEYS } = newKey;
  Object.assign(process.env, { RECEIPT_SIGNING_KEY: privateJwk, ADDITIONAL_PUBLIC_KEYS });
  const { body } = await ask(showWebhookKeys, depsFor({}), {}, { baseUrl: 'http://127.0.0.1/v1', address: '' });
  expect(body).toEqual({ keys: [current, newWhpk] });
});
