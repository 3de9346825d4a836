/** The handler as AWS calls it: by a function URL, which is another host than the API, with a buffered answer. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { httpEvent } from '../support/cloud/touches.ts';

const host = 'abcdefghij.lambda-url.us-east-1.on.aws';
Object.assign(process.env, {
  REQUEST_LIMITS: 'off',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  PUBLIC_MCP_URL: 'https://assistants.example.com/mcp',
});
// The configuration is read on the first call, and only once.
const { handler } = await import('../../functions/api/mcp.ts');

const hello = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1.0.0' } },
};

const eventOf = (changes: Partial<APIGatewayProxyEventV2> = {}, headers: object = {}): APIGatewayProxyEventV2 => {
  const event = httpEvent({ headers: { host, 'x-forwarded-proto': 'https', ...headers }, body: hello });
  return { ...event, requestContext: { ...event.requestContext, domainName: host }, ...changes };
};

const asked = (event: APIGatewayProxyEventV2) => handler(event, {} as never);

test('a response over the function URL is plain text with the public addresses and the request id', async () => {
  const { statusCode, headers, body = '', isBase64Encoded } = await asked(eventOf());
  const { result } = JSON.parse(body);
  expect({ statusCode, isBase64Encoded }).toEqual({ statusCode: 200, isBase64Encoded: undefined });
  expect(headers).toMatchObject({ 'x-request-id': 'request', 'content-type': expect.stringMatching(/json/) });
  expect(result.instructions).toContain('https://mail.example.com/v1/bank-accounts/new');
  expect(result.serverInfo.icons).toMatchObject([{ src: 'https://assistants.example.com/mcp/icon.svg' }]);
});

test.each([
  [host, 200],
  ['assistants.example.com', 200],
  ['mail.example.com', 403],
  ['evil.example', 403],
  ['assistants.example.com:8443', 403],
  ['assistants.example.com.evil.example', 403],
  [`${host}:443.evil.example`, 403],
])('a request with the Host %s gets %i', async (meant, status) => {
  expect((await asked(eventOf({}, { host: meant }))).statusCode).toBe(status);
});

test.each(['//', '/%zz', '/any/path'])('the path %s is served like any other', async (rawPath) => {
  expect((await asked(eventOf({ rawPath }))).statusCode).toBe(200);
});

test('the icon is served over the function URL', async () => {
  const event = eventOf({ rawPath: '/icon.svg' });
  event.requestContext.http.method = 'GET';
  expect(await asked(event)).toMatchObject({ statusCode: 200, body: expect.stringMatching(/^<svg /) });
});
