/** Verifies and reads Telnyx's events, which may arrive twice or in any order. */
import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { isOurs } from '../../domain/ids.ts';
import { parseJson } from '../../domain/json.ts';
import { invalidBody, Refusal } from '../../domain/refusal.ts';
import type { PartnerEvent } from '../partner.ts';
import { telnyxView } from './fax.ts';

const faxEvent = z.looseObject({
  data: z.looseObject({
    event_type: z.string(),
    payload: z.looseObject({
      fax_id: z.optional(z.string()),
      status: z.optional(z.string()),
      direction: z.nullish(z.string()),
      failure_reason: z.nullish(z.string()),
      client_state: z.nullish(z.string()),
    }),
  }),
});

/** `timestamp`: Unix seconds. `signature` and `publicKey` are Base64; the key has 32 bytes. `now` in Unix ms. */
export function readTelnyxEvent(
  rawBody: string,
  signed: { readonly signature: string | undefined; readonly timestamp: string | undefined },
  publicKey: string | undefined,
  now: number,
): PartnerEvent {
  if (publicKey === undefined || !isSigned(rawBody, signed, publicKey, now))
    throw new Refusal('signature_invalid', 'The signature of the event is not valid.');
  let event: z.infer<typeof faxEvent>;
  try {
    event = faxEvent.parse(parseJson(rawBody));
  } catch {
    throw invalidBody('is not a Telnyx event.');
  }
  const { event_type, payload } = event.data;
  if (!event_type.startsWith('fax.')) return { kind: 'ignored', why: 'It is not about a fax.' };
  if (payload.direction === 'inbound')
    return { kind: 'ignored', why: 'The fax was received, and this service only sends.' };
  const { fax_id, status = '', failure_reason, client_state } = payload;
  if (fax_id === undefined) return { kind: 'ignored', why: 'The event names no fax.' };
  if (!isOurs(Buffer.from(client_state ?? '', 'base64').toString()))
    return { kind: 'ignored', why: 'The fax was not sent by this service.' };
  const view = telnyxView({ status, failure_reason });
  if (view.kind === 'unknown') return { kind: 'ignored', why: 'The event says nothing new about the fax.' };
  return { kind: 'order', partnerId: fax_id, view };
}

function isSigned(
  rawBody: string,
  { signature, timestamp }: Parameters<typeof readTelnyxEvent>[1],
  publicKey: string,
  now: number,
): boolean {
  const bytes = Buffer.from(publicKey, 'base64');
  if (bytes.length !== 32)
    throw new Refusal('unavailable', 'Events cannot be checked: TELNYX_PUBLIC_KEY must be 32 bytes as base64.');
  if (signature === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  // Telnyx's own client also allows five minutes between the clocks. Each delivery attempt has a new signature.
  if (Math.abs(now - Number(timestamp) * 1_000) > 300_000) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  return verify(null, Buffer.from(`${timestamp}|${rawBody}`), key, Buffer.from(signature, 'base64'));
}
