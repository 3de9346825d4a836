/** Loads a function's keys. The signing key is derived from random text, because Secrets Manager can't generate a key. */
import { createHash, createPrivateKey } from 'node:crypto';
import { seedLength } from '../../../shared/config/config.ts';
import { addKeysToEnvironment } from '../../../shared/config/keys.ts';

/** Reads the function's keys. Startup fails if a value is malformed or settings contradict each other. */
export const loadKeys = () => addKeysToEnvironment(signingKeyOf);

/** A private Ed25519 JWK as JSON text. The same seed always gives the same key. */
export function signingKeyOf(seed = ''): string {
  if (seed.length < seedLength)
    throw new Error(`RECEIPT_SIGNING_SEED must have at least ${seedLength} random characters.`);
  const secret = createHash('sha256').update(seed).digest();
  // The bytes before the 32-byte Ed25519 private key in PKCS #8 (RFC 8410, section 7).
  const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' });
  return JSON.stringify(key.export({ format: 'jwk' }));
}
