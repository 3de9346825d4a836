/**
 * One request to a print partner and what came of it: never repeated, never longer than the time given, never more of an
 * answer than orders need. What was sent and the partner's words stay out of every reason: they may hold personal data.
 */
import { callOperator, ourFaultIn } from '../../../core/our-fault.ts';
import { callTimeoutMs } from '../../../core/retry.ts';
import type { Log } from '../../../ports.ts';
import { failedCall } from '../failed-call.ts';

/** How a partner is reached. */
export interface Line {
  /** The partner's name, for people. */
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For one question of ours with all requests that it takes. */
  readonly timeoutMs?: number | undefined;
  /** Alarms when the partner refuses this service itself rather than one order. */
  readonly log: Pick<Log, 'alarm'>;
}

export interface Body {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Behind the base URL, beginning with a slash. */
  readonly path: string;
  readonly body?: Body;
  readonly idempotencyKey?: string;
}

/** `body`: missing where it is not a JSON object, is cut off or too large. `unreached`: not a byte was sent. */
export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Fields | undefined }
  | { readonly kind: 'unreached' | 'unanswered'; readonly reason: string };

export type Fields = Readonly<Record<string, unknown>>;

export type Ask = (call: Call) => Promise<Answer>;

/** A conversation: whatever it asks, its time is up at once for all of it, so that a claim outlives it. */
export function conversation({ name, baseUrl, headers, log, timeoutMs = callTimeoutMs }: Line): Ask {
  const signal = AbortSignal.timeout(timeoutMs);
  return async ({ method, path, body, idempotencyKey }) => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        signal,
        // A key that is meant for the partner follows no redirection.
        redirect: 'manual',
        headers: {
          ...headers,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': body.type }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: body.bytes }),
      });
      const ours = ourFaultIn(response.status);
      if (ours !== undefined) callOperator(log, name, ours);
      return { kind: 'answered', status: response.status, body: await fieldsOf(response) };
    } catch (error) {
      return accident(name, error);
    }
  };
}

function accident(partner: string, error: unknown): Answer {
  const { code, neverLeft } = failedCall(error);
  return { kind: neverLeft ? 'unreached' : 'unanswered', reason: `${partner} did not answer (${code})` };
}

/** Ten times what a list of a hundred orders takes. */
const mostBytes = 4 * 1024 * 1024;

async function fieldsOf({ body }: Response): Promise<Fields | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > mostBytes) return undefined;
      parts.push(part);
    }
    return asFields(JSON.parse(Buffer.concat(parts).toString('utf8')));
  } catch {
    return undefined;
  }
}

export const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export const jsonBody = (value: object): Body => ({
  type: 'application/json',
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});
