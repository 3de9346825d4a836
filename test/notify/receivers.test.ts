/** Webhook events that are posted to hostile receivers. None of them can delay us for longer than the timeout. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as httpsRequest } from 'node:https';
import { createServer as createTcpServer, type LookupFunction, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { guardedReceivers } from '../../shared/notify/adapters/receivers.ts';
import type { PostOutcome } from '../../shared/notify/deps.ts';
import type { RequestSeams, ResolveHost } from '../../shared/partners/http/public-address.ts';
import { hostileServers, serverThatWrites } from '../support/adapters/hostile-servers.ts';
import { certificateFor } from '../support/doubles/certificate.ts';

const event = JSON.stringify({ type: 'letter.mailed' });
const { listen, close } = hostileServers();
afterEach(close);

/** Posts one event to this receiver, whose host the operator has allowed. */
async function posted(server: Server, seams: Parameters<typeof guardedReceivers>[1] = {}): Promise<PostOutcome> {
  const host = `127.0.0.1:${await listen(server)}`;
  return guardedReceivers([host], seams).post(`http://${host}/hook`, event, { 'webhook-id': 'evt_1' });
}

const soon = { timeoutMs: 150 };

test('an event is a single JSON POST with only the signature headers added', async () => {
  let received: IncomingMessage | undefined;
  let body = '';
  const server = createServer(async (request, response) => {
    received = request;
    for await (const chunk of request) body += chunk;
    response.writeHead(200).end('thanks');
  });
  expect(await posted(server)).toEqual({ outcome: 'delivered', code: 'http_200' });
  expect(body).toBe(event);
  expect(received).toMatchObject({ method: 'POST', url: '/hook', headers: { 'content-type': 'application/json' } });
  const names = Object.keys(received?.headers ?? {}).sort();
  expect(names.join(' ')).toBe('accept-encoding connection content-length content-type host user-agent webhook-id');
});

const outcomes = { delivered: [200, 204], unreachable: [301, 408, 429, 500], refused: [400, 422], gone: [410] };
const rows = Object.entries(outcomes).flatMap(([outcome, all]) => all.map((status) => [status, outcome] as const));
test.each(rows)('the response status %d means %s', async (status, outcome) => {
  const server = createServer((_, response) => response.writeHead(status).end());
  expect(await posted(server)).toEqual({ outcome, code: `http_${status}` });
});

const limitedWith = (header: string) =>
  posted(createServer((_, response) => response.writeHead(429, { 'retry-after': header }).end()));

test.each([
  ['in seconds', '120', 120_000],
  ['with a date', new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
])('a Retry-After header %s sets the wait', async (_, header, ms) => {
  const { retryAfterMs = 0 } = await limitedWith(header);
  expect(Math.abs(retryAfterMs - ms)).toBeLessThan(60_000);
});

test.each([
  ['with a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT'],
  ['with a negative number', '-5'],
])('a Retry-After header %s is ignored', async (_, header) => {
  expect(await limitedWith(header)).toMatchObject({ retryAfterMs: undefined });
});

describe('hostile receivers', () => {
  const endless = (response: ServerResponse) => {
    const more = () => {
      while (response.write('x'.repeat(16_000)));
      response.once('drain', more);
    };
    more();
  };

  test.each([
    ['sends nothing', serverThatWrites()],
    ['only sends 102 Processing', serverThatWrites(...Array<string>(10).fill('HTTP/1.1 102 Processing\r\n\r\n'))],
  ])('a receiver that %s is abandoned after the timeout', async (_, server) => {
    expect(await posted(server, soon)).toEqual({ outcome: 'unreachable', code: 'timeout' });
  });

  test.each([
    [
      'closes the connection when it has the event',
      createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    ],
    [
      'switches to another protocol',
      serverThatWrites('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h\r\n\r\n'),
    ],
  ])('a receiver that %s is treated as unreachable', async (_, server) => {
    expect(await posted(server)).toEqual({ outcome: 'unreachable', code: 'connection' });
  });

  test.each([
    ['streams forever', createServer((_, response) => endless(response))],
    [
      'sends a compressed response',
      createServer((_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('{}'))),
    ],
  ])('a receiver that %s has received the event, and its response body is ignored', async (_, server) => {
    expect(await posted(server, { timeoutMs: 400 })).toEqual({ outcome: 'delivered', code: 'http_200' });
  });

  test('a receiver that sends 10 MB is disconnected before it has sent it all', async () => {
    let written = 0;
    const disconnected = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      response.once('close', () => disconnected.resolve());
      const more = () => {
        while (written < 10_000_000 && response.write(Buffer.alloc(16_000), () => undefined)) written += 16_000;
        if (written < 10_000_000) response.once('drain', more);
      };
      more();
    });
    await posted(server);
    await disconnected.promise;
    expect(written).toBeLessThan(10_000_000);
  });

  test('a receiver that redirects to a private address is not followed', async () => {
    const requested: string[] = [];
    const secret = await listen(createServer(({ url = '' }) => void requested.push(url)));
    const location = `http://127.0.0.1:${secret}/admin`;
    const server = createServer((_, response) => response.writeHead(307, { location }).end());
    expect(await posted(server)).toEqual({ outcome: 'unreachable', code: 'http_307' });
    expect(requested).toEqual([]);
  });
});

