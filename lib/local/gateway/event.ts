/** Turns an HTTP request into the API Gateway event (payload format 2.0) that a handler gets. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Match } from '../../../functions/routes.ts';

export interface ReceivedRequest {
  readonly requestId: string;
  readonly receivedAtMs: number;
  readonly method: string;
  /** The target as the request line has it, not decoded. */
  readonly target: string;
  readonly protocol: string;
  /** Alternating names and values, as they arrived. */
  readonly rawHeaders: readonly string[];
  /** The client's address. */
  readonly sourceIp: string;
  /** The `host:port` that the server listens on, used if the request has no valid Host. */
  readonly ownHost: string;
  readonly body: Buffer;
}

export function eventOf(
  received: ReceivedRequest,
  { routeKey, pathParameters }: Pick<Match, 'routeKey' | 'pathParameters'>,
): APIGatewayProxyEventV2 {
  const { path, query } = splitTarget(received.target);
  const { headers, cookies } = headersOf(received);
  const queryStringParameters = joinValues(new URLSearchParams(query));
  // AWS does not document which bodies stay text. Even forms arrive as base64 (ministackorg/ministack, pull 766).
  const isBase64Encoded =
    received.body.length > 0 &&
    !/^\s*(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(headers['content-type'] ?? '');
  // Unlike on AWS, the name includes the port, so that `proto://domainName` is the origin in both places.
  const domainName = headers.host ?? received.ownHost;
  const [, day, month, year, time] = new Date(received.receivedAtMs).toUTCString().split(' ');
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    cookies: cookies.length > 0 ? cookies : undefined,
    headers,
    queryStringParameters: Object.keys(queryStringParameters).length > 0 ? queryStringParameters : undefined,
    pathParameters,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? domainName,
      http: {
        method: received.method,
        path,
        protocol: received.protocol,
        sourceIp: received.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: received.requestId,
      routeKey,
      stage: '$default',
      time: `${day}/${month}/${year}:${time} +0000`,
      timeEpoch: received.receivedAtMs,
    },
    ...(received.body.length > 0 && { body: received.body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

/** Splits a request target, which may also be a full URL, as for a proxy. */
export function splitTarget(target: string): { path: string; query: string } {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const queryAt = relative.indexOf('?');
  const path = queryAt < 0 ? relative : relative.slice(0, queryAt);
  return { path: path.startsWith('/') ? path : `/${path}`, query: queryAt < 0 ? '' : relative.slice(queryAt + 1) };
}

function headersOf({ rawHeaders, sourceIp, ownHost }: ReceivedRequest) {
  const pairs = rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? '']] : [],
  );
  const cookies = pairs.flatMap(([name, value]) => (name === 'cookie' ? value.split(/;\s*/).filter(Boolean) : []));
  const headers: Record<string, string> = {
    ...joinValues(pairs.filter(([name]) => name !== 'cookie')),
    'x-forwarded-for': sourceIp,
    'x-forwarded-proto': 'http',
  };
  if (!/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(headers.host ?? '')) headers.host = ownHost;
  return { headers, cookies };
}

/** The values of a repeated name are joined with commas. */
function joinValues(pairs: Iterable<[string, string]>): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(values);
}
