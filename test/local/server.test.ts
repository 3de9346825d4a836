/** The local server over real HTTP, with the test's own handlers. */
import { request as httpRequest } from 'node:http';
import type { FunctionRow, Route } from '../../functions/manifest.ts';
import { type HandlerModule, openFunctions, type Report } from '../../lib/local/functions.ts';
import { type ListeningServer, listen } from '../../lib/local/gateway/http.ts';
import { createGateway, type Gateway, gatewayBodyLimitBytes } from '../../lib/local/gateway/server.ts';
import type { ServedRequest } from '../../lib/local/terminal-log.ts';
import { bodyTooLarge } from '../../shared/domain/refusal.ts';

type Handler = HandlerModule['handler'];

interface ServeOptions extends Pick<Gateway, 'local' | 'publicBaseUrl' | 'onServed'> {
  readonly route?: Route;
  readonly timeoutSeconds?: number;
}

let listening: ListeningServer | undefined;
let reports: string[] = [];
afterEach(() => listening?.close());

async function serve(handler: Handler, { route = '$default', timeoutSeconds = 5, ...gateway }: ServeOptions = {}) {
  const trigger = { http: [route] };
  const row: FunctionRow = { name: 'toy', file: 'x', trigger, needs: [], timeoutSeconds, memoryMb: 9 };
  reports = [];
  const report: Report = (name, error) => reports.push(`${name}: ${error instanceof Error ? error.message : error}`);
  const functions = openFunctions(async () => ({ handler }), report);
  listening = await listen(createGateway({ rows: [row], functions, report, ...gateway }));
  return listening.url;
}

const echo: Handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });

test('a response has the status, headers, cookies and bytes of the handler’s result', async () => {
  const url = await serve(async () => ({
    statusCode: 201,
    headers: { 'content-type': 'application/pdf', 'x-pages': 2 },
    cookies: ['a=1; HttpOnly', 'b=2'],
    body: Buffer.from([0, 255]).toString('base64'),
    isBase64Encoded: true,
  }));
  const response = await fetch(url);
  expect(response.status).toBe(201);
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'application/pdf', 'x-pages': '2' });
  expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
  expect([...(await response.bytes())]).toEqual([0, 255]);
});

test('a request is logged with its path and outcome, without any text of either body', async () => {
  const logged: ServedRequest[] = [];
  const body = { error: 'letter.to.city is missing, Ada.', code: 'invalid_request', field: 'letter.to.city' };
  const result = { statusCode: 400, body: JSON.stringify(body) };
  const url = await serve(async () => result, { onServed: (served) => logged.push(served), route: 'POST /v1/jobs' });
  await fetch(`${url}/v1/jobs?name=Ada`, { method: 'POST', body: 'Ada' });
  await fetch(`${url}/nowhere`);
  const refused = { status: 400, code: 'invalid_request', field: 'letter.to.city' };
  expect(logged).toEqual([
    { method: 'POST', path: '/v1/jobs', durationMs: expect.any(Number), ...refused },
    { method: 'GET', path: '/nowhere', durationMs: expect.any(Number), status: 404 },
  ]);
});

test.each([
  [undefined, '127.0.0.1'],
  ['http://mail.example.com/v1', '127.0.0.1'],
  ['https://mail.example.com/v1', '198.51.100.9'],
])(
  'with PUBLIC_BASE_URL %p, a handler gets the binary body unchanged and the IP address %s',
  async (publicBaseUrl, sourceIp) => {
    const body = Buffer.from([0, 1, 254, 255]);
    const headers = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' };
    const response = await fetch(await serve(echo, { publicBaseUrl }), { method: 'POST', body, headers });
    const event = (await response.json()) as { body: string };
    expect(Buffer.from(event.body, 'base64')).toEqual(body);
    expect(event).toMatchObject({ isBase64Encoded: true, requestContext: { http: { sourceIp } } });
  },
);

test('a handler’s crash is reported and gets API Gateway’s response, and the server keeps running', async () => {
  const url = await serve(async () => {
    throw new Error('out of stamps');
  });
  const response = await fetch(url);
  expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reports).toEqual(['toy: out of stamps']);
  expect((await fetch(url)).status).toBe(500);
});

