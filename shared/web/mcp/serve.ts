/** Serves one parsed message of any protocol version through the SDK. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { HttpEvent } from '../http/http-event.ts';
import { mcpBodyLimitBytes } from './guards.ts';
import { type ServerInput, serverFor } from './server.ts';

type Headers = HttpEvent['headers'];

/** Links as content exist since 2025-06-18, and so does the header that names the version. */
export const takesLinks = (headers: Headers): boolean => (headers['mcp-protocol-version'] ?? '') >= '2025-06-18';

/** The SDK's request, without the body. Older versions require clients to accept event streams; we always send JSON. */
function requestOf(headers: Headers): Request {
  const mcpHeaders = Object.entries(headers).filter(
    ([name, value]) => /^(mcp-|content-type$)/.test(name) && /^[\x20-\x7e]*$/.test(value ?? ''),
  );
  return new Request('https://service.invalid/mcp', {
    method: 'POST',
    headers: { ...Object.fromEntries(mcpHeaders), accept: 'application/json, text/event-stream' },
  });
}

export async function serve(
  headers: Headers,
  parsedBody: unknown,
  input: ServerInput,
  onerror: () => void,
): Promise<Response> {
  const request = requestOf(headers);
  if (await isLegacyRequest(request, parsedBody)) return serveLegacy(request, parsedBody, input, onerror);
  const modern = createMcpHandler(() => serverFor('modern', input), {
    legacy: 'reject',
    responseMode: 'auto',
    maxSubscriptions: 0,
    keepAliveMs: 0,
    maxRequestBodySize: mcpBodyLimitBytes,
    onerror,
  });
  return modern.fetch(request, { parsedBody });
}

/** Serves the versions before 2026-07-28. The SDK's own handler would answer them with event streams. */
async function serveLegacy(
  request: Request,
  parsedBody: unknown,
  input: ServerInput,
  onerror: () => void,
): Promise<Response> {
  const server = serverFor('legacy', input);
  server.server.onerror = onerror;
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
