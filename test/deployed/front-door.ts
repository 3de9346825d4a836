/** One URL for the deployed service, as with its own domain: a proxy to the API and the function URL. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { Cloud } from './cloud.ts';

/** The outputs that `cdk deploy` prints when it finishes. */
export interface Outputs {
  readonly BaseUrl: string;
  readonly McpUrl: string;
}

export interface FrontDoor {
  readonly origin: string;
  close(): Promise<void>;
}

export async function openFrontDoor(cloud: Cloud, { BaseUrl, McpUrl }: Outputs): Promise<FrontDoor> {
  const ca = await readFile(cloud.certificate, 'utf8');
  const server = createServer((incoming, response) => {
    const { host } = new URL(incoming.url?.startsWith('/mcp') ? McpUrl : BaseUrl);
    forward(incoming, response, { to: new URL(incoming.url ?? '/', cloud.url), host, ca });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { to, host, ca }: { readonly to: URL; readonly host: string; readonly ca: string },
): void {
  const headers = { ...incoming.headers, host };
  const forwarded = request(to, { method: incoming.method, headers, ca, servername: 'localhost' }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  forwarded.once('error', () => response.destroy());
  incoming.pipe(forwarded);
}
