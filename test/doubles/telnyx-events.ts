/** How the double of Telnyx writes, signs and posts its events. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { DoubleFax } from './telnyx.ts';

export interface SignedEvent {
  readonly rawBody: string;
  readonly headers: { readonly 'telnyx-signature-ed25519': string; readonly 'telnyx-timestamp': string };
}

interface Keys {
  readonly privateKey: KeyObject;
  /** 32 bytes in Base64. */
  readonly publicKey: string;
}

export function keyPair(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') };
}

export function eventOf(fax: DoubleFax, now: number): object {
  const { id, connection_id, direction, from, to, status, client_state, media_url, failure_reason } = fax;
  const kind = status === 'sending' ? 'sending.started' : status;
  return {
    data: {
      event_type: `fax.${kind}`,
      id: randomUUID(),
      occurred_at: new Date(now).toISOString(),
      record_type: 'event',
      payload: {
        ...{ fax_id: id, connection_id, direction, from, to, status, client_state, user_id: 'user_double' },
        ...{ original_media_url: media_url, ...(failure_reason === null ? {} : { failure_reason }) },
        ...(status === 'delivered' ? { page_count: 1, call_duration_secs: 41 } : {}),
      },
    },
    meta: { attempt: 1, delivered_to: fax.webhook_url },
  };
}

/** `now` in Unix ms. */
export function signed(event: object, { privateKey }: Keys, now: number): SignedEvent {
  const rawBody = JSON.stringify(event);
  const timestamp = `${Math.floor(now / 1_000)}`;
  const signature = sign(null, Buffer.from(`${timestamp}|${rawBody}`), privateKey).toString('base64');
  return { rawBody, headers: { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': timestamp } };
}

const attempts = 3;

/** Posts until the receiver answers with success, a few times at once; each attempt is signed anew. */
export async function post(url: string, make: () => SignedEvent): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { rawBody, headers } = make();
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: rawBody,
    }).catch(() => undefined);
    if (response?.ok) return;
  }
}
