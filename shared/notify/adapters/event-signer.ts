/** Signs events as Standard Webhooks 1.0.0 defines, with an Ed25519 key that is derived from the receipt key. */
import { createHmac, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import type { NotifyDeps } from '../deps.ts';

/** `privateJwk`: the Ed25519 key of receipts, as JSON. `others`: more public keys to publish, `whpk_…`. */
export function standardSigner(privateJwk: string, others: readonly string[] = []): NotifyDeps['eventSigner'] {
  const { d = '' } = JSON.parse(privateJwk) as { readonly d?: string };
  // In PKCS #8, these bytes come before the 32 secret bytes of an Ed25519 key (RFC 8410, section 7).
  const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
  const seed = hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'print-and-mail events', 32);
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, Buffer.from(seed)]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const current = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
  return {
    headersOf({ id, at, body }, secret) {
      const timestamp = String(Math.floor(at / 1_000));
      const signed = Buffer.from(`${id}.${timestamp}.${body}`);
      const signatures = [`v1a,${sign(null, signed, key).toString('base64')}`];
      if (secret !== undefined) {
        const secretBytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
        signatures.push(`v1,${createHmac('sha256', secretBytes).update(signed).digest('base64')}`);
      }
      return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
    },
    publicKeys: () => [...new Set([current, ...others])],
  };
}
