/**
 * The only HTTP client for partners. It never repeats a request, follows no redirect, ends within its time limit and
 * limits the size of a response. Its error texts never quote a request or response, which may hold personal data.
 */
import { sha256Hex } from '../../domain/ids.ts';
import type { Log } from '../../domain/metrics.ts';
import { Refusal } from '../../domain/refusal.ts';
import { timeoutsMs } from '../../domain/times.ts';
import type { AccountProblem, Assumptions, SubmitOutcome } from '../partner.ts';

/** The meaning of a status, unless a partner's assumptions differ. Others prove nothing: the order may have been made. */
export const statusMeanings = new Map<
  number,
  {
    /** The outcome for a new order. Never `rejected`: if our key is wrong, paid orders must not be refunded. */
    readonly order: 'unavailable' | 'unknown';
    /** Continues the sentence after the partner's name; never the partner's own text. */
    readonly says: string;
    /** The code of the alarm, if only the operator can fix it. */
    readonly problem?: 'key_refused' | 'account_unpaid' | 'not_allowed' | 'not_found';
    /** For other calls the status is no problem, because they may name an object that does not exist. */
    readonly isOrderOnly?: true;
  }
>([
  [401, { order: 'unavailable', says: 'rejected our key', problem: 'key_refused' }],
  [402, { order: 'unavailable', says: 'says that our account is unpaid', problem: 'account_unpaid' }],
  [403, { order: 'unavailable', says: 'does not allow our account to do this', problem: 'not_allowed' }],
  // A new order gets these if the key, the URL or a setting belongs to another account or service.
  [404, { order: 'unavailable', says: 'has nothing at this URL', problem: 'not_found', isOrderOnly: true }],
  [405, { order: 'unavailable', says: 'does not support this method here', problem: 'not_found', isOrderOnly: true }],
  [408, { order: 'unknown', says: 'timed out waiting for our request' }],
  [409, { order: 'unknown', says: 'is still processing an earlier call' }],
  [425, { order: 'unknown', says: 'refused the request as too early' }],
  [429, { order: 'unavailable', says: 'is limiting our calls' }],
  [503, { order: 'unavailable', says: 'is out of service' }],
]);

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export function accountProblemByStatus(name: string, status: number): AccountProblem | undefined {
  const { problem, says, isOrderOnly } = statusMeanings.get(status) ?? {};
  return problem && says && !isOrderOnly ? accountProblem(name, problem, says) : undefined;
}

/** `says` continues the sentence after the partner's name; never the partner's own text. */
export const accountProblem = (name: string, code: string, says: string): AccountProblem => ({
  code,
  reason: `${name} ${says}: npm run doctor shows what to fix`,
});

export const alarmAccountProblem = (log: Pick<Log, 'alarm'>, problem: AccountProblem, jobId?: string): void =>
  log.alarm('a partner refuses this service', { jobId, ...problem });

export type Fields = Readonly<Record<string, unknown>>;

export const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export const jsonBody = (value: object): RequestBody => ({
  type: 'application/json',
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

/**
 * A form with a PDF. `FormData` has a random boundary, which would change the bytes under an idempotency key, so `reference`
 * determines it here. `fields` may be nested; null and undefined ones are left out. Our names need no quoting.
 */
export function multipart(
  fields: object,
  { name, pdf }: { readonly name: string; readonly pdf: Uint8Array },
  reference: string,
): RequestBody {
  const boundary = `job-${sha256Hex(reference).slice(0, 48)}`;
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; name=${disposition}\r\n`;
  const texts = namedValues(fields).map(([key, value]) => `${head(`"${key}"`)}\r\n${value}\r\n`);
  const file = `${head(`"${name}"; filename="document.pdf"`)}content-type: application/pdf\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(texts.join('') + file), pdf, Buffer.from(end)]),
  };
}

/** Nested fields get the names that partners expect: `to[city]`. */
const namedValues = (fields: object, within = ''): [name: string, value: string][] =>
  Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined || value === null) return [];
    const name = within === '' ? key : `${within}[${key}]`;
    return typeof value === 'object' ? namedValues(value, name) : [[name, `${value}`]];
  });

/** The URL, the credentials and the limits of all calls to one partner. */
export interface PartnerConnection {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Pick<Log, 'alarm'>;
  /** The limit for a whole conversation. */
  readonly timeoutMs?: number | undefined;
  /** The limit for a conversation that makes an order; `timeoutMs` if missing. */
  readonly submitTimeoutMs?: number | undefined;
}

