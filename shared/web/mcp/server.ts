/** Builds the MCP server of one request: tools, prompts and prices, bound to the caller. It lives for one response. */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  isLegacyRequest,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isNothing } from '../../domain/fields.ts';
import { contentKinds } from '../../domain/input/content.ts';
import { invalid } from '../../domain/refusal.ts';
import { productNamed } from '../../products/index.ts';
import type { HttpEvent } from '../http/http-event.ts';
import type { JsonSchema } from '../json-schema.ts';
import { uploadByPerson } from '../request-upload.ts';
import { type CallContext, callTool } from './call.ts';
import { instructions, pricesFor, promptsFor } from './instructions.ts';
import { priceText, type RpcBody } from './messages.ts';
import { readBoolean } from './read-arguments.ts';
import { type Tool, type Toolset, toolsFor } from './tools.ts';

export const mcpBodyLimitBytes = 2_000_000;

/** The client repeats the call with the state that we returned, the ticket's id, so the user gets one page. */
async function callForUpload(
  tool: Tool,
  request: Readonly<Record<string, unknown>>,
  { opensPages, mcpReq }: Client,
  context: CallContext,
): Promise<CallToolResult | InputRequiredResult> {
  const state = opensPages ? mcpReq.requestState<string>() : undefined;
  const ticketTool: Tool = {
    ...tool,
    useCase: {
      ...uploadByPerson(state),
      screen: () => {
        const sent = contentKinds.find((kind) => !isNothing(request[kind]));
        if (sent !== undefined) throw invalid('upload', `goes without content: leave out ${sent}, or upload.`);
      },
    },
    format: ({ page_url, pdf_url }) =>
      `Give the user this page to attach the file: ${page_url}. Once they say that it is attached, call ${tool.name} with pdf_url ${pdf_url} in place of upload. The page is open for an hour.`,
  };
  const result = await callTool(ticketTool, {}, context);
  const { page_url: url, upload_id } = (result.structuredContent ?? {}) as RpcBody;
  if (result.isError || !opensPages || typeof url !== 'string') return result;
  const answer = inputResponse(mcpReq.inputResponses, 'attach');
  if (answer.kind === 'elicit')
    return withReminder(
      result,
      answer.action === 'accept'
        ? 'The user saw the page. Ask whether the file is attached, then quote it by its pdf_url.'
        : 'The user did not open the page, and nothing was sent. It stays open for an hour: ask what they want.',
    );
  if (state !== undefined) return result;
  const message = 'Open the page on which you attach your file? Nothing is ordered or charged by that.';
  return inputRequired({
    inputRequests: { attach: inputRequired.elicitUrl({ message, url }) },
    requestState: `${upload_id}`,
  });
}

const withReminder = (result: CallToolResult, text: string): CallToolResult => ({
  ...result,
  content: [...result.content, { type: 'text', text }],
});

export interface ServerInput {
  /** The context of a call of this tool. Its log lines name the use case. */
  readonly contextOf: (tool: Tool) => CallContext;
  readonly baseUrl: string;
  readonly products: Toolset;
  readonly iconUrl: string;
  readonly isTest: boolean;
}

