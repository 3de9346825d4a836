/** The middleware of every HTTP function: it adds headers, logs each request, and hides unexpected errors. */
import { timingSafeEqual } from 'node:crypto';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { depsFor, edgeSecret, type ServiceDeps } from '../../config/app.ts';
import { sha256Hex } from '../../domain/ids.ts';
import type { Log } from '../../domain/metrics.ts';
import type { RequestLimits } from '../../domain/network.ts';
import { bodyTooLarge, maxBodyBytes, Refusal, refusalOf } from '../../domain/refusal.ts';
import { countRequest, type Quota } from '../../orders/count-request.ts';
import type { Caller } from '../../orders/use-case.ts';
import { bytesOf, type HttpEvent, type HttpResult } from './http-event.ts';
import { pastTheEdge, problemOf, type RefusedResponse, statusOfGate } from './problem.ts';

export interface HttpRequest {
  readonly event: HttpEvent;
  readonly deps: ServiceDeps;
  readonly caller: Caller;
}

export interface HttpOptions {
  /** Formats a problem: JSON for programs, a page for people. */
  readonly formatProblem: (
    problem: RefusedResponse,
    request: Pick<HttpRequest, 'event' | 'deps'>,
  ) => HttpResult | Promise<HttpResult>;
  /** Whether pages from other origins may read the response. That is safe, because we set no cookies. */
  readonly openToBrowsers: boolean | ((event: HttpEvent) => boolean);
  /** The limit toward which a request counts before it is served. Left out for use cases, because `ask` counts them. */
  readonly limitedAs?: keyof RequestLimits | undefined;
}

export function withMiddleware(
  name: string,
  serve: (request: HttpRequest) => Promise<HttpResult>,
  { formatProblem, openToBrowsers, limitedAs }: HttpOptions,
) {
  const depsOf = ({ requestContext }: HttpEvent) => depsFor({ function: name, requestId: requestContext.requestId });
  const respond = async (event: HttpEvent) => {
    const deps = depsOf(event);
    const address = callerAddress(event, edgeSecret());
    if (address === undefined) return formatProblem(pastTheEdge, { event, deps });
    if (bytesOf(event) > maxBodyBytes)
      return formatProblem({ status: statusOfGate.tooLarge, headers: {}, body: bodyTooLarge }, { event, deps });
    const quotas = new Map<string, Quota>();
    quotasOf.set(event, quotas);
    // A request may contain several calls. The last one says how much of the limit is left.
    const onCounted = (quota: Quota) => void quotas.set(quota.name, quota);
    const caller = { baseUrl: baseUrlOf(event, deps), address, onCounted };
    await countRequest(deps, { name, limitedAs }, caller);
    return serve({ event, deps, caller });
  };
  // We respond a second before Lambda would stop the function. The work may still finish, and a retry finds its result.
  const earlyTimeout = {
    timeoutEarlyInMillis: 1_000,
    timeoutEarlyResponse: (): never => {
      throw new Refusal(
        'unavailable',
        'This took too long, and may still finish. Send the same request again, with the same Idempotency-Key if any.',
      );
    },
  };
  // After `respond`, middleware runs from the last to the first: the response to an error, the headers, the log.
  const handler = middy<HttpEvent, HttpResult, Error, Context, Internal>(respond, earlyTimeout).use([
    withLog(depsOf),
    withHeaders(openToBrowsers),
    {
      onError: async (request) => {
        const { event, error } = request;
        const deps = depsOf(event);
        const problem = problemOf(refusalOf(error), event.requestContext.requestId, baseUrlOf(event, deps));
        request.response = await formatProblem(problem, { event, deps });
      },
    },
  ]);
  return async (event: HttpEvent, context: Context): Promise<HttpResult> => {
    const { requestContext } = event;
    if (requestContext.http.method !== 'HEAD') return handler(event, context);
    // HEAD gets the headers of GET, without the body.
    const asGet = { ...event, requestContext: { ...requestContext, http: { ...requestContext.http, method: 'GET' } } };
    const { isBase64Encoded = false, body = '', ...result } = await handler(asGet, context);
    const length = bytesOf({ body, isBase64Encoded });
    return { ...result, headers: { ...result.headers, 'content-length': length }, body: '' };
  };
}

