/** Messages are signed by Standard Webhooks 1.0.0: held with its own library, and with nothing but Node. */
import { Webhook } from 'standardwebhooks';
import { newSigningKey } from '../../lib/operator/new-signing-key.ts';
import { depsFor } from '../../shared/config/app.ts';
import { config } from '../../shared/config/config.ts';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { showWebhookKeys } from '../../shared/web/show-signing-keys.ts';
import { isSigned as verifies } from '../support/e2e/receiver.ts';
import { signingKey } from '../support/receipts.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const message = { id: 'evt_1', at: Date.now(), body: JSON.stringify({ type: 'letter.mailed', note: 'café' }) };

const isSigned = (headers: Readonly<Record<string, string>>, whpk: string, body = message.body): boolean =>
  verifies({ headers, body }, whpk);

test('without a secret a message has one signature, which verifies with the published key alone', () => {
  const signer = standardSigner(signingKey().privateJwk);
  const headers = signer.headersOf(message, undefined);
  const [whpk = '', ...others] = signer.publicKeys();
  expect(others).toEqual([]);
  expect(whpk).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  expect(Object.keys(headers)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(headers['webhook-timestamp']).toBe(`${Math.floor(message.at / 1_000)}`);
  expect(headers['webhook-signature']).toMatch(/^v1a,\S{88}$/);
  expect(isSigned(headers, whpk)).toBe(true);
  expect(isSigned(headers, whpk, message.body.replace('mailed', 'failed'))).toBe(false);
  expect(isSigned({ ...headers, 'webhook-id': 'evt_2' }, whpk)).toBe(false);
  expect(isSigned({ ...headers, 'webhook-timestamp': `${Math.floor(message.at / 1_000) + 1}` }, whpk)).toBe(false);
});

test('with a secret it has two, and the library of the standard verifies the second', () => {
  const signer = standardSigner(signingKey().privateJwk);
  const headers = signer.headersOf(message, secret);
  expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  expect(isSigned(headers, signer.publicKeys()[0] ?? '')).toBe(true);
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(() => new Webhook(other).verify(message.body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow('No matching signature');
  expect(JSON.stringify(headers)).not.toContain(secret.slice('whsec_'.length));
});

test('the key follows from the key of receipts, and is another one', () => {
  const { privateJwk, publicX } = signingKey();
  const [whpk = ''] = standardSigner(privateJwk).publicKeys();
  expect(standardSigner(privateJwk).publicKeys()).toEqual([whpk]);
  expect(standardSigner(signingKey().privateJwk).publicKeys()).not.toEqual([whpk]);
  const { d } = JSON.parse(privateJwk);
  const bytes = Buffer.from(whpk.slice('whpk_'.length), 'base64');
  for (const half of [publicX, d]) expect(bytes.equals(Buffer.from(half, 'base64url'))).toBe(false);
});

describe('a new key', () => {
  const next = newSigningKey();
  const [, whpk = ''] = next.RETIRED_KEYS.split(',');
  const { privateJwk } = signingKey();
  const [former = ''] = standardSigner(privateJwk).publicKeys();

  test('is made with the public halves that its own settings take', () => {
    const settings = config('receipts', { ...next });
    const { x } = JSON.parse(next.RECEIPT_SIGNING_KEY);
    expect(settings).toMatchObject({ RETIRED_KEYS: [x, whpk] });
    expect(standardSigner(next.RECEIPT_SIGNING_KEY).publicKeys()).toEqual([whpk]);
    expect(newSigningKey()).not.toEqual(next);
  });

  test('is published before it signs, and the former one stays: a list of either time verifies both', () => {
    const others = [former, whpk];
    const [before, after] = [standardSigner(privateJwk, others), standardSigner(next.RECEIPT_SIGNING_KEY, others)];
    expect(new Set(before.publicKeys())).toEqual(new Set(others));
    expect(new Set(after.publicKeys())).toEqual(new Set(others));
    expect(before.publicKeys()).toHaveLength(2);
    for (const { headersOf } of [before, after])
      for (const { publicKeys } of [before, after])
        expect(publicKeys().filter((whpk) => isSigned(headersOf(message, undefined), whpk))).toHaveLength(1);
  });

  test('is shown by the service beside its own', async () => {
    Object.assign(process.env, { RECEIPT_SIGNING_KEY: privateJwk, RETIRED_KEYS: next.RETIRED_KEYS });
    const { body } = await ask(showWebhookKeys, depsFor({}), {}, { baseUrl: 'http://127.0.0.1/v1', address: '' });
    expect(body).toEqual({ keys: [former, whpk] });
  });
});
