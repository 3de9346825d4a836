/** One address before the deployed service, like a domain of one's own: it leads to the API and the function URL. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { Cloud } from './cloud.ts';

/** The outputs that `cdk deploy` prints at its end. */
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
  const server = createServer((incoming, answer) => {
    const { host } = new URL(incoming.url?.startsWith('/mcp') ? McpUrl : BaseUrl);
    pass(incoming, answer, { to: new URL(incoming.url ?? '/', cloud.url), host, ca });
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

interface Onward {
  readonly to: URL;
  readonly host: string;
  readonly ca: string;
}

function pass(incoming: IncomingMessage, answer: ServerResponse, { to, host, ca }: Onward): void {
  const headers = { ...incoming.headers, host };
  const onward = request(to, { method: incoming.method, headers, ca, servername: 'localhost' }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  onward.once('error', () => answer.destroy());
  incoming.pipe(onward);
}
