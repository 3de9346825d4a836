/** Signs receipts with an Ed25519 key, and publishes the public keys that verify them, retired ones included. */
import { CompactSign, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import type { Signer } from '../orders/signer.ts';

/** The fields of a public key; `x` is the key itself in base64url. */
const publicKey = (x: string) => ({ kty: 'OKP', crv: 'Ed25519', x });

/** `privateJwk`: an Ed25519 private key as the JSON text of a JWK. `retired`: earlier public keys, each in base64url. */
export function jwsSigner(privateJwk: string, retired: readonly string[] = []): Signer {
  const { d: secret, x = '' } = JSON.parse(privateJwk) as JWK;
  const own = publicKey(x);
  const named = calculateJwkThumbprint(own);
  const keys = Promise.all(
    [...new Set([x, ...retired])]
      .map(publicKey)
      .map(async (key) => ({ ...key, kid: await calculateJwkThumbprint(key), use: 'sig', alg: 'EdDSA' })),
  );
  return {
    async sign(payload) {
      const key = await importJWK({ ...own, d: secret }, 'EdDSA');
      return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid: await named, typ: 'receipt+jws' })
        .sign(key);
    },
    async publicKeys() {
      return { keys: await keys };
    },
  };
}
