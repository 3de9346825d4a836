/** Parts of Telnyx's double: its signed events, the operator's account, and the test numbers. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { DoubleFax } from './telnyx.ts';
import { attemptUntil, deliver, partnerJson } from './webhook-delivery.ts';
import type { DoubleRequest, Reply } from './wire.ts';

export interface SignedEvent {
  readonly rawBody: string;
  readonly headers: { readonly 'telnyx-signature-ed25519': string; readonly 'telnyx-timestamp': string };
}

interface Keys {
  readonly privateKey: KeyObject;
  /** 32 bytes in base64. */
  readonly publicKey: string;
}

export function keyPair(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') };
}

interface FaxEvent {
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
        fax_id: id,
        connection_id,
        direction,
        from,
        to,
        status,
        client_state,
        user_id: 'user_double',
        original_media_url: media_url,
        ...(failure_reason === null ? {} : { failure_reason }),
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

/** The time before each further attempt at one URL. */
const delaysMs = [50, 100];
/** How long Telnyx waits for a response. */
const timeoutMs = 2_000;

/** Tries the URLs until one responds with 200, signing each attempt. */
export async function sendEvent(urls: readonly string[], event: FaxEvent, signEvent: (event: object) => SignedEvent) {
  let attempt = 0;
  for (const delivered_to of urls) {
    const status = await attemptUntil(
      (last) => last === 200,
      delaysMs,
      () => {
        attempt += 1;
        const { rawBody, headers } = signEvent({ ...event, meta: { attempt, delivered_to } });
        const posted = { body: rawBody, headers: { ...headers, 'content-type': 'application/json' } };
        return deliver(delivered_to, posted, timeoutMs);
      },
    );
    if (status === 200) return;
  }
}

interface TelnyxAccount {
  application: {
    id: string;
    active: boolean;
    outbound: { outbound_voice_profile_id: string | null };
    /** The URL for events of faxes that have none. */
    webhook_event_url: string | null;
    webhook_event_failover_url: string | null;
  };
  numbers: { phone_number: string; status: string; connection_id: string | null }[];
  profile: { id: string; enabled: boolean; whitelisted_destinations: string[] };
}

const profileId = '1911630617284445511';

export const healthyAccount = (connectionId: string, fromNumber: string): TelnyxAccount => ({
  application: {
    id: connectionId,
    active: true,
    outbound: { outbound_voice_profile_id: profileId },
    webhook_event_url: null,
    webhook_event_failover_url: null,
  },
  numbers: [{ phone_number: fromNumber, status: 'active', connection_id: connectionId }],
  profile: { id: profileId, enabled: true, whitelisted_destinations: ['US', 'CA'] },
});

const paths = /^\/v2\/(fax_applications|phone_numbers|outbound_voice_profiles)(?:\/([^/]+))?$/;

export const isAboutAccount = ({ method, path }: DoubleRequest): boolean => method === 'GET' && paths.test(path);

/** The response about the account; undefined if there is no such resource. */
export function accountAnswer(account: TelnyxAccount, { path, query }: DoubleRequest): Reply | undefined {
  const [, resource, id] = paths.exec(path) ?? [];
  const ifIdMatches = (one: { readonly id: string }): Reply | undefined =>
    one.id === id ? { status: 200, body: { data: one } } : undefined;
  if (resource === 'fax_applications') return ifIdMatches(account.application);
  if (resource === 'outbound_voice_profiles') return ifIdMatches(account.profile);
  return id === undefined ? { status: 200, body: { data: numbersWith(account, query) } } : undefined;
}

/** The API reference says that part of a number is enough, and that only digits match. */
function numbersWith({ numbers }: TelnyxAccount, query: URLSearchParams) {
  const digits = query.get('filter[phone_number]') ?? '';
  return /\D/.test(digits) ? [] : numbers.filter(({ phone_number }) => phone_number.includes(digits));
}

/** The fate of a fax, chosen by its number: docs/configuration.md, "Test triggers". */
type FaxTrigger = 'none' | 'reject' | 'outage' | 'down' | 'lost_reply';

const triggers: ReadonlyMap<string, FaxTrigger> = new Map([
  ['+12125550101', 'reject'],
  ['+12125550102', 'outage'],
  ['+12125550103', 'down'],
  ['+12125550104', 'lost_reply'],
]);

export const faxTrigger = (number: string): FaxTrigger => triggers.get(number) ?? 'none';

/** True if a call for this number fails after `callsBefore` earlier ones. */
export const isUnavailable = (number: string, callsBefore: number): boolean =>
  faxTrigger(number) === 'down' || (faxTrigger(number) === 'outage' && callsBefore < 2);

/** When a fax reaches each status after it was accepted, if faxes move on their own. */
export const pace = { processedAfterMs: 300, sendingAfterMs: 700, sentAfterMs: 1_500 } as const;
