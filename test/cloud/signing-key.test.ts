/** The receipts' key, made of what Secrets Manager makes. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { signingKeyOf } from '../../lib/cloud/signing-key.ts';

const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

test('a seed gives the key that RFC 8032 gives for it, every time', () => {
  const jwk = JSON.parse(signingKeyOf(seed));
  expect(jwk).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
  // Section 7.1, test 1.
  const publicHex = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
  expect(Buffer.from(jwk.x, 'base64url').toString('hex')).toBe(publicHex);
  expect(signingKeyOf(seed)).toBe(signingKeyOf(seed));
});

test('what it signs can be checked with its public half', () => {
  const key = createPrivateKey({ key: JSON.parse(signingKeyOf(seed)), format: 'jwk' });
  const signature = sign(null, Buffer.from('receipt'), key);
  expect(verify(null, Buffer.from('receipt'), createPublicKey(key), signature)).toBe(true);
});

test.each([undefined, '', 'abc', seed.toUpperCase(), `${seed}0`])('no seed, no key: %j', (bad) => {
  expect(() => signingKeyOf(bad)).toThrow('RECEIPT_SIGNING_SEED');
});
