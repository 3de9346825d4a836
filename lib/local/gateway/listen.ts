/** Opens an HTTP server on one address and closes it without cutting an answer short. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Accepts no new connections and waits for running answers, for at most `patienceMs`. */
  close(patienceMs?: number): Promise<void>;
}

export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  server.on('request', (_request, response) =>
    response.once('close', () => setImmediate(() => server.listening || server.closeIdleConnections())),
  );
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: (patienceMs = 10_000) => close(server, patienceMs),
  };
}

async function close(server: Server, patienceMs: number): Promise<void> {
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  clearTimeout(impatience);
}