/** The limits toward which each request counted, for the headers of its response. */
const quotasOf = new WeakMap<HttpEvent, ReadonlyMap<string, Quota>>();

/** The log middleware's data about a request. `startedAt` is in Unix ms. */
type Internal = { startedAt: number };
type LambdaRequest = middy.Request<HttpEvent, HttpResult, Error, Context, Internal>;

/** The scheme that the client used. API Gateway sets the header, and so does the local server, whose scheme is http. */
const schemeOf = ({ headers }: HttpEvent): string => headers['x-forwarded-proto'] ?? 'https';

/** The configured URL, or the request's. API Gateway sets the scheme and host of a request, so clients can't forge them. */
const baseUrlOf = (event: HttpEvent, { settings }: ServiceDeps): string =>
  settings.publicBaseUrl ?? `${schemeOf(event)}://${event.requestContext.domainName}/v1`;

function withHeaders(openToBrowsers: HttpOptions['openToBrowsers']) {
  const browserHeaders = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy',
  };
  const isOpen = (event: HttpEvent) => (typeof openToBrowsers === 'function' ? openToBrowsers(event) : openToBrowsers);
  const addHeaders = ({ event, response }: LambdaRequest): void => {
    if (!response) return;
    const quotas = [...(quotasOf.get(event)?.values() ?? [])];
    response.headers = {
      'x-request-id': event.requestContext.requestId,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(schemeOf(event) === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
      // A header with the value undefined would still be sent, so these are left out entirely.
      ...(isOpen(event) ? browserHeaders : {}),
      // draft-ietf-httpapi-ratelimit-headers-11: the limit, and what is left of it until it resets.
      ...(quotas.length > 0 && {
        'ratelimit-policy': quotas
          .map(({ name, max, windowSeconds }) => `"${name}";q=${max};w=${windowSeconds}`)
          .join(', '),
        ratelimit: quotas.map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`).join(', '),
      }),
      ...response.headers,
    };
  };
  return { after: addHeaders, onError: addHeaders };
}

/** Counts a request if it was refused because the service is busy. The alarm on 5xx leaves such requests out. */
export function countTurnedAway(log: Log, refusal: Refusal | undefined): void {
  if (refusal?.isCapacityProblem === true) log.measure('turnedAway', 1);
}

function withLog(depsOf: (event: HttpEvent) => ServiceDeps) {
  const report = ({ event, response, error, internal }: LambdaRequest): void => {
    const { clock, log } = depsOf(event);
    const fields = { status: response?.statusCode ?? 0, durationMs: clock.now() - internal.startedAt };
    const refusal = refusalOf(error);
    countTurnedAway(log, refusal);
    // The original error, if `refusalOf` turned it into a refusal.
    const cause = error === refusal ? undefined : error;
    if (refusal) log.info('refused', { ...fields, code: refusal.code, field: refusal.field, error: cause });
    else if (error) log.alarm('unexpected error', { ...fields, error });
    else log.info('answered', fields);
  };
  return {
    before: ({ event, internal }: LambdaRequest) => {
      internal.startedAt = depsOf(event).clock.now();
    },
    after: report,
    onError: report,
  };
}

/** The headers that the edge adds, in lower case as in events. */
export const edgeHeaders = { secret: 'x-origin-secret', viewer: 'x-viewer-address' } as const;

/** The caller's IP address; `undefined` if the request bypassed the edge. If `secret` is undefined, there is no edge. */
export function callerAddress({ headers, requestContext }: HttpEvent, secret: string | undefined): string | undefined {
  if (secret === undefined) return requestContext.http.sourceIp;
  // Digests have equal lengths, which the constant-time comparison needs.
  const digest = (text: string) => Buffer.from(sha256Hex(text));
  const isFromEdge = timingSafeEqual(digest(headers[edgeHeaders.secret] ?? ''), digest(secret));
  return isFromEdge ? (headers[edgeHeaders.viewer] ?? '') : undefined;
}
