/** `npm run -s new-signing-key`: prints a new key as JSON, and its public keys, to publish before the key is used. */
import { generateKeyPairSync } from 'node:crypto';
import { standardSigner } from '../shared/notify/adapters/event-signer.ts';

/** Returns the values by the names of their settings. */
export function createSigningKey() {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const privateJwk = JSON.stringify(jwk);
  const publicKeys = [jwk.x, ...standardSigner(privateJwk).publicKeys()];
  return { RECEIPT_SIGNING_KEY: privateJwk, ADDITIONAL_PUBLIC_KEYS: publicKeys.join() };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(createSigningKey(), undefined, 2)}\n`);
