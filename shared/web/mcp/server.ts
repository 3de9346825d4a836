/** Builds the MCP server of one request: tools and prices, bound to the caller. It lives for one response. */
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type StandardSchemaWithJSON,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isNothing } from '../../domain/fields.ts';
import { contentKinds } from '../../domain/input/content.ts';
import { invalid, maxBodyBytes } from '../../domain/refusal.ts';
import { pricesOf } from '../docs/products.ts';
import type { HttpEvent } from '../http/http-event.ts';
import type { JsonSchema } from '../json-schema.ts';
import { uploadByPerson } from '../request-upload.ts';
import { type CallContext, callTool } from './call.ts';
import { instructions } from './instructions.ts';
import { readBoolean } from './read-arguments.ts';
import { type Tool, type Toolset, toolsFor } from './tools.ts';

export interface ServerInput {
  /** The context of a call of this tool. Its log lines name the use case. */
  readonly contextOf: (tool: Tool) => CallContext;
  readonly baseUrl: string;
  readonly products: Toolset;
  readonly isTest: boolean;
}

function serverFor(input: ServerInput): McpServer {
  const { baseUrl, contextOf, isTest, products } = input;
  const server = new McpServer(
    { name: 'print-and-mail', title: 'Print and mail', version: '1.0.0' },
    {
      instructions: instructions(baseUrl, isTest, products),
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false, subscribe: false } },
    },
  );
  for (const tool of toolsFor(products)) {
    const { name, title, annotations } = tool;
    const definition = {
      title,
      description: tool.description(baseUrl),
      annotations,
      inputSchema: advertised(() => tool.inputSchema),
      outputSchema: advertised(() => tool.outputSchema),
    };
    server.registerTool(name, definition, (raw) =>
      tool.takesFiles === true ? quoteOrTicket(tool, raw, contextOf(tool)) : callTool(tool, raw, contextOf(tool)),
    );
  }
  const prices = {
    title: 'Price list',
    description: 'Every price in whole cents, before Canadian sales tax. A quote has the exact price of one order.',
    mimeType: 'application/json',
  };
  server.registerResource('prices', 'prices://list', prices, ({ href: uri }) => ({
    contents: [{ uri, mimeType: prices.mimeType, text: JSON.stringify(pricesOf(products), undefined, 2) }],
  }));
  return server;
}

/** The schema in the SDK's form. It accepts every value, because `ask` validates, with the same sentences for REST and MCP. */
const advertised = (json: () => JsonSchema): StandardSchemaWithJSON<unknown, unknown> => ({
  '~standard': {
    version: 1,
    vendor: 'print-and-mail',
    validate: (value) => ({ value }),
    jsonSchema: { input: json, output: json },
  },
});

/** A quote, or a ticket and the page on which the user attaches a file. */
function quoteOrTicket(tool: Tool, raw: unknown, context: CallContext): Promise<CallToolResult> {
  const { upload, ...request } = (raw ?? {}) as Readonly<Record<string, unknown>>;
  const wantsTicket = readBoolean(upload);
  if (wantsTicket === false || isNothing(wantsTicket)) return callTool(tool, request, context);
  const ticketTool: Tool = {
    ...tool,
    useCase: {
      ...uploadByPerson(),
      screen: () => {
        if (wantsTicket !== true) throw invalid('upload', 'must be true or false.');
        const sent = contentKinds.find((kind) => !isNothing(request[kind]));
        if (sent !== undefined) throw invalid('upload', `goes without content: leave out ${sent}, or upload.`);
      },
    },
    format: ({ page_url, pdf_url }) =>
      `Give the user this page to attach the file: ${page_url}. Once they say that it is attached, call ${tool.name} with pdf_url ${pdf_url} in place of upload. The page is open for an hour.`,
  };
  return callTool(ticketTool, {}, context);
}

export async function serve(
  headers: HttpEvent['headers'],
  parsedBody: unknown,
  input: ServerInput,
  onerror: () => void,
): Promise<Response> {
  const mcpHeaders = Object.entries(headers).filter(
    ([name, value]) => /^(mcp-|content-type$)/.test(name) && /^[\x20-\x7e]*$/.test(value ?? ''),
  );
  // The SDK gets the body beside this. Older versions require clients to accept event streams; we always send JSON.
  const request = new Request('https://service.invalid/mcp', {
    method: 'POST',
    headers: { ...Object.fromEntries(mcpHeaders), accept: 'application/json, text/event-stream' },
  });
  if (await isLegacyRequest(request, parsedBody)) {
    // A version before 2026-07-28. The SDK's own handler would answer it with event streams.
    const server = serverFor(input);
    server.server.onerror = onerror;
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  }
  const modern = createMcpHandler(() => serverFor(input), {
    legacy: 'reject',
    responseMode: 'auto',
    maxSubscriptions: 0,
    keepAliveMs: 0,
    maxRequestBodySize: maxBodyBytes,
    onerror,
  });
  return modern.fetch(request, { parsedBody });
}
