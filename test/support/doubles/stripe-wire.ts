/** Stripe's HTTP layer: keys, forms, idempotency and faults, but no money. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../../lib/local/gateway/http.ts';
import { fieldsOf, readRequest } from './wire.ts';

// biome-ignore lint/suspicious/noExplicitAny: a client may send anything
export type Form = any;

export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: { readonly error: Readonly<Record<string, string>> };

  constructor(status: number, type: string, code: string | undefined, message: string) {
    super(message);
    this.status = status;
    this.body = { error: { type, message, ...(code && { code }) } };
  }
}

export const invalidRequest = (code: string, message: string, status = 400) =>
  new StripeRefusal(status, 'invalid_request_error', code, message);

/** The fault of a request. Only `error_after`, `reset_after` and those below it let the request take effect. */
export type WireFault =
  | StripeRefusal
  | 'rate_limited'
  | 'key_in_use'
  | 'unavailable' // 503
  | 'error_before' // 500, stored under the key
  | 'error_after' // 500, stored under the key
  | 'reset_before' // the connection is cut
  | 'silent_before' // no response
  | 'reset_after'
  | 'silent_after'
  | 'stalled' // the response stops halfway
  | 'malformed' // half of the response
  | 'empty' // {}
  | 'page'; // HTML

export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly key: string | undefined;
}

export interface Wire {
  readonly url: string;
  /** Every request that could be parsed, oldest first. */
  readonly requests: readonly StripeRequest[];
  /** Plants a fault for the next `times` requests whose `METHOD /path` matches `on`. */
  fail(fault: WireFault, on?: RegExp, times?: number): void;
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  close(): Promise<void>;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

interface StoredAnswer extends Answered {
  readonly fingerprint: string;
}

export interface WireOptions {
  readonly secretKey: string;
  /** How long each response takes. */
  readonly delayMs: number;
  answer(request: StripeRequest): object;
  /** The HTML of a page for people, which needs no API key. */
  visit(request: StripeRequest): Promise<string>;
}

export async function startWire({ secretKey, delayMs, answer, visit }: WireOptions): Promise<Wire> {
  const requests: StripeRequest[] = [];
  const faults: { readonly fault: WireFault; readonly on: RegExp; times: number }[] = [];
  const stored = new Map<string, StoredAnswer>();
  const inProgress = new Set<string>();
  let requestCount = 0;

  const faultFor = ({ method, path }: StripeRequest): WireFault | undefined => {
    const found = faults.find(({ on, times }) => times > 0 && on.test(`${method} ${path}`));
    if (found !== undefined) found.times -= 1;
    return found?.fault;
  };

  /** Processes the request. Stripe doesn't store validation errors, because it validates before it uses the key. */
  function processed(request: StripeRequest, fault: WireFault | undefined): Answered & { readonly isStored: boolean } {
    if (fault instanceof StripeRefusal) return { ...refused(fault), isStored: true };
    if (fault === 'error_before') return { ...refused(serverError), isStored: true };
    try {
      const object = answer(request);
      return { ...(fault === 'error_after' ? refused(serverError) : written(200, object)), isStored: true };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { ...refused(error), isStored: !error.body.error.code?.startsWith('parameter_') };
    }
  }

  /** The response if Stripe doesn't process the request: a wrong key, a limit, or a repeat. None of these is stored. */
  function gate(
    request: StripeRequest,
    fault: WireFault | undefined,
    authorization: string | undefined,
  ): Answered | undefined {
    if (authorization !== `Bearer ${secretKey}`)
      // Stripe wouldn't repeat the key. The adapter must not pass on this message.
      return refused(new StripeRefusal(401, 'invalid_request_error', undefined, `Invalid API Key: ${authorization}`));
    if (fault === 'rate_limited') return refused(invalidRequest('rate_limit', 'Too many requests.', 429));
    if (fault === 'unavailable') return written(503, serverError.body);
    if (request.key === undefined) return undefined;
    const earlier = stored.get(request.key);
    if (earlier !== undefined)
      return earlier.fingerprint === fingerprintOf(request) ? earlier : refused(otherParameters);
    if (fault === 'key_in_use' || inProgress.has(request.key)) return refused(keyInUse);
    return undefined;
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await parsedRequest(incoming);
    if (request.path.startsWith('/c/')) return void response.end(await visit(request));
    requests.push(request);
    const fault = faultFor(request);
    if (fault === 'reset_before') return void incoming.socket.destroy();
    if (fault === 'silent_before') return;
    const gated = gate(request, fault, incoming.headers.authorization);
    if (request.key !== undefined && gated === undefined) inProgress.add(request.key);
    if (delayMs > 0) await new Promise((wake) => setTimeout(wake, delayMs));
    const { status, text } = gated ?? storeUnderKey(request, processed(request, fault));
    if (request.key !== undefined && gated === undefined) inProgress.delete(request.key);
    requestCount += 1;
    response.setHeader('request-id', `req_${requestCount}`);
    if (gated !== undefined && stored.get(request.key ?? '') === gated)
      response.setHeader('idempotent-replayed', 'true');
    respond(response, { status, text }, fault);
  }

  function storeUnderKey(request: StripeRequest, answered: Answered & { readonly isStored: boolean }): Answered {
    if (request.key !== undefined && answered.isStored)
      stored.set(request.key, { ...answered, fingerprint: fingerprintOf(request) });
    return answered;
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    requests,
    fail: (fault, on = /^/, times = 1) => void faults.push({ fault, on, times }),
    forgetKeys: () => stored.clear(),
    // Without a grace period, because connections that a fault left open would keep it open forever.
    close: () => listening.close(0),
  };
}

function respond(response: ServerResponse, { status, text }: Answered, fault: WireFault | undefined): void {
  if (fault === 'reset_after') return void response.destroy();
  if (fault === 'silent_after') return;
  if (fault === 'page')
    return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  response.writeHead(status, { 'content-type': 'application/json' });
  const half = text.slice(0, text.length / 2);
  if (fault === 'stalled') return void response.write(half);
  if (fault === 'malformed') return void response.end(half);
  response.end(fault === 'empty' ? '{}' : text);
}

const written = (status: number, body: object): Answered => ({ status, text: JSON.stringify(body) });
const refused = ({ status, body }: StripeRefusal): Answered => written(status, body);

const serverError = new StripeRefusal(500, 'api_error', undefined, 'An unknown error occurred');
const keyInUse = new StripeRefusal(
  409,
  'idempotency_error',
  'idempotency_key_in_use',
  'There is currently another in-progress request using this Idempotency Key.',
);
const otherParameters = new StripeRefusal(
  400,
  'idempotency_error',
  undefined,
  'Keys for idempotent requests can only be used with the same parameters they were first used with.',
);

const fingerprintOf = ({ method, path, form }: StripeRequest): string => JSON.stringify([method, path, form]);

async function parsedRequest(incoming: IncomingMessage): Promise<StripeRequest> {
  const { method, path, query, headers, fields } = await readRequest('stripe', incoming);
  const key = headers['idempotency-key'];
  const isKeyed = method === 'POST' && typeof key === 'string';
  return { method, path, form: method === 'POST' ? fields : fieldsOf(query), key: isKeyed ? key : undefined };
}
