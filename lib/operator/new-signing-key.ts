/** A new key that signs receipts and webhooks, and its public halves, which are published before it signs. */
import { generateKeyPairSync } from 'node:crypto';
import { standardSigner } from '../../shared/notify/adapters/event-signer.ts';

/** Keyed by the name of the setting each value goes into. */
export function newSigningKey() {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const privateJwk = JSON.stringify(jwk);
  return { RECEIPT_SIGNING_KEY: privateJwk, RETIRED_KEYS: [jwk.x, ...standardSigner(privateJwk).publicKeys()].join() };
}
