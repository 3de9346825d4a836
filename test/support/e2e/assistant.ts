/** MCP clients for tests, and plain JSON-RPC for requests that no client would send. */
import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Json } from './client.ts';
import type { Service } from './service.ts';

export type Assistant = ReturnType<typeof assistant>;

const latest = '2026-07-28';

export async function assistantOf(url: string, version: string = latest) {
  const options =
    version === latest ? { versionNegotiation: { mode: { pin: version } } } : { supportedProtocolVersions: [version] };
  const client = new Client({ name: 'tests', version: '1.0.0' }, options as never);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return assistant(client, () => client.getNegotiatedProtocolVersion());
}

/** The client of the 1.x SDK, which validates results against the tools' schemas. */
export async function firstAssistantOf(url: string) {
  const client = new FirstClient({ name: 'tests', version: '1.0.0' });
  const transport = new FirstTransport(new URL(url));
  await client.connect(transport as never);
  return assistant(client as never, () => transport.protocolVersion);
}

/** The part that both clients share. */
function assistant(client: Client, version: () => string | undefined) {
  const call = (name: string, input: object): Promise<Json> =>
    client.callTool({ name, arguments: input as Record<string, unknown> });
  return {
    /** The whole result of a tool call. */
    call,
    /** The structured result. An error throws. */
    async use(name: string, input: object): Promise<Json> {
      const { isError, structuredContent, content }: Json = await call(name, input);
      if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
      return structuredContent;
    },
    listTools: (): Promise<Json> => client.listTools(),
    instructions: () => client.getInstructions(),
    version,
    close: () => client.close(),
  };
}

export interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: Json;
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** Doesn't use `fetch`, which sets the Host and Origin headers itself. */
export function raw(service: Pick<Service, 'origin'>, { method = 'POST', path = '/mcp', headers = {}, body }: Sent) {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return new Promise<Raw>((resolve, reject) => {
    const sending = request(`${service.origin}${path}`, { method, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(text) : undefined,
        }),
      );
    });
    sending.once('error', reject);
    sending.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

export const rpc = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
