/** Turns HTTP requests into API Gateway events, calls the function whose route matches and answers with its result. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FunctionRow } from '../../../functions/manifest.ts';
import { type Router, router } from '../../../functions/routes.ts';
import { bodyTooLarge } from '../../../shared/domain/refusal.ts';
import { type Functions, type Report, reportToStderr } from '../functions.ts';
import type { ServedRequest } from '../terminal-log.ts';
import { domainOf, eventOf, type Received, splitTarget } from './event.ts';
import { answer, type GatewayResult, gatewayAnswer, inferred, isOwnHost, readBody } from './http.ts';

/** Serves a page that exists only on this machine. If it returns undefined, the routes decide. */
export type LocalPages = (event: APIGatewayProxyEventV2) => Promise<GatewayResult | undefined>;

export interface Gateway {
  readonly rows: readonly FunctionRow[];
  readonly functions: Functions;
  /** Serves the paths under `/_mailbox` and `/_listen`. */
  readonly local?: LocalPages | undefined;
  readonly report?: Report;
  /** Hears of every request that was answered. */
  readonly onServed?: ((served: ServedRequest) => void) | undefined;
  readonly host?: string | undefined;
  /** If set, links start with it, and requests may come by any name. */
  readonly publicBaseUrl?: string | undefined;
}

type Deciding = Required<Pick<Gateway, 'functions' | 'report'>> &
  Pick<Gateway, 'local' | 'host' | 'publicBaseUrl' | 'onServed'> & { readonly route: Router };

/** Lambda takes no event that is larger. Functions refuse much smaller bodies themselves. */
export const gatewayBodyLimitBytes = 6_000_000;

export function createGateway({ rows, report = reportToStderr, ...rest }: Gateway): Server {
  const deciding = { ...rest, report, route: router(rows) };
  return createServer(
    // Longer than the minute that most clients keep an idle connection, so that none sends into a closed one.
    { keepAliveTimeout: 65_000 },
    (request, response) => void serve(deciding, request, response),
  );
}

async function serve(deciding: Deciding, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  const startedAt = performance.now();
  const tell = ({ statusCode: status = 200, body = '' }: Pick<GatewayResult, 'statusCode' | 'body'>) =>
    deciding.onServed?.({
      method: request.method ?? 'GET',
      path: splitTarget(request.url ?? '/').path,
      status,
      durationMs: performance.now() - startedAt,
      code: status < 400 ? undefined : /"code":"(\w+)"/.exec(body)?.[1],
      field: status < 400 ? undefined : /"field":"([\w.]+)"/.exec(body)?.[1],
    });
  const ownHostOf = ({ localAddress = '', localPort }: Socket): string => {
    const address = localAddress.replace(/^::ffff:/, '');
    return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
  };
  try {
    const body = await readBody(request, gatewayBodyLimitBytes);
    if (body) {
      const result = await resultOf(deciding, {
        requestId,
        receivedAtMs: Date.now(),
        method: request.method ?? 'GET',
        target: request.url ?? '/',
        protocol: `HTTP/${request.httpVersion}`,
        rawHeaders: request.rawHeaders,
        sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '',
        ownHost: ownHostOf(request.socket),
        body,
      });
      answer(response, result);
      tell(result);
    } else {
      refuseBody(request, response, requestId);
      tell({ statusCode: response.statusCode });
    }
  } catch (error) {
    // The client has left in the middle of its upload.
    if (!request.complete) return;
    deciding.report('server', error, requestId);
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const broken = brokenAnswer(requestId);
    answer(response, broken);
    tell(broken);
  }
}

async function resultOf(deciding: Deciding, received: Received): Promise<GatewayResult> {
  const { functions, local, route, publicBaseUrl } = deciding;
  const { path } = splitTarget(received.target);
  const match = route(received.method, path);
  const isLocal = /^\/_(mailbox|listen)(\/|$)/.test(path);
  // A function URL knows its own hosts, and has its own way to refuse.
  const believesHost = isLocal || (publicBaseUrl === undefined && !(match && 'functionUrl' in match.row.trigger));
  const isOurs = (received: Received, { host, publicBaseUrl = '' }: Deciding): boolean => {
    const domainName = domainOf(received);
    return isOwnHost(domainName, received.ownHost, host) || domainName === URL.parse(publicBaseUrl)?.host;
  };
  if (believesHost && !isOurs(received, deciding))
    return gatewayAnswer(
      421,
      {
        error: `This Host is not ours: use http://${received.ownHost}, or set PUBLIC_BASE_URL to the address by which the service is reached.`,
        code: 'wrong_host',
      },
      received.requestId,
    );
  const page = isLocal && (await local?.(eventOf(received, { routeKey: '$default' })));
  if (page)
    return {
      ...page,
      headers: { 'x-content-type-options': 'nosniff', 'x-request-id': received.requestId, ...page.headers },
    };
  if (!match) return gatewayAnswer(404, { message: 'Not Found' }, received.requestId);
  const called = functions.call(match.row, eventOf(received, match));
  return called.then(inferred, () => brokenAnswer(received.requestId));
}

const brokenAnswer = (requestId: string) => gatewayAnswer(500, { message: 'Internal Server Error' }, requestId);

/** Sends the answer at once but ends it only with the upload, because a socket that closes early would reset it. */
function refuseBody(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const body = JSON.stringify(bodyTooLarge);
  response.writeHead(413, {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  });
  response.write(body);
  // The upload is read on for a while, so that the client gets to see why it was refused.
  const impatience = setTimeout(() => request.destroy(), 10_000);
  request.once('close', () => clearTimeout(impatience));
  request.once('end', () => response.end());
}
