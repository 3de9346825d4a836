/** Builds the MCP server for one request, with the tools and prices for its caller. It is closed after the response. */
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type StandardSchemaWithJSON,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isEmpty } from '../../domain/fields.ts';
import { contentKinds } from '../../domain/input/content.ts';
import { productNames } from '../../domain/names.ts';
import { invalid, maxBodyBytes } from '../../domain/refusal.ts';
import { capitalized } from '../../domain/text.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { productNamed } from '../../products/index.ts';
import { pluralsOf, pricesOf, productDocs } from '../docs/products.ts';
import type { HttpEvent } from '../http/http-event.ts';
import type { JsonSchema } from '../json-schema.ts';
import { uploadByPerson } from '../request-upload.ts';
import { type CallContext, callTool } from './call.ts';
import { readBoolean } from './read-arguments.ts';
import { type Products, type Tool, toolsFor } from './tools.ts';

export interface ServerInput {
  /** The context of a call to this tool. Its log lines name the tool's use case. */
  readonly contextOf: (tool: Tool) => CallContext;
  readonly baseUrl: string;
  readonly products: Products;
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
      inputSchema: unvalidated(() => tool.inputSchema),
      outputSchema: unvalidated(() => tool.outputSchema),
    };
    const run = tool.takesFiles === true ? quoteOrTicket : callTool;
    server.registerTool(name, definition, (raw) => run(tool, raw, contextOf(tool)));
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

/** The server's instructions for assistants: the order of calls, and what the service cannot do. */
export function instructions(baseUrl: string, isTest: boolean, products: Products = productNames): string {
  const toolNames = (nameOf: (product: string) => string): string => products.map(nameOf).join(', ');
  const namesOf = (leftAs: 'mailed' | 'sent'): string =>
    pluralsOf(productDocs.filter(({ name }) => products.includes(name) && productNamed(name).leftAs === leftAs));
  const [mailed, sent] = [namesOf('mailed'), namesOf('sent')];
  const services = [mailed && `mails ${mailed}`, sent && `sends ${sent}`].filter(Boolean).join(' and ');
  const testLine =
    'TEST MODE: all payment, printing, mailing and sending is only simulated. Say so whenever you report the status of an order.\n';
  const bankAccountRule = `Bank accounts: never ask for account, routing or transit numbers, and never pass them on. The user registers the account at ${bankAccountPage(baseUrl)} and gives you the id that the page shows, bank_….\n`;
  return `${isTest ? testLine : ''}${capitalized(services)} in the US and Canada. A person stays in charge of the money. The order of calls:
1. Quote: ${toolNames((product) => `quote_${product}`)}.${products.some((name) => productNamed(name).paper) ? ' For a file that the user has, upload: true gives a page where they can attach it.' : ''}
2. Show the user the exact price and every warning, and ask for approval.
3. Create the job: ${toolNames((product) => `create_${product}_job`)}, with the quote_id, the quote's content_hash and a fresh UUID as idempotency_key; the same key again when a call is retried. An address is an object, or the user's own text: one line with commas, or several lines${products.some((name) => productNamed(name).mailsTo) ? '; verify_address says whether mail arrives there' : ''}.
4. Read the summary back to the user, and give them pay_url, not checkout_url: the page shows what will be sent, and links to the payment. Nothing is charged until a person pays, and nothing is sent before.
5. Follow it with get_job_status, and claim no more than it says: mailed is not delivered. get_proof_of_mailing has the signed receipt; cancel_letter stops a job while get_job_status says that it can be canceled. All three work for every product; the first two take the pay link as well.
${products.some((name) => productNamed(name).bankAccountField !== undefined) ? bankAccountRule : ''}Cannot: several recipients in one payment, other countries, postcards, two-sided print, changes to a job (cancel it and order again); a day to print is send_on.
A call that fails says what to change in error, with a code and often the field. Fields that are not in a tool's schema are refused, or ignored with a warning. One quote serves several recipients, each with a job of its own. Prices are in the resource prices://list.`;
}

/** A schema that accepts every value, so that the SDK leaves validation to `ask`, whose messages REST has as well. */
const unvalidated = (json: () => JsonSchema): StandardSchemaWithJSON<unknown, unknown> => ({
  '~standard': {
    version: 1,
    vendor: 'print-and-mail',
    validate: (value) => ({ value }),
    jsonSchema: { input: json, output: json },
  },
});

/** Quotes the content or, with `upload: true`, issues a ticket with the page where the user attaches a file. */
function quoteOrTicket(tool: Tool, raw: unknown, context: CallContext): Promise<CallToolResult> {
  const { upload, ...request } = (raw ?? {}) as Readonly<Record<string, unknown>>;
  const isUpload = readBoolean(upload);
  if (isUpload === false || isEmpty(isUpload)) return callTool(tool, request, context);
  const ticketTool: Tool = {
    ...tool,
    useCase: {
      ...uploadByPerson(),
      screen: () => {
        if (isUpload !== true) throw invalid('upload', 'must be true or false.');
        const kind = contentKinds.find((each) => !isEmpty(request[each]));
        if (kind !== undefined) throw invalid('upload', `excludes content: leave out ${kind} for now, or upload.`);
      },
    },
    format: ({ page_url, pdf_url }) =>
      `Give the user this page to attach the file: ${page_url}. Once they say that it is attached, call ${tool.name} with pdf_url ${pdf_url} in place of upload; behind a text, send it in attachments. The page is open for an hour.`,
  };
  return callTool(ticketTool, {}, context);
}

/** Responds to a message or a batch. The SDK calls `onerror` for errors of the protocol. */
export async function serve(
  headers: HttpEvent['headers'],
  parsedBody: unknown,
  input: ServerInput,
  onerror: () => void,
): Promise<Response> {
  const mcpHeaders = Object.entries(headers).filter(
    ([name, value]) => /^(mcp-|content-type$)/.test(name) && /^[\x20-\x7e]*$/.test(value ?? ''),
  );
  // The SDK gets the body separately. Older versions require clients to accept event streams, although we always send JSON.
  const request = new Request('https://service.invalid/mcp', {
    method: 'POST',
    headers: { ...Object.fromEntries(mcpHeaders), accept: 'application/json, text/event-stream' },
  });
  if (await isLegacyRequest(request, parsedBody)) {
    // For versions before 2026-07-28, the SDK's own handler would use event streams.
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
