/** Signs receipts with an Ed25519 key, and publishes the public key that verifies them. */
import { CompactSign, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import type { Signer } from '../ports.ts';

/** `privateJwk`: an Ed25519 private key as the JSON text of a JWK. */
export function jwsSigner(privateJwk: string): Signer {
  const { d: secret, ...publicPart } = JSON.parse(privateJwk) as JWK & { d: string };
  const named = calculateJwkThumbprint(publicPart);
  return {
    async sign(payload) {
      const key = await importJWK({ ...publicPart, d: secret }, 'EdDSA');
      return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid: await named, typ: 'receipt+jws' })
        .sign(key);
    },
    async publicKeys() {
      return { keys: [{ ...publicPart, kid: await named, use: 'sig', alg: 'EdDSA' }] };
    },
  };
}
