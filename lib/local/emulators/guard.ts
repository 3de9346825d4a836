/** Keeps other users of the machine, and web pages in the developer's browser, away from an emulator. */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { isLoopback } from '../gateway/http.ts';
import { hasAwsSignature } from './signature.ts';

/** Puts the guard in front of the server. `takesFromPages`: requests that the server finds signed itself. */
export function guarded(server: Server, takesFromPages: (request: IncomingMessage) => boolean = () => false): Server {
  const served = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  return server.on('request', (request, response) => {
    if (isOurs(request, takesFromPages)) for (const serve of served) serve.call(server, request, response);
    else {
      request.resume();
      response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' });
      response.end(JSON.stringify({ __type: 'AccessDeniedException', Message: 'Not signed by this service.' }));
    }
  });
}

/** A browser names the page's origin; a page whose own name was made to point here names that as the host. */
const isOurs = (request: IncomingMessage, takesFromPages: (request: IncomingMessage) => boolean): boolean =>
  isLoopback(request.headers.host ?? '') &&
  (takesFromPages(request) || (request.headers.origin === undefined && hasAwsSignature(request)));