test.each([
  ['a status', { statusCode: 1 }],
  ['a header', { statusCode: 200, headers: { 'x-a': 'line\nbreak' } }],
])('a handler’s result with %s that is invalid in HTTP is 500', async (_what, result) => {
  expect((await fetch(await serve(async () => result))).status).toBe(500);
  expect(reports).toEqual([expect.stringMatching(/^server: /)]);
});

test('a handler that exceeds its time limit is 500', async () => {
  const url = await serve(() => new Promise(() => {}), { timeoutSeconds: 0 });
  expect((await fetch(url)).status).toBe(500);
  expect(reports).toEqual(['toy: Task timed out after 0.00 seconds']);
});

test('local pages have priority over handlers, but only under their prefix', async () => {
  const local: Gateway['local'] = async ({ rawPath }) =>
    rawPath === '/_mailbox' ? { statusCode: 200, body: 'mail' } : undefined;
  const url = await serve(async () => ({ statusCode: 404, body: 'handler' }), { local });
  const textAt = async (path: string) => (await fetch(url + path)).text();
  expect(await textAt('/_mailbox')).toBe('mail');
  for (const path of ['/_mailbox/else', '/_mailboxes', '/v1']) expect(await textAt(path)).toBe('handler');
});

test('the server finishes a running request before it closes', async () => {
  const started = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const url = await serve(async () => {
    started.resolve();
    await go.promise;
    return { statusCode: 200, body: 'done' };
  });
  const response = fetch(url).then((received) => received.text());
  await started.promise;
  const closed = listening?.close();
  go.resolve();
  expect(await response).toBe('done');
  await closed;
  await expect(fetch(url)).rejects.toThrow();
  listening = undefined;
});

const statusFor = async (url: string, host: string) =>
  (await send(url, { host, 'content-type': 'application/json' }, Buffer.from('{}'))).status;
const portOf = (url: string) => new URL(url).port;

test('the Host must be a loopback name with the right port; any other gets an error that says what to do', async () => {
  const url = await serve(async () => ({ statusCode: 200, body: '{}' }));
  for (const name of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'])
    expect(await statusFor(url, `${name}:${portOf(url)}`)).toBe(200);
  const foreign = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1'];
  const error = `This Host is not ours: use ${url}, or set PUBLIC_BASE_URL to the URL of the service.`;
  const refused = { status: 421, body: { error, code: 'wrong_host' } };
  for (const host of [...foreign.map((name) => `${name}:${portOf(url)}`), '127.0.0.1:1', '127.0.0.1', ...foreign])
    expect(await send(url, { host }, Buffer.from('{}'))).toMatchObject(refused);
});

test('the Host may be anything if PUBLIC_BASE_URL is set, except for the mailbox', async () => {
  const publicBaseUrl = 'https://mail.example.com/v1';
  const url = await serve(echo, { local: async () => ({ statusCode: 200, body: '{}' }), publicBaseUrl });
  expect(await statusFor(url, 'proxy.internal')).toBe(200);
  // A proxy passes on the public name, and the mailbox has everyone's orders.
  for (const host of ['evil.example', `evil.example:${portOf(url)}`, 'mail.example.com'])
    expect(await statusFor(`${url}/_mailbox`, host)).toBe(421);
  expect(await statusFor(`${url}/_mailbox`, new URL(url).host)).toBe(200);
});

const tooLarge = Buffer.alloc(gatewayBodyLimitBytes + 1);

test.each([
  ['with a content-length', { 'content-length': tooLarge.length }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('a body over 6 MB %s is refused, and the client gets to read why', async (_how, headers) => {
  const url = await serve(echo);
  const response = await send(url, headers, tooLarge);
  expect(response).toEqual({ status: 413, body: bodyTooLarge, id: expect.any(String) });
});

test('a body is refused from the first byte over 6 MB', async () => {
  const url = await serve(async () => ({ statusCode: 200, body: '{}' }));
  expect((await send(url, {}, tooLarge.subarray(1))).status).toBe(200);
});

function send(url: string, headers: Record<string, string | number>, body: Buffer) {
  return new Promise<{ status?: number | undefined; body: unknown; id: unknown }>((resolve, reject) => {
    const sent = httpRequest(url, { method: 'POST', headers }, (response) => {
      response
        .setEncoding('utf8')
        .on('data', (text: string) =>
          resolve({ status: response.statusCode, body: JSON.parse(text), id: response.headers['x-request-id'] }),
        );
    });
    sent.on('error', reject).end(body);
  });
}
