/** HEAD is answered wherever GET is: the same status and headers, and no body. */
import { manifest } from '../../../functions/manifest.ts';
import { letterOf } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));
const known: Record<string, string> = {};

beforeAll(async () => {
  const { quote_id } = await service.quote();
  const { job_id, pay_url, checkout_url } = await service.make('/jobs', letterOf(quote_id));
  const { upload_id } = await service.make('/uploads', {});
  const last = (address: string) => address.split('/').at(-1) ?? '';
  Object.assign(known, { quote_id, job_id, upload_id, code: last(pay_url), session_id: last(checkout_url), page: '1' });
});

const routes = manifest.flatMap(({ trigger }) => ('http' in trigger ? trigger.http : []));
const paths = routes.flatMap((route) => (route.startsWith('GET ') ? [route.slice('GET '.length)] : []));

async function answerTo(method: 'GET' | 'HEAD', path: string) {
  const address = service.origin + path.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? 'unknown');
  const response = await fetch(address, { method, redirect: 'manual' });
  const body = await response.arrayBuffer();
  const headers = Object.fromEntries(response.headers);
  for (const name of ['x-request-id', 'date', 'connection', 'keep-alive']) delete headers[name];
  // The key of each page's own style differs, and not its length.
  const policy = headers['content-security-policy']?.replace(/nonce-[\w+/=-]+/g, 'nonce');
  return { status: response.status, headers: { ...headers, 'content-security-policy': policy }, size: body.byteLength };
}

const statuses: number[] = [];

test.each([...paths, '/_mailbox', '/mcp', '/mcp/icon.svg', '/nothing', '/v1/quotes'])('HEAD %s', async (path) => {
  const got = await answerTo('GET', path);
  expect(got.headers).toMatchObject({ 'content-length': `${got.size}` });
  statuses.push(got.status);
  const { headers, ...head } = await answerTo('HEAD', path);
  expect({ ...head, headers }).toEqual({ ...got, size: 0, headers: { ...got.headers, ...lengthOf(path, headers) } });
});

/** A receipt is issued and signed for each request, so its length varies. */
function lengthOf(path: string, { 'content-length': length }: Readonly<Record<string, string | undefined>>) {
  if (!/receipt|evidence/.test(path)) return {};
  expect(Number(length)).toBeGreaterThan(500);
  return { 'content-length': length };
}

test('most of these requests are for something that exists', () => {
  expect(statuses.filter((status) => status < 400).length).toBeGreaterThan(30);
});

test('a path with GET allows HEAD in its header, and a path without GET does not', async () => {
  const allow = async (path: string) => (await fetch(service.baseUrl + path, { method: 'PUT' })).headers.get('allow');
  expect(await allow('/health')).toBe('GET, HEAD');
  expect(await allow('/new/letter')).toBe('GET, HEAD, POST');
  expect(await allow('/quotes')).toBe('POST');
});
