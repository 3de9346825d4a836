/** The key that signs receipts, made from random hexadecimal digits: those Secrets Manager can make by itself, keys it cannot. */
import { createPrivateKey } from 'node:crypto';

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Head = '302e020100300506032b657004220420';

/** A private Ed25519 JWK as JSON text; the same seed, the same key. `seed`: 64 hexadecimal digits. */
export function signingKeyOf(seed: string | undefined): string {
  if (!/^[0-9a-f]{64}$/.test(seed ?? '')) throw new Error('RECEIPT_SIGNING_SEED must be 64 hexadecimal digits.');
  const key = createPrivateKey({ key: Buffer.from(`${pkcs8Head}${seed}`, 'hex'), format: 'der', type: 'pkcs8' });
  return JSON.stringify(key.export({ format: 'jwk' }));
}
