/**
 * The only HTTP client for partners. It never repeats a request, follows no redirect, ends within its time limit and
 * limits the size of a response. Its reasons never quote the request or the response: both may hold personal data.
 */
import type { Log } from '../../domain/metrics.ts';
import { Refusal } from '../../domain/refusal.ts';
import { timeoutsMs } from '../../domain/times.ts';
import type { Assumed } from '../assumed.ts';
import type { AccountProblem, SubmitOutcome } from '../partner.ts';

export interface Meaning {
  /** The outcome of a new order. Never `rejected`: a wrong key of ours must not refund every paid order. */
  readonly order: 'unavailable' | 'unknown';
  /** Continues the sentence after the partner's name; never the partner's own words. */
  readonly says: string;
  /** One word for the alarm, if only the operator can fix it. */
  readonly problem?: 'key_refused' | 'account_unpaid' | 'not_allowed' | 'not_found';
  /** It is a problem for new orders only: any other call may ask for an object that does not exist. */
  readonly ofOrdersOnly?: true;
}

/** Partners add their own. No other status proves anything: the partner may have made the order before it answered. */
export const statusMeanings: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [401, { order: 'unavailable', says: 'does not know our key', problem: 'key_refused' }],
  [402, { order: 'unavailable', says: 'says that our account is unpaid', problem: 'account_unpaid' }],
  [403, { order: 'unavailable', says: 'does not allow our account to do this', problem: 'not_allowed' }],
  // The response to a new order if the key, the address or a setting belongs to another account or service.
  [404, { order: 'unavailable', says: 'has nothing at this URL', problem: 'not_found', ofOrdersOnly: true }],
  [408, { order: 'unknown', says: 'got the request too slowly' }],
  [409, { order: 'unknown', says: 'is still at work on an earlier call' }],
  [425, { order: 'unknown', says: 'does not want the request yet' }],
  [429, { order: 'unavailable', says: 'is limiting our calls' }],
  [503, { order: 'unavailable', says: 'is out of service' }],
]);

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The partner may give another answer later. */
export const isTemporary = (status: number): boolean => status === 429 || status >= 500;

export function accountProblemIn(name: string, status: number): AccountProblem | undefined {
  const { problem, says, ofOrdersOnly } = statusMeanings.get(status) ?? {};
  return problem && says && !ofOrdersOnly ? accountProblem(name, problem, says) : undefined;
}

/** `name`: the partner that refuses. `says` continues the sentence after that name; never the partner's own words. */
export const accountProblem = (name: string, code: string, says: string): AccountProblem => ({
  code,
  reason: `${name} ${says}: npm run doctor says what is wrong`,
});

