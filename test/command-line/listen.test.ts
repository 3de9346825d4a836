/** `listen` at the door of a local service: events go through it to a receiver, and answers come back as they are. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '../../lib/command-line/run.ts';
import { exits } from '../../lib/command-line/words.ts';
import { openFunctions } from '../../lib/local/functions.ts';
import { type Listening, listen } from '../../lib/local/gateway/http.ts';
import { createGateway } from '../../lib/local/gateway/server.ts';
import { doorOf, listeners } from '../../lib/local/listening.ts';
import { guardedReceivers } from '../../shared/notify/adapters/receivers.ts';
import type { Deps } from '../../shared/orders/deps.ts';
import { memoryReceivers } from '../support/fakes/receivers.ts';

const settings = { paymentMode: 'mock' } as Deps['settings'];
const eventSigner = { headersOf: () => ({}), publicKeys: () => ['whpk_key'] };

/** The local door alone; what it knows is lost at its end. */
async function startDoor(port = 0) {
  const known = listeners();
  const functions = openFunctions(async () => ({ handler: async () => ({}) }));
  const server = await listen(
    createGateway({ rows: [], functions, local: doorOf(known, { settings, eventSigner }) }),
    undefined,
    port,
  );
  return { server, receivers: known.inFrontOf(memoryReceivers()) };
}

let door: Awaited<ReturnType<typeof startDoor>>;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  door = await startDoor();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await door.server.close();
});

