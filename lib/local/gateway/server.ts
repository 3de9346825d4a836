/** Turns HTTP requests into API Gateway events, calls the function whose route matches, answers with its result. */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { type Functions, type Report, reportToStderr } from '../functions.ts';
import { answer, gatewayAnswer, inferred, type Result } from './answer.ts';
import { eventOf, type Received, splitTarget } from './event.ts';
import { readBody } from './read-body.ts';
import { type Match, type Router, router } from './routes.ts';

/** A page that exists on this machine only; nothing back means that the routes decide. */
export type LocalPages = (event: APIGatewayProxyEventV2) => Promise<Result | undefined>;

export interface Gateway {
  readonly rows: readonly FunctionRow[];
  readonly functions: Functions;
  /** Takes what lies under `/_mailbox`. */
  readonly local?: LocalPages | undefined;
  readonly report?: Report;
}

type Deciding = Required<Pick<Gateway, 'functions' | 'report'>> & Pick<Gateway, 'local'> & { readonly route: Router };

export const bodyLimitBytes = 6_000_000;
/** How long an oversized upload is still read, so that the client gets to see why it was refused. */
const drainMs = 10_000;

export function createGateway({ rows, report = reportToStderr, ...rest }: Gateway): Server {
  const deciding = { ...rest, report, route: router(rows) };
  return createServer((request, response) => void serve(deciding, request, response));
}

async function serve(deciding: Deciding, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  try {
    const body = await readBody(request, bodyLimitBytes);
    if (body) answer(response, await resultOf(deciding, receivedOf(request, requestId, body)));
    else refuseBody(request, response, requestId);
  } catch (error) {
    // The client left in the middle of its upload.
    if (!request.complete) return;
    deciding.report('server', error, requestId);
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    answer(response, brokenAnswer(requestId));
  }
}

async function resultOf({ functions, local, route }: Deciding, received: Received): Promise<Result> {
  const { path } = splitTarget(received.target);
  const page = /^\/_mailbox(\/|$)/.test(path) && (await local?.(eventOf(received, { routeKey: '$default' })));
  if (page) return { ...page, headers: { 'x-request-id': received.requestId, ...page.headers } };
  const match = route(received.method, path);
  return match
    ? callFunction(functions, match, received)
    : gatewayAnswer(404, { message: 'Not Found' }, received.requestId);
}

async function callFunction(functions: Functions, match: Match, received: Received): Promise<Result> {
  const called = functions.call(match.row, eventOf(received, match));
  return called.then(inferred, () => brokenAnswer(received.requestId));
}

const brokenAnswer = (requestId: string) => gatewayAnswer(500, { message: 'Internal Server Error' }, requestId);

const receivedOf = (request: IncomingMessage, requestId: string, body: Buffer): Received => ({
  requestId,
  receivedAtMs: Date.now(),
  method: request.method ?? 'GET',
  target: request.url ?? '/',
  protocol: `HTTP/${request.httpVersion}`,
  rawHeaders: request.rawHeaders,
  sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '',
  ownHost: `${request.socket.localAddress}:${request.socket.localPort}`,
  body,
});

/** The answer goes out at once, its end only with the end of the upload: a socket closed early would reset it away. */
function refuseBody(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const body = JSON.stringify({ error: 'The body is larger than 6 MB.' });
  response.writeHead(413, {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-request-id': requestId,
    connection: 'close',
  });
  response.write(body);
  const impatience = setTimeout(() => request.destroy(), drainMs);
  request.once('close', () => clearTimeout(impatience));
  request.once('end', () => response.end());
}
