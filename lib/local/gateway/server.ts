/** Turns HTTP requests into API Gateway events, calls the function of the matching route and sends its result. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { type Router, router } from '../../../functions/routes.ts';
import { bodyTooLarge } from '../../../shared/domain/refusal.ts';
import { isPublic } from '../../../shared/partners/http/public-address.ts';
import { type Functions, type Report, reportToStderr } from '../functions.ts';
import type { ServedRequest } from '../terminal-log.ts';
import { eventOf, type ReceivedRequest, splitTarget } from './event.ts';
import { type GatewayResult, isLoopback, readBody, sendResult } from './http.ts';

export interface Gateway {
  readonly rows: readonly FunctionRow[];
  readonly functions: Functions;
  /** Serves the paths under `/_mailbox`, which exist only locally. If it returns undefined, the routes decide. */
  readonly local?: ((event: APIGatewayProxyEventV2) => Promise<GatewayResult | undefined>) | undefined;
  readonly report?: Report;
  /** Called for each request that got a response. */
  readonly onServed?: ((served: ServedRequest) => void) | undefined;
  readonly host?: string | undefined;
  /** If set, links start with it, and requests may have any Host. */
  readonly publicBaseUrl?: string | undefined;
}

/** The limit of Lambda's events. Functions themselves refuse much smaller bodies. */
export const gatewayBodyLimitBytes = 6_000_000;

export function createGateway(gateway: Gateway): Server {
  const route = router(gateway.rows);
  return createServer(
    // Longer than the minute for which most clients keep an idle connection, so that no client sends to a closed one.
    { keepAliveTimeout: 65_000 },
    (request, response) => void serve(gateway, route, request, response),
  );
}

async function serve(
  gateway: Gateway,
  route: Router,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  const startedAt = performance.now();
  const { method = 'GET', url: target = '/', rawHeaders, socket } = request;
  const respond = (result: GatewayResult, send = sendResult) => {
    send(response, result);
    const { statusCode: status = 200, body = '' } = result;
    gateway.onServed?.({
      method,
      path: splitTarget(target).path,
      status,
      durationMs: performance.now() - startedAt,
      code: status < 400 ? undefined : /"code":"(\w+)"/.exec(body)?.[1],
      field: status < 400 ? undefined : /"field":"([\w.]+)"/.exec(body)?.[1],
    });
  };
  try {
    const body = await readBody(request, gatewayBodyLimitBytes);
    if (!body) return respond(gatewayResult(413, bodyTooLarge, requestId), sendDuringUpload(request));
    const address = socket.localAddress?.replace(/^::ffff:/, '') ?? '';
    const received = {
      requestId,
      receivedAtMs: Date.now(),
      method,
      target,
      protocol: `HTTP/${request.httpVersion}`,
      rawHeaders,
      sourceIp: clientAddress(request, gateway.publicBaseUrl),
      ownHost: `${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`,
      body,
    };
    respond(await resultOf(gateway, route, received));
  } catch (error) {
    // The client disconnected during its upload.
    if (!request.complete) return;
    (gateway.report ?? reportToStderr)('server', error, requestId);
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    respond(internalError(requestId));
  }
}

async function resultOf(gateway: Gateway, route: Router, received: ReceivedRequest): Promise<GatewayResult> {
  const { functions, local, host, publicBaseUrl } = gateway;
  const { path } = splitTarget(received.target);
  const match = route(received.method, path);
  const isLocal = /^\/_mailbox(\/|$)/.test(path);
  // A function URL's handler checks the host itself.
  const checksHost = isLocal || (publicBaseUrl === undefined && !(match && 'functionUrl' in match.row.trigger));
  const event = eventOf(received, match ?? { routeKey: '$default' });
  const { domainName } = event.requestContext;
  if (checksHost && !isOwnHost(domainName, received.ownHost, host)) {
    const fix = isLocal ? '' : ', or set PUBLIC_BASE_URL to the URL of the service';
    const error = `This Host is not ours: use http://${received.ownHost}${fix}.`;
    return gatewayResult(421, { error, code: 'wrong_host' }, received.requestId);
  }
  const page = isLocal && (await local?.(event));
  if (page)
    return {
      ...page,
      headers: { 'x-content-type-options': 'nosniff', 'x-request-id': received.requestId, ...page.headers },
    };
  if (!match) return gatewayResult(404, { message: 'Not Found' }, received.requestId);
  const result = functions.call(match.row, event) as Promise<GatewayResult>;
  return result.catch(() => internalError(received.requestId));
}

/** The last address that a proxy adds is its client's. Only behind a proxy can the public URL be https. */
function clientAddress({ headers, socket }: IncomingMessage, publicBaseUrl = ''): string {
  const peer = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const forwarded = `${headers['x-forwarded-for']}`.split(',').at(-1)?.trim() ?? '';
  const isProxy = publicBaseUrl.startsWith('https:') && !isPublic(peer);
  return isProxy && isIP(forwarded) !== 0 ? forwarded : peer;
}

/** `connected`: the IP address and port of the connection. `configured`: the operator's HOST, which may be a name. */
function isOwnHost(host: string, connected: string, configured: string | undefined): boolean {
  const [requested, own] = [URL.parse(`http://${host}`), URL.parse(`http://${connected}`)];
  if (requested === null || requested.port !== own?.port) return false;
  return isLoopback(host) || requested.hostname === own.hostname || requested.hostname === configured;
}

/** A response that on AWS comes from API Gateway itself, not from a handler. */
const gatewayResult = (statusCode: number, body: object, requestId: string): GatewayResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', 'x-request-id': requestId },
  body: JSON.stringify(body),
});

const internalError = (requestId: string) => gatewayResult(500, { message: 'Internal Server Error' }, requestId);

/** Sends the response at once, but ends it only after the upload, because closing the socket early would reset it. */
const sendDuringUpload =
  (request: IncomingMessage) =>
  (response: ServerResponse, { statusCode = 413, headers, body = '' }: GatewayResult): void => {
    response.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    response.write(body);
    // The upload is still read for a while, so that the client gets to read the response.
    const timer = setTimeout(() => request.destroy(), 10_000);
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => response.end());
  };
