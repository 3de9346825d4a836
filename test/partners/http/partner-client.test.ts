/** The HTTP client for partners: requests, responses, failed calls and alarms. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LogFields } from '../../../shared/domain/metrics.ts';
import {
  type Call,
  jsonBody,
  multipart,
  startConversation,
  statusMeanings,
} from '../../../shared/partners/http/partner-client.ts';

let server: Server;
let baseUrl: string;
let respond: RequestListener;
let requests: { url: string | undefined; headers: IncomingHttpHeaders; text: string }[];
let alarms: LogFields[];

const log = { alarm: (_: string, fields: LogFields = {}) => void alarms.push(fields) };

const connection = (timeoutMs = 1_500) => ({
  name: 'Partner',
  baseUrl,
  headers: { 'x-key': 'secret' },
  timeoutMs,
  log,
});
const get: Call = { method: 'GET', path: '/orders' };
const send = (call: Call = get) => startConversation(connection())(call);

beforeEach(async () => {
  [requests, alarms] = [[], []];
  respond = (_, response) => response.end('{}');
  server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    requests.push({ url: request.url, headers: request.headers, text });
    respond(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

test('a call without a body sends the API key, and neither a type nor an idempotency key', async () => {
  await send();
  const { 'x-key': key, accept, 'content-type': type, 'idempotency-key': reference } = requests[0]?.headers ?? {};
  expect({ key, accept, type, reference }).toEqual({ key: 'secret', accept: 'application/json' });
});

test('a body is sent unchanged, with its type and idempotency key', async () => {
  await send({ method: 'POST', path: '/orders', body: jsonBody({ a: 1, left: undefined }), idempotencyKey: 'job_1' });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'job_1' };
  expect(requests).toMatchObject([{ text: '{"a":1}', headers }]);
});

test.each([
  ['an object', '{"a":1}', { a: 1 }],
  ['a list', '[1]', [1]],
  ['not JSON', '<html>', undefined],
  ['empty', '', undefined],
  ['too large', JSON.stringify('x'.repeat(5 * 1024 * 1024)), undefined],
])('a response that is %s keeps its status', async (_, text, body) => {
  respond = (_, response) => response.writeHead(201).end(text);
  expect(await send()).toMatchObject({ kind: 'answered', status: 201, body, date: expect.stringContaining('GMT') });
});

test('a response that is cut off keeps its status', async () => {
  respond = (_, response) =>
    response
      .writeHead(503, { 'content-length': '100' })
      .write('{"a":1}', () => void setImmediate(() => response.socket?.resetAndDestroy()));
  expect(await send()).toMatchObject({ kind: 'answered', status: 503, body: undefined });
});

test('a redirect is returned as a response and not followed', async () => {
  respond = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end();
  expect(await send()).toMatchObject({ kind: 'answered', status: 307 });
  expect(requests).toHaveLength(1);
});

test('a partner that closes the connection may have acted, so the call is not repeated', async () => {
  respond = (_, response) => void response.socket?.resetAndDestroy();
  expect(await send()).toMatchObject({ kind: 'unanswered', code: expect.stringMatching(/^[A-Z_]+$/) });
  expect(requests).toHaveLength(1);
});

test('all calls of a conversation share one time limit', async () => {
  const sendTogether = startConversation(connection(500));
  expect(await sendTogether(get)).toMatchObject({ kind: 'answered' });
  respond = () => {};
  expect(await sendTogether(get)).toEqual({ kind: 'unanswered', code: 'TIMEOUT' });
  expect(await sendTogether(get)).toEqual({ kind: 'unanswered', code: 'TIMEOUT' });
  expect(requests).toHaveLength(2);
});

test('a call without a connection has not reached the partner', async () => {
  await new Promise((done) => server.close(done));
  expect(await send()).toEqual({ kind: 'unreached', code: 'ECONNREFUSED' });
});

test.each([
  [401, ['key_refused']],
  [402, ['account_unpaid']],
  [403, ['not_allowed']],
  [404, []],
  [429, []],
  [503, []],
])('the status %i of a call raises the alarms %j', async (status, codes) => {
  respond = (_, response) => response.writeHead(status).end('{}');
  await send();
  expect(alarms.map(({ code }) => code)).toEqual(codes);
  for (const { reason } of alarms) expect(reason).toMatch(/^Partner .*: npm run doctor shows what to fix$/);
});

test.each([408, 409, 425])('after the status %i the order may have been made', (status) => {
  expect(statusMeanings.get(status)).toMatchObject({ order: 'unknown' });
});

test('a form names nested fields, and leaves out those that are null or undefined', () => {
  const fields = { to: { city: 'Albany', addressLine2: undefined, companyName: null }, memo: null };
  const text = Buffer.from(multipart(fields, { name: 'pdf', pdf: new Uint8Array() }, 'job_1').bytes).toString();
  expect(text.match(/name="[^"]+"/g)).toEqual(['name="to[city]"', 'name="pdf"', 'name="document.pdf"']);
});
