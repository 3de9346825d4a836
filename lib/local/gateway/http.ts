/** Helpers for local HTTP servers: listening, reading bodies, sending responses, and closing without cutting any short. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export interface ListeningServer {
  readonly url: string;
  readonly port: number;
  /** Accepts no new connections, and waits for running requests for at most `patienceMs`. */
  close(patienceMs?: number): Promise<void>;
}

export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<ListeningServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const boundPort = (server.address() as AddressInfo).port;
  // Otherwise a client's open connection would keep the server from closing.
  const closeIdle = () => {
    if (!server.listening) server.closeIdleConnections();
  };
  server.on('request', (_request, response) => response.once('close', () => setImmediate(closeIdle)));
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    async close(patienceMs = 10_000) {
      const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
      await new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
      clearTimeout(timer);
    },
  };
}

export type GatewayResult = APIGatewayProxyStructuredResultV2;

/** Throws before it sends a byte if the result is not an HTTP response. */
export function sendResult(response: ServerResponse, result: GatewayResult): void {
  const { statusCode = 200, headers = {}, cookies, body = '', isBase64Encoded } = result;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  response.setHeader('content-length', bytes.length);
  // After the length above, because a response to HEAD has the length of GET's.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies) response.setHeader('set-cookie', cookies);
  response.writeHead(statusCode);
  response.end(bytes);
}

/** Resolves to undefined as soon as the body exceeds the limit. The rest is read and discarded. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length']) > limitBytes) resolve(undefined);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(undefined);
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

/** Whether the Host names this machine. It doesn't if a web page made its own domain resolve here to use this server. */
export function isLoopback(host: string): boolean {
  const { hostname = '' } = URL.parse(`http://${host}`) ?? {};
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
