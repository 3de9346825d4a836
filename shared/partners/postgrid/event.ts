/**
 * PostGrid's events in our words. Checks the signature first: HMAC-SHA256 over `t.rawBody` (payloadFormat `json`).
 * Refuses events that are unsigned, older than the partner's last retry, or from the future.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isOurs } from '../../domain/ids.ts';
import { parseJson } from '../../domain/json.ts';
import { invalidBody, Refusal } from '../../domain/refusal.ts';
import { asFields, type Fields } from '../http/partner-client.ts';
import type { PartnerEvent } from '../partner.ts';
import { postgridView, validIdOf } from './order.ts';

/** The events of orders; an endpoint at PostGrid must be registered for them. */
export const postgridEventTypes = ['letter.created', 'letter.updated', 'cheque.created', 'cheque.updated'];

/** `secrets`: two during a rotation. `now` in Unix ms. Throws a Refusal if the event is not from the partner. */
export function readPostgridEvent(
  rawBody: string,
  header: string | undefined,
  secrets: readonly string[],
  now: number,
): PartnerEvent & { readonly id: string; readonly type: string } {
  if (!isSigned(rawBody, header ?? '', secrets, now))
    throw new Refusal('signature_invalid', 'PostGrid-Signature is wrong or expired: check the secret and the clock.');
  const event = parse(rawBody);
  const about = { id: loggable(event.id), type: loggable(event.type) };
  if (!postgridEventTypes.includes(about.type))
    return { ...about, kind: 'ignored', why: `Events of type ${about.type} change nothing here.` };
  const data = asFields(event.data);
  const partnerId = data && validIdOf(data);
  if (data === undefined || partnerId === undefined)
    return { ...about, kind: 'ignored', why: 'The event carries no order.' };
  if (!isOurs(asFields(data.metadata)?.reference))
    return { ...about, kind: 'ignored', why: 'The order was not placed by this service.' };
  const view = postgridView(data);
  return view.kind === 'unknown'
    ? { ...about, kind: 'ignored', why: 'The order has an unknown status.' }
    : { ...about, kind: 'order', partnerId, view };
}

function isSigned(rawBody: string, header: string, secrets: readonly string[], now: number): boolean {
  // A timestamp and two signatures are much shorter.
  if (header.length > 1_000) return false;
  const pairs = header.split(',').map((pair) => pair.trim().split('='));
  const valuesOf = (name: string) => pairs.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [timestamp = '', ...others] = valuesOf('t');
  if (!/^\d{10,13}$/.test(timestamp) || others.length > 0) return false;
  // PostGrid's documents show seconds and milliseconds. Until the year 5138, seconds have fewer than 12 digits.
  const ageMs = now - Number(timestamp) * (timestamp.length < 12 ? 1_000 : 1);
  const minuteMs = 60_000;
  // Retries follow after 1, 2 and 4 hours. Whether each has a new timestamp is unverified, see docs/going-live.md.
  if (ageMs > 8 * 60 * minuteMs || ageMs < -5 * minuteMs) return false;
  const signatures = valuesOf('v1').filter((hex) => /^[\da-f]{64}$/i.test(hex));
  // Anyone could sign with an empty secret.
  const expected = secrets
    .filter(Boolean)
    .map((secret) => createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest());
  return signatures.some((hex) => expected.some((digest) => timingSafeEqual(digest, Buffer.from(hex, 'hex'))));
}

function parse(rawBody: string): Fields {
  try {
    const fields = asFields(parseJson(rawBody));
    if (fields !== undefined) return fields;
  } catch {}
  throw invalidBody('is not a JSON object: the webhook must have payloadFormat json.');
}

/** We log ids and types, so text of any other form becomes `unknown`. */
const loggable = (text: unknown): string =>
  typeof text === 'string' && /^(?:event_\w{1,80}|[a-z_]{1,40}\.[a-z_]{1,40})$/.test(text) ? text : 'unknown';
