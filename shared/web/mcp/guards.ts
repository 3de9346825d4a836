/** Checks before the MCP protocol begins: the host, the page's origin, the method and the size of the body. */
import { bodyOf, type HttpEvent, type HttpResult } from '../http/http-event.ts';
import { statusOfGate } from '../http/problem.ts';

export interface GateSettings {
  readonly publicUrl: string | undefined;
  /** Our `host:port`, if the request itself does not tell the public name of this function. */
  readonly ownHosts: readonly string[] | undefined;
  /** Pages of these origins may call, beside our own pages. */
  readonly origins: readonly string[];
}

export const mcpBodyLimitBytes = 2_000_000;

/** JSON-RPC codes of errors that belong to no request. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internal: -32_603,
  refused: -32_000,
} as const;

export const rpcProblem = (
  statusCode: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
});

const refused = (status: number, message: string, headers?: Readonly<Record<string, string>>) =>
  rpcProblem(status, rpcCodes.refused, message, headers);

/** Returns the answer to a request that must not go further, or `undefined`. */
export function stopped(event: HttpEvent, settings: GateSettings): HttpResult | undefined {
  const { headers, requestContext } = event;
  const { method } = requestContext.http;
  const { origin } = headers;
  if (!isOurHost(event, settings))
    return refused(statusOfGate.foreign, 'This Host is not ours: use the address that the service was given.');
  if (origin !== undefined && !isWelcome(origin, event, settings))
    return refused(statusOfGate.foreign, 'Pages of this Origin may not ask: add it to MCP_ALLOWED_ORIGINS.');
  if (method === 'OPTIONS' && origin !== undefined) return { statusCode: statusOfGate.preflight, headers: preflight };
  if (method !== 'POST')
    return refused(statusOfGate.wrongMethod, 'Only POST is served: no streams, no sessions.', { allow: 'POST' });
  if (Buffer.byteLength(bodyOf(event)) > mcpBodyLimitBytes)
    return refused(statusOfGate.tooLarge, 'The body is larger than 2 MB: send large documents by pdf_url.');
  return undefined;
}

const preflight = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
  'access-control-max-age': '86400',
};

/** CORS headers for every answer to a page of another origin. */
export function openingHeaders({ headers: { origin } }: HttpEvent, { origins }: GateSettings): Record<string, string> {
  if (origin === undefined || !origins.includes(origin)) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, mcp-protocol-version, mcp-session-id, ratelimit, ratelimit-policy',
  };
}

/** Guards against DNS rebinding: a page's own name could point at this machine, even behind a firewall. */
function isOurHost({ headers, requestContext }: HttpEvent, { publicUrl, ownHosts }: GateSettings): boolean {
  const ours = [...(ownHosts ?? [requestContext.domainName]), ...(publicUrl === undefined ? [] : [hostOf(publicUrl)])];
  return ours.includes((headers.host ?? requestContext.domainName).toLowerCase());
}

const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host.toLowerCase() : undefined;

/** Behind an edge, the request's Host is the function's own, while our pages have the public one. */
function isWelcome(origin: string, { headers, requestContext }: HttpEvent, settings: GateSettings): boolean {
  const { origins, publicUrl } = settings;
  const asker = hostOf(origin);
  const isOurs =
    asker === (headers.host ?? requestContext.domainName).toLowerCase() || asker === hostOf(publicUrl ?? '');
  return origins.includes(origin) || (asker !== undefined && isOurs);
}
