/** The onion around every function that HTTP reaches: one request id in, out and in each log line; no accident gets out. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { worldFor } from '../app.ts';
import { Refusal } from '../core/refusal.ts';
import type { World } from '../ports.ts';
import type { Caller } from '../usecases/use-case.ts';
import { type Problem, problemOf, statusOfAccident, statusOfOutcome } from './problem.ts';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;

export interface Asked {
  readonly event: HttpEvent;
  readonly world: World;
  readonly caller: Caller;
}

interface Peel {
  /** How a problem is told: JSON to programs, a page to people. */
  readonly tell: (problem: Problem) => HttpResult;
  /** Whether pages of other origins may read the answer; no cookies exist. */
  readonly openToBrowsers: boolean;
}

export function onion(name: string, serve: (asked: Asked) => Promise<HttpResult>, { tell, openToBrowsers }: Peel) {
  const answer = async (event: HttpEvent) => {
    const world = worldFor({ function: name, requestId: event.requestContext.requestId });
    return serve({ event, world, caller: { baseUrl: world.settings.publicBaseUrl ?? baseUrlOf(event) } });
  };
  return middy<HttpEvent, HttpResult>(answer).use([
    logged(name),
    { after: headed(openToBrowsers), onError: headed(openToBrowsers) },
    {
      onError: (request: middy.Request<HttpEvent, HttpResult>) => {
        request.response = tell(problemOf(request.error, request.event.requestContext.requestId));
      },
    },
  ]);
}

/** What the request came in on; API Gateway sets both, whatever headers the client sends. */
const baseUrlOf = ({ headers, requestContext }: HttpEvent): string =>
  `${headers['x-forwarded-proto'] ?? 'https'}://${requestContext.domainName}/v1`;

const browserHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after',
};

const headed =
  (openToBrowsers: boolean) =>
  ({ event, response }: { event: HttpEvent; response: HttpResult | null }): void => {
    if (response === null) return;
    response.headers = {
      'x-request-id': event.requestContext.requestId,
      'cache-control': 'no-store',
      ...(openToBrowsers ? browserHeaders : {}),
      ...response.headers,
    };
  };

function logged(name: string): middy.MiddlewareObj<HttpEvent, HttpResult> {
  const startedAt = new WeakMap<HttpEvent, number>();
  const log = (event: HttpEvent) => worldFor({ function: name, requestId: event.requestContext.requestId });
  return {
    before: ({ event }) => void startedAt.set(event, log(event).clock.now()),
    after: ({ event, response }) => report(log(event), event, startedAt, response?.statusCode ?? statusOfOutcome.done),
    onError: ({ event, response, error }) =>
      report(log(event), event, startedAt, response?.statusCode ?? statusOfAccident, error),
  };
}

function report(
  world: World,
  event: HttpEvent,
  startedAt: WeakMap<HttpEvent, number>,
  status: number,
  error?: unknown,
): void {
  const durationMs = world.clock.now() - (startedAt.get(event) ?? world.clock.now());
  if (error instanceof Refusal)
    world.log.info('refused', { status, durationMs, code: error.code, ...(error.field ? { field: error.field } : {}) });
  else if (error !== undefined && error !== null) world.log.alarm('accident', { status, durationMs, error });
  else world.log.info('answered', { status, durationMs });
}

/** The bytes that were sent, as text; API Gateway wraps what it takes for binary in base64. */
export const bodyOf = ({ body, isBase64Encoded }: HttpEvent): string =>
  body === undefined ? '' : isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
