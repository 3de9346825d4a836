/** Servers that misbehave, on free ports of this machine. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server that writes these chunks, byte for byte, when a request arrives. */
export const serverThatWrites = (...chunks: readonly (string | Uint8Array)[]) =>
  createServer((socket) => {
    socket.once('data', () => {
      for (const chunk of chunks) socket.write(chunk);
    });
  });

/** `close` ends all servers and their connections. */
export function hostileServers() {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  return {
    /** Returns the server's port. */
    async listen(server: Server): Promise<number> {
      servers.push(server);
      server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return (server.address() as AddressInfo).port;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers.splice(0)) server.close();
      sockets.clear();
    },
  };
}
