/** Errors over HTTP, and pages on other origins: docs/contract.md, "Errors", "Requests and responses" and "Browsers". */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { letterOf } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() => startService(textOnly));

const fetched = (path: string, init?: RequestInit) => fetch(service.baseUrl + path, init);

describe('unknown endpoints', () => {
  test.each([
    ['GET', '/nothing'],
    ['PUT', '/quotes'],
    ['POST', '/webhooks/paypal'],
    ['GET', '/../v2/health'],
    ['GET', '/jobs/%E0%A4%A'],
  ])('%s %s is 404 not_found', async (method, path) => {
    const response = await fetched(path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      error: 'not_found',
      code: 'not_found',
      hint: expect.stringContaining('All endpoints: /v1/docs.'),
      docs_url: `${service.baseUrl}/docs/errors#not_found`,
    });
  });

  test.each(['/v2/quotes', '/_mailboxes', '/.well-known/none'])('%s, outside /v1, is 404 not_found', async (path) => {
    expect(await service.get(service.origin + path)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});

describe('pages on other origins', () => {
  const origin = 'https://shop.example';
  const allowedOrigin = (headers: Headers) => headers.get('access-control-allow-origin');

  test.each(['/jobs', '/jobs/job_1/cancel'])('a preflight request for %s from any origin is granted', async (path) => {
    const requested = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    };
    const { status, headers } = await fetched(path, { method: 'OPTIONS', headers: { origin, ...requested } });
    expect(status).toBe(204);
    expect(allowedOrigin(headers)).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE');
    expect(headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type.*idempotency-key/);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('any origin can read the JSON endpoints’ responses and errors', async () => {
    const responses = [
      await service.get('/health', { origin }),
      await service.get('/jobs/none', { origin }),
      await service.post('/quotes', {}, { origin }),
    ];
    for (const { headers } of responses) {
      expect(allowedOrigin(headers)).toBe('*');
      const exposed = headers.get('access-control-expose-headers');
      expect(exposed).toBe('x-request-id, retry-after, ratelimit, ratelimit-policy');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test.each(['/webhooks/stripe', '/bank-accounts', '/bank-accounts/new'])(
    '%s is closed to pages on other origins',
    async (path) => {
      const preflight = await fetched(path, { method: 'OPTIONS', headers: { origin } });
      expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
      expect(preflight.status).toBe(404);
      expect(allowedOrigin((await service.post(path, {}, { origin })).headers)).toBeNull();
    },
  );

  test('pages on other origins can’t read ours', async () => {
    expect(allowedOrigin((await service.get('/pay/none', { origin })).headers)).toBeNull();
  });
});

test.each([
  ['a malformed Host header', { host: 'a"><script>evil' }],
  ['forwarding headers', { 'x-forwarded-host': 'evil', 'x-forwarded-proto': 'javascript', forwarded: 'host=evil' }],
])('links in a response are not built from %s', async (_, headers) => {
  const { quote_id } = await service.quote();
  const { status, body } = await raw('/v1/jobs', JSON.stringify(letterOf(quote_id)), headers);
  expect(status).toBe(201);
  expect(JSON.parse(body).checkout_url).toContain(`${service.baseUrl}/checkout/cs_test_`);
  expect(JSON.parse(body).pay_url).toContain(`${service.baseUrl}/pay/`);
  expect(body).not.toMatch(/evil|script/);
});

/** Sends headers that `fetch` refuses to send. */
function raw(path: string, body: string, headers: RequestOptions['headers']) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const receive = async (response: IncomingMessage) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() });
    };
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    httpRequest(service.origin + path, options, (response) => void receive(response).catch(reject))
      .on('error', reject)
      .end(body);
  });
}
