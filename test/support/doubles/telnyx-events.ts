/**
 * Events of Telnyx's double: their shape, signature and delivery. Documented: an event not answered with 200 goes to
 * the failover address of the fax application, and what is not answered is tried again. How often, its guide says of
 * messages only, three times an address; how long after one another, nowhere.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { DoubleFax } from './telnyx.ts';
import { attemptUntil, deliver, partnerJson } from './webhook-delivery.ts';

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

export interface FaxEvent {
  readonly data: object;
}

export function eventOf(fax: DoubleFax, now: number): FaxEvent {
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
  };
}

/** `now` in Unix ms. */
export function signed(event: object, { privateKey }: Keys, now: number): SignedEvent {
  const rawBody = partnerJson(event);
  const timestamp = `${Math.floor(now / 1_000)}`;
  const signature = sign(null, Buffer.from(`${timestamp}|${rawBody}`), privateKey).toString('base64');
  return { rawBody, headers: { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': timestamp } };
}

/** Between the attempts at one address. */
const delaysMs = [50, 100];

/** To the first address that answers 200, each attempt signed anew. */
export async function tell(urls: readonly string[], event: FaxEvent, sign: (event: object) => SignedEvent) {
  let attempt = 0;
  for (const delivered_to of urls) {
    const status = await attemptUntil(
      (last) => last === 200,
      delaysMs,
      () => {
        attempt += 1;
        const { rawBody, headers } = sign({ ...event, meta: { attempt, delivered_to } });
        return deliver(delivered_to, { body: rawBody, headers: { ...headers, 'content-type': 'application/json' } });
      },
    );
    if (status === 200) return;
  }
}
