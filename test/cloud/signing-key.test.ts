/** The keys of receipts and of fingerprints, derived from the random seed of Secrets Manager. */
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintKeyOf, signingKeyOf } from '../../lib/cloud/packaging/signing-key.ts';

const seed = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab';

test('a seed gives the same key for ever, or receipts given out could no longer be checked', () => {
  const { kty, crv, x } = JSON.parse(signingKeyOf(seed));
  expect({ kty, crv, x }).toEqual({ kty: 'OKP', crv: 'Ed25519', x: 'z6WgkaOxJHI5HqV3bY1kc_6BBflyNIJEMBBro6nZv8Y' });
});

test('its signatures can be checked with its public half', () => {
  const key = createPrivateKey({ key: JSON.parse(signingKeyOf(seed)), format: 'jwk' });
  const signature = sign(null, Buffer.from('receipt'), key);
  expect(verify(null, Buffer.from('receipt'), createPublicKey(key), signature)).toBe(true);
});

test('the line of docs/configuration.md keeps the key of fingerprints when the seed must change', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
  const [, line = ''] = /```sh\n(node -p .*OLD_SEED.*)\n```/.exec(page) ?? [];
  const written = execFileSync('sh', ['-c', line], { env: { ...process.env, OLD_SEED: seed }, encoding: 'utf8' });
  expect(written.trim()).toBe(fingerprintKeyOf(seed));
});

test('another seed, another key', () => {
  expect(signingKeyOf(`${seed}c`)).not.toBe(signingKeyOf(seed));
});

test.each([undefined, '', seed.slice(1)])('too little of a seed, no key: %j', (bad) => {
  expect(() => signingKeyOf(bad)).toThrow('RECEIPT_SIGNING_SEED');
});
