/**
 * One call to a partner by an operator's tool: ten seconds at most, never repeated, to nowhere else, and the time on the
 * partner's clock with it. Nothing that a partner says, and no key of ours, gets into a reason.
 */
import { failedCall } from '../../../shared/adapters/partners/failed-call.ts';

/** How a partner is reached, and which variables say so. */
export interface PartnerLine {
  /** The partner's name, for people. */
  readonly title: string;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What to look at when the partner does not know us. */
  readonly credentials: string;
  readonly baseVariable: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Behind the base, beginning with a slash. */
  readonly path: string;
  readonly body?: URLSearchParams | object;
  readonly idempotencyKey?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Missing where it is not a JSON object. */
      readonly body: Fields | undefined;
      /** How far our clock is before the partner's; missing where it does not tell the time. */
      readonly aheadMs: number | undefined;
    }
  /** `unreached`: it has not heard us; `lost`: it may have. */
  | { readonly kind: 'unreached' | 'lost'; readonly code: string };

const timeoutMs = 10_000;

/** `now`: our clock, in Unix ms. */
export async function callPartner(line: PartnerLine, call: Call, now: () => number): Promise<Answer> {
  const { method, path, body, idempotencyKey } = call;
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const sentAt = now();
  try {
    const response = await fetch(`${line.base}${path}`, {
      method,
      // A key that is meant for the partner follows no redirection.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...line.headers,
        accept: 'application/json',
        ...(body && { 'content-type': type }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: isForm ? body.toString() : JSON.stringify(body) }),
    });
    const aheadMs = aheadOf(response.headers.get('date'), (sentAt + now()) / 2);
    return { kind: 'answered', status: response.status, body: jsonIn(await response.text()), aheadMs };
  } catch (error) {
    return accident(error);
  }
}

/** The header has whole seconds, cut off: on the average, half a second is missing. */
function aheadOf(date: string | null, at: number): number | undefined {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? undefined : at - (theirs + 500);
}

function accident(error: unknown): Answer {
  const { code, neverLeft } = failedCall(error);
  return { kind: neverLeft ? 'unreached' : 'lost', code };
}

export const fieldsIn = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

function jsonIn(text: string): Fields | undefined {
  try {
    return fieldsIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const listIn = (body: Fields | undefined): Fields[] | undefined => {
  const list = body?.data;
  return Array.isArray(list) ? list.map(fieldsIn).filter((one) => one !== undefined) : undefined;
};

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