function serverFor(era: 'legacy' | 'modern', input: ServerInput): McpServer {
  const { baseUrl, iconUrl, isTest, products } = input;
  const icons = [{ src: iconUrl, mimeType: 'image/svg+xml' }];
  const server = new McpServer(
    { name: 'print-and-mail', title: 'Print and mail', version: '1.0.0', icons },
    {
      instructions: instructions(baseUrl, isTest, products),
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
      },
      inputRequired: { legacyShim: false },
    },
  );
  for (const tool of toolsFor(products)) {
    const { name, title, annotations } = tool;
    const definition = {
      title,
      description: tool.description(baseUrl),
      annotations,
      // Hosts show the icon where they ask their user to allow a call.
      icons: annotations.readOnlyHint ? undefined : [{ src: iconUrl }],
      inputSchema: advertised(() => tool.inputSchema),
      outputSchema: advertised(() => tool.outputSchema),
    };
    server.registerTool(name, definition, (raw, { mcpReq }) => {
      // The SDK's published type of the envelope is {}.
      const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
      const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as { elicitation?: { url?: object } } | undefined;
      const opensPages = era === 'modern' && declared?.elicitation?.url !== undefined;
      return answerOf(tool, raw, { mcpReq, opensPages }, input);
    });
  }
  for (const { name, title, description, argsSchema, text } of promptsFor(products))
    server.registerPrompt(name, { title, description, argsSchema: advertised(() => argsSchema) }, (values) => ({
      messages: [{ role: 'user', content: { type: 'text', text: text((values ?? {}) as Record<string, string>) } }],
    }));
  const { uri, title, description, mimeType, text } = pricesFor(products);
  server.registerResource('prices', uri, { title, description, mimeType }, () => ({
    contents: [{ uri, mimeType, text }],
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

interface Client {
  readonly mcpReq: ServerContext['mcpReq'];
  /** It can ask its user to open a page. */
  readonly opensPages: boolean;
}

/** Answers with a page for a file, with a job and its page to pay, or with the tool's result. */
function answerOf(
  tool: Tool,
  raw: unknown,
  client: Client,
  input: ServerInput,
): Promise<CallToolResult | InputRequiredResult> {
  const context = input.contextOf(tool);
  if (tool.takesFiles === true) {
    const { upload, ...request } = (raw ?? {}) as Readonly<Record<string, unknown>>;
    const wantsUpload = readBoolean(upload);
    if (wantsUpload === true) return callForUpload(tool, request, client, context);
    if (wantsUpload === false || isNothing(wantsUpload)) return callTool(tool, request, context);
    const screen = () => {
      throw invalid('upload', 'must be true or false.');
    };
    return callTool({ ...tool, useCase: { ...tool.useCase, screen } }, request, context);
  }
  if (tool.opens !== undefined && client.opensPages) return callAndOpen(tool, tool.opens, raw, client, input);
  return callTool(tool, raw, context);
}

/** Asks the client to open the page. The client then repeats the call with our state. */
async function callAndOpen(
  tool: Tool,
  member: string,
  raw: unknown,
  { mcpReq }: Client,
  { contextOf }: ServerInput,
): Promise<CallToolResult | InputRequiredResult> {
  const isAnswer = mcpReq.requestState<string>() !== undefined;
  const context = { ...contextOf(tool), isAnswer };
  const result = await callTool(tool, raw, context);
  const url = (result.structuredContent as RpcBody | undefined)?.[member];
  if (result.isError || typeof url !== 'string') return result;
  const answer = inputResponse(mcpReq.inputResponses, 'pay');
  if (answer.kind === 'elicit')
    return withReminder(
      result,
      answer.action === 'accept'
        ? 'The user saw the payment page; get_job_status says whether they have paid.'
        : 'The user did not open the payment page, and nothing is charged. The link stays valid: ask what they want.',
    );
  if (isAnswer) return result;
  // The client's user reads this, and no model: it names what is bought, for whom and for how much.
  const body = result.structuredContent as RpcBody;
  const job = await context.deps.jobs.get(`${body.job_id}`);
  const title = job === undefined ? `A ${body.service}` : productNamed(job.product).title(job.order);
  const message = `${title}: open the page on which you look at it and pay ${priceText(body)}? Nothing is charged until you pay there.`;
  return inputRequired({ inputRequests: { pay: inputRequired.elicitUrl({ message, url }) }, requestState: 'asked' });
}

/** Links as content exist since 2025-06-18, and so does the header that names the version. */
export const takesLinks = (headers: HttpEvent['headers']): boolean =>
  (headers['mcp-protocol-version'] ?? '') >= '2025-06-18';

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
