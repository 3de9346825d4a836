/** The key that signs, derived from the random seed of Secrets Manager. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { signingKeyOf } from '../../lib/cloud/packaging/load-secrets.ts';

const seed = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab';

test('a seed gives the same key for ever, or no receipt could be checked any more', () => {
  const { kty, crv, x } = JSON.parse(signingKeyOf(seed));
  expect({ kty, crv, x }).toEqual({ kty: 'OKP', crv: 'Ed25519', x: 'z6WgkaOxJHI5HqV3bY1kc_6BBflyNIJEMBBro6nZv8Y' });
});

test('its signatures can be checked with its public half', () => {
  const key = createPrivateKey({ key: JSON.parse(signingKeyOf(seed)), format: 'jwk' });
  const signature = sign(null, Buffer.from('receipt'), key);
  expect(verify(null, Buffer.from('receipt'), createPublicKey(key), signature)).toBe(true);
});

test('another seed, another key', () => {
  expect(signingKeyOf(`${seed}c`)).not.toBe(signingKeyOf(seed));
});

test.each([undefined, '', seed.slice(1)])('too little of a seed, no key: %j', (bad) => {
  expect(() => signingKeyOf(bad)).toThrow('RECEIPT_SIGNING_SEED');
});