export const alarmAccountProblem = (log: Pick<Log, 'alarm'>, problem: AccountProblem, jobId?: string): void =>
  log.alarm('a partner refuses this service', { jobId, ...problem });

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export const jsonBody = (value: object): RequestBody => ({
  type: 'application/json',
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

/** The address, the credentials and the limits of all calls to one partner. */
export interface PartnerConnection extends TimeLimits {
  /** The partner's name, for people. */
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Gets an alarm for each account problem. */
  readonly log: Pick<Log, 'alarm'>;
}

export interface TimeLimits {
  /** The limit for a whole conversation. */
  readonly timeoutMs?: number | undefined;
  /** The limit for a conversation that makes an order; `timeoutMs` if missing. */
  readonly submitTimeoutMs?: number | undefined;
}

export interface RequestBody {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Follows the base URL; begins with a slash. */
  readonly path: string;
  readonly body?: RequestBody;
  readonly idempotencyKey?: string | undefined;
}

/** A partner answered. `body` is parsed JSON; undefined if it is not JSON, is cut off or is too large. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: unknown;
  /** The partner's clock, from the `date` header. */
  readonly date: string | null;
}

/**
 * `unreached`: no connection was made, so the partner received nothing. `unanswered`: it may have received the call and
 * acted. This difference decides whether an order is sent again or refunded. `code` is one word of Node's.
 */
export type Reply = Answered | { readonly kind: 'unreached' | 'unanswered'; readonly code: string };

export type Ask = (call: Call) => Promise<Reply>;

/** A conversation that makes an order, and so may send a large document. */
export const submission = (connection: PartnerConnection): Ask =>
  conversation({ ...connection, timeoutMs: connection.submitTimeoutMs ?? connection.timeoutMs });

/** All calls of a conversation share one time limit, so that a job's claim outlives all of them. */
export function conversation(connection: PartnerConnection): Ask {
  const { name, log, timeoutMs = timeoutsMs.call } = connection;
  const signal = AbortSignal.timeout(timeoutMs);
  return async (call) => {
    const reply = await exchange(connection, call, signal);
    const problem = reply.kind === 'answered' ? accountProblemIn(name, reply.status) : undefined;
    if (problem !== undefined) alarmAccountProblem(log, problem);
    return reply;
  };
}

/** One request and its answer. */
export async function exchange(
  { baseUrl, headers: own }: Pick<PartnerConnection, 'baseUrl' | 'headers'>,
  call: Call,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const headers = new Headers({ ...own, accept: 'application/json' });
    if (call.body !== undefined) headers.set('content-type', call.body.type);
    if (call.idempotencyKey !== undefined) headers.set('idempotency-key', call.idempotencyKey);
    const response = await fetch(`${baseUrl}${call.path}`, {
      method: call.method,
      headers,
      body: call.body?.bytes,
      // A redirect would carry the order and our key to an unchecked address.
      redirect: 'manual',
      signal,
    });
    const body = await jsonIn(response.body);
    return { kind: 'answered', status: response.status, body, date: response.headers.get('date') };
  } catch (error) {
    const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: unknown } };
    const word = name === 'TimeoutError' ? 'TIMEOUT' : String(cause?.code ?? 'UNKNOWN');
    const code = /^[A-Z_]{1,40}$/.test(word) ? word : 'UNKNOWN';
    // Node's codes for a connection that was never made. After any other failure the partner may have acted.
    const isUnreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code);
    return { kind: isUnreached ? 'unreached' : 'unanswered', code };
  }
}

async function jsonIn(body: Response['body']): Promise<unknown> {
  // Ten times the size of a list of 100 print orders, and more than a list of 1,000 faxes.
  const maxBytes = 4 * 1024 * 1024;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > maxBytes) return undefined;
      parts.push(part);
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** `undefined` if the partner did not answer, refused, or sent something else. */
export const parseReply = <T>(reply: Reply, parse: (body: unknown) => T | undefined): T | undefined =>
  reply.kind === 'answered' && isSuccess(reply.status) ? parse(reply.body) : undefined;

/** `undefined` if the partner has no such order. Throws a Refusal if it does not answer. */
export async function recordAt<T>(
  ask: Ask,
  path: string,
  parse: (body: unknown) => T | undefined,
): Promise<T | undefined> {
  const reply = await ask({ method: 'GET', path });
  if (reply.kind === 'answered' && reply.status === 404) return undefined;
  const record = parseReply(reply, parse);
  if (record !== undefined) return record;
  throw new Refusal('unavailable', 'The partner does not answer at this moment. Try again in a minute.', {
    retryAfterSeconds: 60,
  });
}

export type OrderOutcome = SubmitOutcome & {
  /** Not raised by the client, because it is a problem for new orders only. */
  readonly problem?: AccountProblem | undefined;
};

/** `own`: statuses with another meaning for this kind of partner. Returns the answer if only its body can decide. */
export function outcomeByStatus(
  { title: name, assumed }: { readonly title: string; readonly assumed: Assumed },
  reply: Reply,
  own: ReadonlyMap<number, Meaning> = new Map(),
): Answered | OrderOutcome {
  if (reply.kind !== 'answered') {
    const kind = reply.kind === 'unreached' ? 'not_taken' : 'unknown';
    return { kind, reason: `${name} did not answer (${reply.code})` };
  }
  const meaning = own.get(reply.status) ?? statusMeanings.get(reply.status);
  if (meaning === undefined) return reply;
  const { order, says, problem, ofOrdersOnly } = meaning;
  return {
    kind: assumed.madeNothing.value.includes(reply.status) ? 'not_taken' : order,
    reason: `${name} ${says} (${reply.status})`,
    problem: problem && ofOrdersOnly && accountProblem(name, problem, says),
  };
}
