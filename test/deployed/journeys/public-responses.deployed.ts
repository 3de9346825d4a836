/** Responses of the deployed API: public pages, unknown paths and unsigned events. */
import { unknownId } from '../../support/e2e/client.ts';
import { origin, service } from './deployed.ts';

test.each([
  ['/', 'text/html', /\$2\.12/],
  ['/favicon.ico', 'image/svg+xml', /<svg/],
  ['/robots.txt', 'text/plain', /^User-agent: \*/],
  ['/v1', 'text/html', /\$2\.12/],
  ['/v1/prices', 'application/json', /"unit":"cents"/],
  ['/v1/health', 'application/json', /"payment_mode":"mock"/],
  ['/v1/openapi.json', 'application/json', /"openapi":"3/],
  ['/v1/llms.txt', 'text/', /\/v1/],
  ['/v1/llms-full.txt', 'text/plain', /\n# Errors\n/],
  ['/v1/docs', 'text/html', /<title>Quickstart</],
  ['/v1/docs/receipts.md', 'text/markdown', /^# Receipts/],
  ['/v1/.well-known/webhook-keys.json', 'application/json', /"whpk_/],
])('the deployed service serves %s', async (path, type, content) => {
  const { status, headers, text } = await service.get(origin + path);
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: expect.stringContaining(type) });
  expect(text).toMatch(content);
});

test('the deep health check reaches every AWS service with the permissions of its own role', async () => {
  const { status, body } = await service.get('/health?deep=1');
  const checks = { settings: 'ok', table: 'ok', documents: 'ok', queue: 'ok' };
  expect({ status, body }).toEqual({
    status: 200,
    body: { ok: true, payment_mode: 'mock', version: expect.any(String), commit: expect.any(String), checks },
  });
});

test('the text of an order needs its pay link', async () => {
  expect((await service.get('/pay/pay_00000000000000000000000000/text')).status).toBe(404);
});

test('the OpenAPI document names the deployed URL', async () => {
  const { body } = await service.get('/openapi.json');
  expect(body.servers).toEqual([expect.objectContaining({ url: `${origin}/v1` })]);
});

test.each([
  ['/jobs/job_00000000000000000000000000', 'job'],
  ['/letters/none', 'letter'],
])('%s is 404 not_found, without any other information', async (path, kind) => {
  const { status, text } = await service.get(path);
  expect({ status, text }).toEqual({ status: 404, text: unknownId({ baseUrl: `${origin}/v1` }, kind) });
});

test('an unknown path is 404 with a code and a message', async () => {
  const { status, body } = await service.get('/leters');
  expect({ status, body }).toMatchObject({ status: 404, body: { code: 'not_found', error: expect.any(String) } });
});

test.each(['/webhooks/postgrid', '/webhooks/telnyx'])('%s without a signature is 401', async (path) => {
  expect((await service.post(path, { data: {} })).status).toBe(401);
});
