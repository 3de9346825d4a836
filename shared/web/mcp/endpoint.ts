/**
 * The MCP endpoint for assistants: stateless Streamable HTTP, with a JSON response to each request, no sessions and no
 * streams. It serves every protocol version since 2024-10.
 */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { depsFor, mcpSettings } from '../../config/app.ts';
import { Refusal } from '../../domain/refusal.ts';
import { timeoutsMs } from '../../domain/times.ts';
import { countRequest } from '../../orders/count-request.ts';
import { bodyOf, type HttpEvent, type HttpResult } from '../http/http-event.ts';
import { type HttpRequest, withMiddleware } from '../http/middleware.ts';
import { statusOfGate, statusOfInternalError } from '../http/problem.ts';
import { readJson } from '../http/read-json.ts';
import type { Json } from '../json-schema.ts';
import { readMessages } from './read-arguments.ts';
import { type ServerInput, serve } from './server.ts';
import { type Products, productsAt, toolsFor } from './tools.ts';

/** JSON-RPC error codes. `refused` is the first of those that servers may define. */
const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internal: -32_603,
  refused: -32_000,
} as const;

const rpcProblem = (
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

/** The response to a preflight, or to a request with a wrong host, origin or method. `undefined` for all others. */
function rejectionOf(event: HttpEvent, settings: ReturnType<typeof mcpSettings>): HttpResult | undefined {
  const { headers, requestContext } = event;
  const { method } = requestContext.http;
  const { origin } = headers;
  const host = (headers.host ?? requestContext.domainName).toLowerCase();
  const publicHost = settings.publicUrl === undefined ? undefined : hostOf(settings.publicUrl);
  // Guards against DNS rebinding: a site's own domain could point at this machine, even behind a firewall.
  if (host !== publicHost && !(settings.ownHosts ?? [requestContext.domainName]).includes(host))
    return refused(statusOfGate.forbidden, 'This Host is not ours: use the configured URL of the service.');
  // Behind an edge, the request has the function's host, but our pages have the public host.
  const originHost = hostOf(origin ?? '');
  const isOurPage = originHost !== undefined && (originHost === host || originHost === publicHost);
  if (origin !== undefined && !isOurPage && !settings.origins.includes(origin))
    return refused(statusOfGate.forbidden, 'This Origin is not allowed: add it to MCP_ALLOWED_ORIGINS.');
  if (method === 'OPTIONS' && origin !== undefined)
    return {
      statusCode: statusOfGate.preflight,
      headers: {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers':
          'content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
        'access-control-max-age': '86400',
      },
    };
  if (method !== 'POST')
    return refused(statusOfGate.wrongMethod, 'Only POST is served: no streams, no sessions.', { allow: 'POST' });
  return undefined;
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host.toLowerCase() : undefined);

/**
 * The SDK's response with our own error messages, because hosts pass them on to the model. `callable`: the products of the
 * endpoint, if every message calls a tool.
 */
function withOurErrors(body: string, callable: Products | undefined): string {
  if (!body.includes('"error"')) return body;
  // JSON-RPC's codes, and MCP's own from -32020 on.
  const messages: Readonly<Record<number | 'other', string>> = {
    other: 'The request cannot be served: send a request of the Model Context Protocol.',
    [rpcCodes.invalidRequest]: 'Invalid request: send a JSON-RPC message.',
    [-32_601]: 'Method not found: this server has tools and resources.',
    [rpcCodes.invalidParams]:
      'Invalid params: a name, a URI or a member is unknown, missing or malformed. Call tools/list or resources/list first.',
    // The SDK returns this code for no other error here.
    [rpcCodes.refused]: `Unsupported MCP-Protocol-Version: send ${SUPPORTED_PROTOCOL_VERSIONS.join(' or ')}.`,
    [-32_020]:
      'A header is missing or differs from the body: send MCP-Protocol-Version, Mcp-Method and Mcp-Name as in the body.',
    [-32_022]: 'Unsupported protocol version: data.supported has those that are served.',
  };
  const withOurError = (response: Json): Json => {
    const { code, data } = (response.error ?? {}) as { readonly code?: unknown; readonly data?: Json };
    if (typeof code !== 'number') return response;
    if (data === undefined && callable !== undefined && code === rpcCodes.invalidParams) {
      const names = toolsFor(callable).map(({ name }) => name);
      const message = `There is no such tool, or its arguments are not an object: send them as an object. Tools: ${names.join(', ')}. Any order is canceled with cancel_letter and paid by a person at its pay_url.`;
      return { ...response, error: { code, message } };
    }
    if (data === undefined) return { ...response, error: { code, message: messages[code] ?? messages.other } };
    // Clients need the supported versions and the missing members. We repeat the requested version only if it looks like one.
    const { supported, requested, envelope } = data;
    const isVersion = typeof requested === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(requested);
    const version = requested === undefined || isVersion ? requested : 'unknown';
    // The newest version needs `_meta`, and the SDK treats an unknown version like the newest.
    const message =
      envelope === undefined
        ? (messages[code] ?? messages.other)
        : 'params._meta is missing or incomplete: send what data.envelope names, or an MCP-Protocol-Version before 2026-07-28.';
    return { ...response, error: { code, message, data: { supported, requested: version, envelope } } };
  };
  const response = JSON.parse(body) as Json | readonly Json[];
  return JSON.stringify(Array.isArray(response) ? response.map(withOurError) : withOurError(response as Json));
}

export const mcpEndpoint = withMiddleware(
  'mcp',
  async (request) => {
    const settings = mcpSettings();
    const { headers, ...result } = await respond(request, settings);
    const { origin } = request.event.headers;
    if (origin === undefined || !settings.origins.includes(origin))
      return { ...result, headers: { vary: 'origin', ...headers } };
    // A page from another origin needs these with every response.
    const corsHeaders = {
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'x-request-id, mcp-protocol-version, mcp-session-id, ratelimit, ratelimit-policy',
    };
    return { ...result, headers: { vary: 'origin', ...corsHeaders, ...headers } };
  },
  {
    formatProblem: ({ status, headers, body }) =>
      rpcProblem(status, status < statusOfInternalError ? rpcCodes.refused : rpcCodes.internal, body.error, headers),
    openToBrowsers: false,
  },
);

async function respond(request: HttpRequest, settings: ReturnType<typeof mcpSettings>): Promise<HttpResult> {
  const { event, deps } = request;
  const rejection = rejectionOf(event, settings);
  if (rejection !== undefined) return rejection;
  const { headers } = event;
  let body: unknown;
  try {
    body = readMessages(readJson(bodyOf(event), headers));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return rpcProblem(statusOfGate.malformed, rpcCodes.parseError, `Parse error. ${error.message}`);
  }
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return refused(statusOfGate.wrongType, 'Send the header content-type: application/json.');
  // Protocol version 2025-03-26 allows batches, and one request must not contain thousands of calls.
  const maxInBatch = 10;
  if (Array.isArray(body) && body.length > maxInBatch)
    return rpcProblem(
      statusOfGate.malformed,
      rpcCodes.invalidRequest,
      `At most ${maxInBatch} messages at once: send them in several requests.`,
    );
  const isMessage = (value: unknown): value is { readonly method?: unknown; readonly id?: unknown } =>
    typeof value === 'object' && value !== null;
  const messages = [body].flat().filter(isMessage);
  const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length)
    return rpcProblem(
      statusOfGate.malformed,
      rpcCodes.invalidRequest,
      'Two requests have the same id: give each its own.',
    );
  for (const { method } of messages) {
    // A tool call is counted by its use case.
    if (method !== 'tools/call') await countRequest(deps, { name: 'mcp-lists', limitedAs: 'reads' }, request.caller);
  }
  const input = inputOf(request, settings);
  const response = await serve(headers, body, input, () => deps.log.info('protocol error'));
  const hasOnlyCalls = messages.every(({ method }) => method === 'tools/call');
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: withOurErrors(await response.text(), hasOnlyCalls ? input.products : undefined),
  };
}

function inputOf({ event, caller, deps }: HttpRequest, { perHour }: ReturnType<typeof mcpSettings>): ServerInput {
  const { requestId } = event.requestContext;
  const products = productsAt(event.rawPath);
  // Two seconds before the function's timeout, so that the client gets a readable response.
  const deadline = deps.clock.now() + timeoutsMs.mcp - 2_000;
  return {
    contextOf: ({ useCase }) => ({
      requestId,
      caller,
      perHour,
      deadline,
      products,
      deps: depsFor({ function: 'mcp', useCase: useCase.name, requestId }),
    }),
    baseUrl: caller.baseUrl,
    // The tools offer only what is sold, but a job of another product can still be tracked.
    products: products.filter((product) => deps.settings.sold.includes(product)),
    isTest: deps.settings.isTest,
  };
}
