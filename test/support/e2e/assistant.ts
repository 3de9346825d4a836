/** MCP clients for tests, and a request with any Host header. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Sdk1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Sdk1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Json } from './client.ts';

export type Assistant = ReturnType<typeof assistant>;

const latest = '2026-07-28';

export async function assistantOf(url: string, version: string = latest) {
  const options =
    version === latest ? { versionNegotiation: { mode: { pin: version } } } : { supportedProtocolVersions: [version] };
  const client = new Client({ name: 'tests', version: '1.0.0' }, options as never);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return assistant(client);
}

/** The client of the 1.x SDK, which validates results against the tools' schemas. */
export async function sdk1AssistantOf(url: string) {
  const client = new Sdk1Client({ name: 'tests', version: '1.0.0' });
  await client.connect(new Sdk1Transport(new URL(url)) as never);
  return assistant(client as never);
}

/** The calls that tests make with either client. */
function assistant(client: Client) {
  const call = (name: string, input: object): Promise<Json> =>
    client.callTool({ name, arguments: input as Record<string, unknown> });
  return {
    /** Returns the whole result of a tool call. */
    call,
    /** Returns the structured result of a tool call, or throws its error. */
    async use(name: string, input: object): Promise<Json> {
      const { isError, structuredContent, content }: Json = await call(name, input);
      if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
      return structuredContent;
    },
    listTools: (): Promise<Json> => client.listTools(),
    close: () => client.close(),
  };
}

/** The status of the response to `tools/list` with this Host header, which `fetch` would not let us choose. */
export async function statusForHost(mcpUrl: string, host: string): Promise<number | undefined> {
  const headers = { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const sending = request(mcpUrl, { method: 'POST', headers });
  sending.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
