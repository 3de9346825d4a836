/** A test's servers, on free ports of this machine; they and their connections end with the test. */
import type { AddressInfo, Server, Socket } from 'node:net';

export function hostileServers() {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  return {
    /** Returns its port. */
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