interface RequestBody {
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

/** `body` is parsed JSON; `undefined` if it is not JSON, is cut off or is too large. */
interface AnsweredReply {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: unknown;
  /** The partner's clock, from the `date` header. */
  readonly date: string | null;
}

/**
 * `unreached`: no connection was made, so the partner received nothing. `unanswered`: it may have received the call and
 * acted, so an order must not simply be sent again or refunded. `code`: Node's error code.
 */
export type Reply = AnsweredReply | { readonly kind: 'unreached' | 'unanswered'; readonly code: string };

export type Send = (call: Call) => Promise<Reply>;

/** Starts a conversation that makes an order, and has more time because it may upload a large document. */
export const startSubmission = (connection: PartnerConnection): Send =>
  startConversation({ ...connection, timeoutMs: connection.submitTimeoutMs ?? connection.timeoutMs });

/** All calls of a conversation share one time limit that begins now, so that a job's claim outlives all of them. */
export function startConversation({
  name,
  baseUrl,
  headers: authHeaders,
  log,
  timeoutMs = timeoutsMs.call,
}: PartnerConnection): Send {
  const signal = AbortSignal.timeout(timeoutMs);
  return async ({ method, path, body, idempotencyKey }) => {
    try {
      const headers = new Headers({ ...authHeaders, accept: 'application/json' });
      if (body !== undefined) headers.set('content-type', body.type);
      if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
      // A redirect would carry the order and our key to an unchecked host.
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers,
        body: body?.bytes,
        redirect: 'manual',
        signal,
      });
      const { status } = response;
      const problem = accountProblemByStatus(name, status);
      if (problem !== undefined) alarmAccountProblem(log, problem);
      return { kind: 'answered', status, body: await readJson(response.body), date: response.headers.get('date') };
    } catch (error) {
      return failedReply(error);
    }
  };
}

/** Only a connection that was never made is `unreached`. After any other failure, the partner may have acted. */
function failedReply(error: unknown): Reply {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: unknown } };
  const rawCode = name === 'TimeoutError' ? 'TIMEOUT' : String(cause?.code ?? 'UNKNOWN');
  const code = /^[A-Z_]{1,40}$/.test(rawCode) ? rawCode : 'UNKNOWN';
  const isUnreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code);
  return { kind: isUnreached ? 'unreached' : 'unanswered', code };
}

async function readJson(body: Response['body']): Promise<unknown> {
  // Ten times the size of a list of 100 print orders.
  const maxBytes = 4 * 1024 * 1024;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** `undefined` if the call failed or was refused, or if `parse` does not recognize the body. */
export const parseReply = <T>(reply: Reply, parse: (body: unknown) => T | undefined): T | undefined =>
  reply.kind === 'answered' && isSuccess(reply.status) ? parse(reply.body) : undefined;

/** `undefined` if the partner has no such record. Throws a Refusal if the partner does not respond. */
export async function fetchRecord<T>(
  send: Send,
  path: string,
  parse: (body: unknown) => T | undefined,
): Promise<T | undefined> {
  const reply = await send({ method: 'GET', path });
  if (reply.kind === 'answered' && reply.status === 404) return undefined;
  const record = parseReply(reply, parse);
  if (record !== undefined) return record;
  throw new Refusal('unavailable', 'The partner is not responding right now. Try again in a minute.', {
    retryAfterSeconds: 60,
  });
}

/** Deletes the object at this path. True if the partner no longer has it. */
export async function deleteRecord(send: Send, path: string): Promise<boolean> {
  const reply = await send({ method: 'DELETE', path });
  return reply.kind === 'answered' && (isSuccess(reply.status) || reply.status === 404);
}

export type OrderOutcome = SubmitOutcome & {
  /** The adapter must raise the alarm, because the client can't tell a new order from any other call. */
  readonly problem?: AccountProblem | undefined;
};

/** The outcome of a new order, by the status of the reply. Returns the reply itself if its body decides. */
export function outcomeByStatus(
  { title: name, assumed }: { readonly title: string; readonly assumed: Assumptions },
  reply: Reply,
): AnsweredReply | OrderOutcome {
  if (reply.kind !== 'answered') {
    const kind = reply.kind === 'unreached' ? 'not_taken' : 'unknown';
    return { kind, reason: `${name} did not answer (${reply.code})` };
  }
  const meaning = statusMeanings.get(reply.status);
  if (meaning === undefined) return reply;
  const { order, says, problem, isOrderOnly } = meaning;
  return {
    kind: assumed.noOrderStatuses.includes(reply.status) ? 'not_taken' : order,
    reason: `${name} ${says} (${reply.status})`,
    problem: problem && isOrderOnly && accountProblem(name, problem, says),
  };
}
