/** Behind the edge, requests with its secret have the viewer's address, and requests that bypass it are refused. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { manifest } from '../../functions/manifest.ts';
import { maxBodyBytes } from '../../shared/domain/refusal.ts';
import { callerAddress, edgeHeaders } from '../../shared/web/http/middleware.ts';
import { handlerNamed, httpEvent } from '../support/cloud/touches.ts';

const secret = 'an-edge-secret-of-a-test-with-enough-characters';
Object.assign(process.env, {
  EDGE_SECRET: secret,
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  PUBLIC_MCP_URL: 'https://mail.example.com/mcp',
});
// The configuration is read on the first call, and only once.
const { withMiddleware } = await import('../../shared/web/http/middleware.ts');

const edgeAddress = '203.0.113.7';
const domainName = 'abcdefghij.execute-api.us-east-1.amazonaws.com';

const eventOf = (headers: Readonly<Record<string, string>>, method = 'GET'): APIGatewayProxyEventV2 => {
  const event = httpEvent({ method, headers: { host: domainName, ...headers }, body: '{}' });
  const http = { ...event.requestContext.http, sourceIp: edgeAddress };
  return { ...event, requestContext: { ...event.requestContext, domainName, http } };
};

const fromEdge = { [edgeHeaders.secret]: secret, [edgeHeaders.viewer]: '198.51.100.1' };

const showAddress = withMiddleware('test', async ({ caller }) => ({ statusCode: 200, body: caller.address }), {
  formatProblem: ({ status, body }) => ({ statusCode: status, body: body.error }),
  openToBrowsers: false,
});
const requestWith = (headers: Readonly<Record<string, string>>) => showAddress(eventOf(headers), {} as never);

test('behind the edge, the caller is the viewer that the edge names', async () => {
  expect(await requestWith(fromEdge)).toMatchObject({ statusCode: 200, body: '198.51.100.1' });
});

test.each([
  ['no secret', {}],
  ['an empty secret', { [edgeHeaders.secret]: '' }],
  ['another secret', { [edgeHeaders.secret]: `${secret.slice(0, -1)}x` }],
  ['the secret twice', { [edgeHeaders.secret]: `${secret},${secret}` }],
])('a request with %s is refused, whatever viewer address it claims', async (_secret, headers) => {
  const response = await requestWith({ [edgeHeaders.viewer]: '198.51.100.1', ...headers });
  expect(response).toMatchObject({ statusCode: 403, headers: { 'x-request-id': 'request' } });
  expect(response.body).toContain('public URL');
  expect(JSON.stringify(response)).not.toContain(secret);
});

test('without an edge, the caller is the source of the connection, whatever headers say', () => {
  const claims = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'cf-connecting-ip'];
  const headers = Object.fromEntries(claims.map((name) => [name, '198.51.100.9']));
  expect(callerAddress(eventOf({ ...headers, ...fromEdge }), undefined)).toBe(edgeAddress);
});

test('HEAD gets the headers of GET with the content-length and no body', async () => {
  const endpointWith = (isBase64Encoded: boolean) =>
    withMiddleware(
      'test',
      async ({ event }) => {
        const text = `${event.requestContext.http.method} é`;
        const body = isBase64Encoded ? Buffer.from(text).toString('base64') : text;
        return { statusCode: 200, body, isBase64Encoded };
      },
      { formatProblem: ({ status }) => ({ statusCode: status }), openToBrowsers: false },
    );
  for (const isBase64Encoded of [false, true]) {
    const response = await endpointWith(isBase64Encoded)(eventOf(fromEdge, 'HEAD'), {} as never);
    // The six bytes of `GET é`.
    expect(response).toMatchObject({ statusCode: 200, headers: { 'content-length': 6 }, body: '' });
    expect(response.isBase64Encoded ?? false).toBe(false);
  }
});

describe.each(manifest.filter(({ trigger }) => 'http' in trigger || 'functionUrl' in trigger))('$name', ({ name }) => {
  const post = async (headers: Readonly<Record<string, string>>, body: object = {}) =>
    (await handlerNamed(name))({ ...eventOf(headers, 'POST'), ...body }, {});

  test('a request that bypasses the edge is refused, with HSTS only over https', async () => {
    const { statusCode, body, headers } = await post({ 'x-forwarded-proto': 'https' });
    expect([statusCode, body]).toEqual([403, expect.stringContaining('Nothing is served at this URL')]);
    const hsts = 'strict-transport-security';
    expect(headers).toMatchObject({ [hsts]: 'max-age=31536000', 'x-content-type-options': 'nosniff' });
    // The local server speaks http, where a browser must not be asked to use TLS only.
    expect((await post({ 'x-forwarded-proto': 'http' })).headers).not.toHaveProperty(hsts);
  });

  test('a body over 4 MB, which is only slightly less than the limit of Lambda, is refused', async () => {
    const large = Buffer.alloc(maxBodyBytes + 1, 'x');
    const tooLarge = { statusCode: 413, body: expect.stringMatching(/(?:larger|more) than 4 MB/) };
    for (const sent of [{ body: large.toString() }, { body: large.toString('base64'), isBase64Encoded: true }])
      expect(await post(fromEdge, sent)).toMatchObject(tooLarge);
  });
});
