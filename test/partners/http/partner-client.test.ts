/** The HTTP client for partners: requests, answers, failed calls that reached nobody, and alarms. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LogFields } from '../../../shared/domain/metrics.ts';
import { type Call, conversation, jsonBody, statusMeanings } from '../../../shared/partners/http/partner-client.ts';

let server: Server;
let baseUrl: string;
let answer: RequestListener;
let requests: { url: string | undefined; headers: IncomingHttpHeaders; text: string }[];
let alarms: LogFields[];

const log = { alarm: (_: string, fields: LogFields = {}) => void alarms.push(fields) };

const line = (timeoutMs = 1_500) => ({ name: 'Partner', baseUrl, headers: { 'x-key': 'secret' }, timeoutMs, log });
const get: Call = { method: 'GET', path: '/orders' };
const ask = (call: Call = get) => conversation(line())(call);

beforeEach(async () => {
  [requests, alarms] = [[], []];
  answer = (_, response) => response.end('{}');
  server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    requests.push({ url: request.url, headers: request.headers, text });
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

test('a call without a body sends the key of the partner, and neither a type nor an idempotency key', async () => {
  await ask();
  const { 'x-key': key, accept, 'content-type': type, 'idempotency-key': reference } = requests[0]?.headers ?? {};
  expect({ key, accept, type, reference }).toEqual({ key: 'secret', accept: 'application/json' });
});

test('a body goes out unchanged, with its type and key', async () => {
  await ask({ method: 'POST', path: '/orders', body: jsonBody({ a: 1, left: undefined }), idempotencyKey: 'job_1' });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'job_1' };
  expect(requests).toMatchObject([{ text: '{"a":1}', headers }]);
});

test.each([
  ['an object', '{"a":1}', { a: 1 }],
  ['a list', '[1]', [1]],
  ['no JSON', '<html>', undefined],
  ['nothing', '', undefined],
  ['too large', JSON.stringify('x'.repeat(5 * 1024 * 1024)), undefined],
])('an answer that is %s keeps its status', async (_, text, body) => {
  answer = (_, response) => response.writeHead(201).end(text);
  expect(await ask()).toMatchObject({ kind: 'answered', status: 201, body, date: expect.stringContaining('GMT') });
});

test('an answer that is cut off keeps its status', async () => {
  answer = (_, response) =>
    response
      .writeHead(503, { 'content-length': '100' })
      .write('{"a":1}', () => void setImmediate(() => response.socket?.resetAndDestroy()));
  expect(await ask()).toMatchObject({ kind: 'answered', status: 503, body: undefined });
});

test('a redirect is an answer, and is not followed', async () => {
  answer = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end();
  expect(await ask()).toMatchObject({ kind: 'answered', status: 307 });
  expect(requests).toHaveLength(1);
});

test('a partner that closes the connection may have acted, and is not asked again', async () => {
  answer = (_, response) => void response.socket?.resetAndDestroy();
  expect(await ask()).toMatchObject({ kind: 'unanswered', code: expect.stringMatching(/^[A-Z_]+$/) });
  expect(requests).toHaveLength(1);
});

test('all calls of a conversation share its time', async () => {
  const asking = conversation(line(500));
  expect(await asking(get)).toMatchObject({ kind: 'answered' });
  answer = () => {};
  expect(await asking(get)).toEqual({ kind: 'unanswered', code: 'TIMEOUT' });
  expect(await asking(get)).toEqual({ kind: 'unanswered', code: 'TIMEOUT' });
  expect(requests).toHaveLength(2);
});

test('a partner that no connection reaches heard nothing', async () => {
  await new Promise((done) => server.close(done));
  expect(await ask()).toEqual({ kind: 'unreached', code: 'ECONNREFUSED' });
});

test.each([
  [401, ['key_refused']],
  [402, ['account_unpaid']],
  [403, ['not_allowed']],
  [404, []],
  [429, []],
  [503, []],
])('%i, whatever was asked for, raises %j', async (status, codes) => {
  answer = (_, response) => response.writeHead(status).end('{}');
  await ask();
  expect(alarms.map(({ code }) => code)).toEqual(codes);
  for (const { reason } of alarms) expect(reason).toMatch(/^Partner .*: npm run doctor says what is wrong$/);
});

test.each([408, 409, 425])('%i proves nothing: the order may have been made', (status) => {
  expect(statusMeanings.get(status)).toMatchObject({ order: 'unknown' });
});