describe('webhook URLs', () => {
  const never: Partial<RequestSeams> = {
    connect: () => {
      throw new Error('must not connect');
    },
  };

  test.each([
    ['plain http', 'http://example.com/hook', 'must begin with https://'],
    ['an IP address', 'https://203.0.113.7/hook', 'not an IP address\\.$'],
    ['this machine', 'http://localhost:4000/hook', 'HOSTS=localhost:4000, and use http://localhost:4000\\.$'],
    ['this machine without a scheme', 'localhost:4000/hook', 'HOSTS=localhost:4000, and use http://localhost:4000\\.$'],
    ['an IP address of this machine', 'https://127.1/hook', 'HOSTS=127.0.0.1:443, and use https://127.0.0.1:443\\.$'],
    ['the IPv6 address of this machine', 'http://[::1]:4000/hook', 'HOSTS=127.0.0.1:4000, and use http://127.0.0.1:'],
    ['a host named like this machine', 'http://localhost.example.com/hook', 'must begin with https://\\.$'],
    ['not a URL', 'example.com/hook', 'not valid'],
  ])('a webhook URL that is %s is refused with advice, and nothing is sent there', async (_, url, fix) => {
    const receivers = guardedReceivers([], never);
    expect(await receivers.problemOf(url)).toMatch(new RegExp(`^cannot receive events: .*${fix}`));
    expect(await receivers.post(url, event, {})).toEqual({ outcome: 'unreachable', code: 'address' });
  });

  /** Calls the guarded lookup as a socket would, then speaks TLS to a server on this machine. */
  const connectTo =
    (port: number, ca?: string): RequestSeams['connect'] =>
    (url, { lookup, ...options }) => {
      const asSocket: LookupFunction = (_, lookupOptions, callback) =>
        (lookup as LookupFunction)(url.hostname, lookupOptions, (error) => {
          if (error) callback(error, '', 0);
          else if (lookupOptions.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
          else callback(null, '127.0.0.1', 4);
        });
      return httpsRequest({ ...options, host: url.hostname, port, path: url.pathname, ca, lookup: asSocket });
    };
  const publicly: ResolveHost = async () => [{ address: '8.8.8.8', family: 4 }];
  const url = 'https://shop.example.com/hook';

  async function overTls(host: string, isTrusted: boolean): Promise<PostOutcome> {
    const { key, cert } = certificateFor(host);
    const port = await listen(createTlsServer({ key, cert }, (_, response) => response.end('thanks')));
    const connect = connectTo(port, isTrusted ? cert : undefined);
    return guardedReceivers([], { resolve: publicly, connect }).post(url, event, {});
  }

  test('a webhook URL that resolves to a private address receives nothing', async () => {
    const resolve: ResolveHost = async () => [{ address: '10.0.0.1', family: 4 }];
    const receivers = guardedReceivers([], { resolve, connect: connectTo(1) });
    expect(await receivers.post(url, event, {})).toEqual({ outcome: 'unreachable', code: 'address' });
  });

  test('a webhook URL with a public host is called over TLS, if the certificate is valid for the host', async () => {
    expect(await overTls('shop.example.com', true)).toMatchObject({ code: 'http_200' });
    expect(await overTls('other.example.com', true)).toMatchObject({ code: 'connection' });
    expect(await overTls('shop.example.com', false)).toMatchObject({ code: 'connection' });
  });
});
