/** Signs receipts with an Ed25519 key, and publishes the public keys that verify them, before and after a rotation. */
import type { JWK } from 'jose';
import type { Deps } from '../orders/deps.ts';

/** `privateJwk`: an Ed25519 private key as the JSON text of a JWK. `others`: more public keys to publish, in base64url. */
export function jwsSigner(privateJwk: string, others: readonly string[] = []): Deps['signer'] {
  const { d: secret, x = '' } = JSON.parse(privateJwk) as JWK;
  const publicKey = (key: string) => ({ kty: 'OKP', crv: 'Ed25519', x: key });
  const current = publicKey(x);
  // Loaded on first use, so that cold starts don't wait for it.
  const jose = () => import('jose');
  const keyIdOf = async (key: ReturnType<typeof publicKey>) => (await jose()).calculateJwkThumbprint(key);
  return {
    async sign(payload) {
      const { CompactSign, importJWK } = await jose();
      const key = await importJWK({ ...current, d: secret }, 'EdDSA');
      return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid: await keyIdOf(current), typ: 'receipt+jws' })
        .sign(key);
    },
    async publicKeys() {
      const keys = [...new Set([x, ...others])].map(publicKey);
      return {
        keys: await Promise.all(
          keys.map(async (key) => ({ ...key, kid: await keyIdOf(key), use: 'sig', alg: 'EdDSA' })),
        ),
      };
    },
  };
}