async function receiver(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** Runs until `stop`. `looks`: of its next look at the service. */
async function listening(to: string, ...options: string[]) {
  const stopped = new AbortController();
  const [out, err]: [string[], string[]] = [[], []];
  const next = { look: Promise.withResolvers<void>() };
  const exit = commandLine({
    words: ['listen', '--to', to, ...options],
    environment: { PRINT_AND_MAIL_URL: `${door.server.url}/v1` },
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    isTerminal: true,
    read: async () => new Uint8Array(),
    sleep: async (_ms, signal) => {
      next.look.resolve();
      next.look = Promise.withResolvers();
      await pause(10, undefined, { signal }).catch(() => {});
    },
    interrupted: () => stopped.signal,
  });
  const stop = async () => {
    stopped.abort();
    return exit;
  };
  ends.push(stop);
  await Promise.race([next.look.promise, exit]);
  return { out, err, exit, stop, said: (line: string) => until(() => [...out, ...err].includes(line)) };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

const event = {
  type: 'letter.mailed',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { job_id: 'job_1', order_number: '7K2M9QX4TD' },
};
const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1a,x' };
const tell = (to: string, body: object = event) => door.receivers.post(to, JSON.stringify(body, null, 1), headers);

test('listen passes an event on byte for byte, gives the status back, and prints one line for it', async () => {
  const heard: { body: string; headers: IncomingHttpHeaders }[] = [];
  const to = await receiver(async (request, response) => {
    heard.push({ body: await text(request), headers: request.headers });
    response.writeHead(503, { 'retry-after': '7' }).end('busy');
  });
  const { out, stop } = await listening(to);
  expect(out[0]).toMatch(/^Listening\. http:\S+\/hook gets the events of jobs .*\.\nKey to verify them {2}whpk_key\n/);
  expect(door.receivers.listening?.()).toEqual({ url: to, secret: undefined });
  expect(await tell(to)).toEqual({ outcome: 'unreachable', code: 'http_503', retryAfterMs: 7_000 });
  expect(heard).toEqual([
    { body: JSON.stringify(event, null, 1), headers: expect.objectContaining({ ...headers, host: new URL(to).host }) },
  ]);
  await until(() => out.length > 1);
  expect(out[1]).toMatch(
    /^\d\d:\d\d:\d\d {2}503 {2}letter\.mailed {2}7K2M9QX4TD {2}\d+ ms {2}not accepted, will retry$/,
  );
  expect(await stop()).toBe(0);
  expect(door.receivers.listening?.()).toBeUndefined();
});

test('listen prints JSON for programs, a line for each event, and its own words elsewhere', async () => {
  const to = await receiver((_, response) => void response.writeHead(204).end());
  const { out, err } = await listening(to, '--json', '--secret', `whsec_${'A'.repeat(32)}`);
  expect(door.receivers.listening?.()?.secret).toBe(`whsec_${'A'.repeat(32)}`);
  await tell(to);
  await until(() => out.length > 0);
  expect(JSON.parse(out[0] ?? '')).toEqual({ id: 'evt_1', event, status: 204, duration_ms: expect.any(Number) });
  expect(err[0]).toMatch(/^Listening\./);
});

test.each<[string, RequestListener, RegExp]>([
  ['breaks the connection', (request) => void request.socket.destroy(), /, will retry$/],
  [
    'ends its answer half-way',
    (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('half', () => response.destroy()),
    / {2}200 {2}/,
  ],
  [
    'answers without end',
    (_, response) => {
      response.on('drain', () => response.write('x'.repeat(20_000)));
      while (response.write('x'.repeat(20_000)));
    },
    / {2}200 {2}/,
  ],
  [
    'switches protocols',
    (request) =>
      void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    /, will retry$/,
  ],
  ['redirects', (_, response) => void response.writeHead(302, { location: '/' }).end(), / {2}302 {2}.* will retry$/],
  ['is gone', (_, response) => void response.writeHead(410).end(), / {2}410 {2}.* no more events of this job$/],
])('a receiver that %s is judged as it would be without this command', async (_, answer, line) => {
  const to = await receiver(answer);
  const { out } = await listening(to);
  const direct = await guardedReceivers([new URL(to).host]).post(to, JSON.stringify(event), headers);
  expect(await tell(to)).toEqual(direct);
  await until(() => out.length > 1);
  expect(out[1]).toMatch(line);
});

test('a receiver that is not there costs one line, and the service tries again', async () => {
  const to = await receiver(() => {});
  await ends.pop()?.();
  const { out } = await listening(to);
  expect(await tell(to)).toMatchObject({ outcome: 'unreachable', code: 'connection' });
  await until(() => out.length > 1);
  expect(out[1]).toMatch(/ {2}--- {2}letter\.mailed .* nothing is listening there, will retry$/);
});

test('listen survives a restart of the service, says so once, and listens again', async () => {
  const to = await receiver((_, response) => void response.end());
  const { out, said } = await listening(to);
  const { port } = door.server;
  await door.server.close();
  await said('The service isn’t responding. Waiting for it.');
  door = await startDoor(port);
  await said('The service is back.');
  expect(door.receivers.listening?.()?.url).toBe(to);
  expect(await tell(to)).toMatchObject({ code: 'http_200' });
  expect(out.filter((line) => line.startsWith('The service'))).toHaveLength(2);
});

test('listen lets only the service in, by a secret path', async () => {
  let heard = 0;
  const to = await receiver((_, response) => {
    heard += 1;
    response.end();
  });
  const begun = Promise.withResolvers<string>();
  const post = createServer(async (request, response) => {
    begun.resolve(JSON.parse((await text(request)) || '{"at":""}').at);
    response.end('{"keys":["whpk_key"]}');
  });
  const service: Listening = await listen(post);
  ends.push(() => service.close());
  await listening(to, '--url', service.url);
  const { origin } = new URL(await begun.promise);
  for (const path of ['/', '/hook', `/${crypto.randomUUID()}`])
    expect((await fetch(origin + path, { method: 'POST', body: '{}' })).status).toBe(404);
  expect(heard).toBe(0);
});

describe('without a local service', () => {
  const ended = async (to: string, ...options: string[]) => {
    const { exit, out, err } = await listening(to, ...options);
    return [await exit, out, err];
  };
  const hook = 'http://127.0.0.1:3000/hook';

  test('listen ends with 3 where no service runs', async () => {
    expect(await ended(hook, '--url', 'http://127.0.0.1:9')).toEqual([
      3,
      [],
      [expect.stringMatching(/^No response from the service/)],
    ]);
  });

  test('listen refuses a deployed service before any request, with what to do there', async () => {
    const says = /service on this machine\. For mail\.example\.com, set notify\.webhook_url/;
    expect(await ended(hook, '--url', 'https://mail.example.com')).toEqual([2, [], [expect.stringMatching(says)]]);
  });

  test.each([
    ['another program', (_request, response) => void response.writeHead(404).end('<h1>Not found</h1>')],
    ['a program that speaks JSON', (_request, response) => void response.writeHead(404).end('{"error":"not_found"}')],
  ] as [string, RequestListener][])('listen ends with 1 where the port belongs to %s', async (_, answer) => {
    const url = await receiver(answer);
    const says = /^127\.0\.0\.1:\d+ doesn’t take listeners\. /;
    expect(await ended(hook, '--url', new URL(url).origin)).toEqual([1, [], [expect.stringMatching(says)]]);
  });

  test.each([[''], ['3000'], ['ftp://127.0.0.1/']])('listen --to %j is no receiver, and ends with 2', async (to) => {
    expect(await ended(to)).toEqual([2, [], ['Name your receiver: --to http://127.0.0.1:3000/hook.']]);
  });
});

const titled = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
const askedOfHostile: string[] = [];
let putUrl = '';
let uploadHeaders: Readonly<Record<string, string>> = {};
const hostileServer = createServer((request, response) => {
  askedOfHostile.push(`${request.method} ${request.url}`);
  request.resume();
  if (request.url === '/moved') return void response.writeHead(307, { location: '/internal/admin' }).end();
  response.setHeader('content-type', 'application/json');
  const isUpload = request.url === '/v1/uploads';
  response.statusCode = isUpload ? 201 : 400;
  const refusal = { error: `Not like this ${titled}`, code: 'invalid_request' };
  response.end(
    JSON.stringify(
      isUpload ? { put_url: putUrl, pdf_url: 'https://store.example/x', headers: uploadHeaders } : refusal,
    ),
  );
});

let hostileOrigin = '';
beforeAll(async () => {
  await once(hostileServer.listen(0, '127.0.0.1'), 'listening');
  hostileOrigin = `http://127.0.0.1:${(hostileServer.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => hostileServer.close(done)));
beforeEach(() => {
  askedOfHostile.length = 0;
  uploadHeaders = {};
});

async function quoteAt(url: string, file: string, ...more: string[]) {
  const told: string[] = [];
  const say = (text: string) => told.push(text);
  const exit = await commandLine({
    words: ['quote', file, '--to', 'Ada Lovelace, 12 Main St, Albany, NY 12207', '--url', url, ...more],
    environment: {},
    out: say,
    err: say,
    isTerminal: true,
    read: async () => Buffer.from('%PDF-1.7'),
    sleep: async () => {},
    interrupted: () => AbortSignal.abort(),
  });
  return { exit, told: told.join('\n') };
}

test('control characters of a service are shown, and not obeyed', async () => {
  const { exit, told } = await quoteAt(`${hostileOrigin}/v1`, 'letter.txt');
  expect(exit).toBe(exits.refused);
  expect(told).toContain('Not like this \\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202e');
  expect(told).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
});

test('a file goes to the service’s own host or over https, with the headers of uploads, and is led nowhere else', async () => {
  const elsewhere = `${hostileOrigin.replace('127.0.0.1', 'localhost')}/internal/admin`;
  for (const [url, sent] of [
    [elsewhere, {}],
    ['file:///etc/passwd', {}],
    ['', {}],
    [`${hostileOrigin}/put`, { 'x-admin': 'yes' }],
  ] as const) {
    askedOfHostile.length = 0;
    [putUrl, uploadHeaders] = [url, sent];
    expect(await quoteAt(`${hostileOrigin}/v1`, 'letter.pdf')).toMatchObject({
      exit: exits.refused,
      told: expect.stringContaining('The service gave an unsafe upload address, so the file wasn’t sent.'),
    });
    expect(askedOfHostile).toEqual(['POST /v1/uploads']);
  }
  [putUrl, uploadHeaders] = [`${hostileOrigin}/moved`, { 'content-type': 'application/pdf', 'if-none-match': '*' }];
  askedOfHostile.length = 0;
  expect((await quoteAt(`${hostileOrigin}/v1`, 'letter.pdf')).exit).toBe(exits.unreached);
  expect(askedOfHostile).toEqual(['POST /v1/uploads', 'PUT /moved']);
});
