/** The function that serves each request, and the event that its handler gets. */
import { manifest } from '../../functions/manifest.ts';
import { router } from '../../functions/routes.ts';
import { eventOf, type ReceivedRequest } from '../../lib/local/gateway/event.ts';

const route = router(manifest);
const servedBy = (method: string, path: string) => route(method, path)?.row.name;

test.each([
  ['an exact path has priority', 'GET', '/v1/health', 'health'],
  ['a variable matches one segment', 'GET', '/v1/jobs/job_1', 'get-job'],
  ['a longer path is a different route', 'POST', '/v1/jobs/job_1/cancel', 'cancel-job'],
  ['a variable has priority over a greedy one', 'OPTIONS', '/v1/webhooks/stripe', 'not-found'],
  ['a greedy variable matches the rest', 'OPTIONS', '/v1/jobs/job_1/cancel', 'preflight'],
  ['the method is part of the route', 'GET', '/v1/quotes', 'not-found'],
  ['HEAD has the route of GET', 'HEAD', '/v1/health', 'health'],
  ['a path with a trailing slash is a different path', 'GET', '/v1/health/', 'not-found'],
  ['a variable is never empty', 'GET', '/v1/jobs/', 'not-found'],
  ['an encoded letter equals the letter', 'POST', '/v1/%6Aobs', 'create-letter-job'],
  ['there is no preflight for a percent-encoded path', 'OPTIONS', '/v1/%62ank-accounts', 'not-found'],
  ['there is no preflight for an encoded path with a variable', 'OPTIONS', '/v1/%70ay/pay_1', 'not-found'],
  ['malformed percent-encoding goes to $default', 'GET', '/v1/jobs/%zz', 'not-found'],
  ['an unknown path goes to $default', 'GET', '/nothing', 'not-found'],
  ['a function URL serves any method', 'DELETE', '/mcp', 'mcp'],
  ['a function URL serves the paths under it', 'GET', '/mcp/any', 'mcp'],
  ['a function URL serves the path that MCP registries list', 'POST', '/mcp/mail', 'mcp'],
  ['a function URL does not serve other paths with the same prefix', 'POST', '/mcpx', 'not-found'],
])('%s: %s %s', (_why, method, path, name) => {
  expect(servedBy(method, path)).toBe(name);
});

test('path parameters arrive decoded, and an encoded slash does not split one', () => {
  expect(route('GET', '/v1/jobs/a%2Fb%20c')?.pathParameters).toEqual({ job_id: 'a/b c' });
  expect(route('OPTIONS', '/v1/a/b')?.pathParameters).toEqual({ path: 'a/b' });
});

test('a function URL has no route key or path parameters', () => {
  expect(route('POST', '/mcp')).toMatchObject({ routeKey: '$default' });
  expect(route('POST', '/mcp')).not.toHaveProperty('pathParameters');
});

test('without $default, a path without a route has no function', () => {
  expect(router([])('GET', '/')).toBeUndefined();
});

const received: ReceivedRequest = {
  requestId: 'r1',
  receivedAtMs: Date.UTC(2026, 10, 21, 7, 19),
  method: 'POST',
  target: '/v1/jobs/a%20b?x=1&y=2&x=3',
  protocol: 'HTTP/1.1',
  rawHeaders: ['Host', 'localhost:8787', 'User-Agent', 'me', 'X-Tag', 'a', 'x-tag', 'b', 'Cookie', 'c=1; d=2'],
  sourceIp: '127.0.0.1',
  ownHost: '127.0.0.1:8787',
  body: Buffer.from('{"é":1}'),
};
const match = { routeKey: 'POST /v1/jobs/{job_id}', pathParameters: { job_id: 'a b' } } as const;
const withHeaders = (...rawHeaders: string[]) => eventOf({ ...received, rawHeaders }, match);

test('an event has the shape of payload format 2.0', () => {
  expect(withHeaders(...received.rawHeaders, 'Content-Type', 'application/json')).toEqual({
    version: '2.0',
    routeKey: 'POST /v1/jobs/{job_id}',
    rawPath: '/v1/jobs/a%20b',
    rawQueryString: 'x=1&y=2&x=3',
    cookies: ['c=1', 'd=2'],
    headers: {
      host: 'localhost:8787',
      'user-agent': 'me',
      'x-tag': 'a,b',
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: { x: '1,3', y: '2' },
    pathParameters: { job_id: 'a b' },
    requestContext: expect.objectContaining({
      domainName: 'localhost:8787',
      http: { method: 'POST', path: '/v1/jobs/a%20b', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'me' },
      requestId: 'r1',
      stage: '$default',
      time: '21/Nov/2026:07:19:00 +0000',
      timeEpoch: received.receivedAtMs,
    }),
    body: '{"é":1}',
    isBase64Encoded: false,
  });
});

test.each(['text/html', 'application/json; charset=utf-8', 'Application/XML', 'application/javascript'])(
  'an event carries a body of the type %s as text',
  (type) => {
    expect(withHeaders('content-type', type)).toMatchObject({ body: '{"é":1}', isBase64Encoded: false });
  },
);

test.each(['application/x-www-form-urlencoded', 'application/pdf', 'application/ld+json', 'application/jsonp', ''])(
  'an event carries a body of the type %p as base64',
  (type) => {
    const body = received.body.toString('base64');
    expect(withHeaders('content-type', type)).toMatchObject({ body, isBase64Encoded: true });
  },
);

test('an event has no body if none was sent', () => {
  expect(eventOf({ ...received, body: Buffer.alloc(0) }, match)).not.toHaveProperty('body');
});

test('a client cannot set the scheme and IP address of an event by its headers', () => {
  const { headers } = withHeaders('X-Forwarded-Proto', 'https', 'X-Forwarded-For', '1.2.3.4');
  expect(headers).toMatchObject({ 'x-forwarded-proto': 'http', 'x-forwarded-for': '127.0.0.1' });
});

test.each(['evil.example/path', 'a b', '"><script>'])(
  'the invalid host %p is replaced with the server’s own',
  (host) => {
    expect(withHeaders('host', host).headers.host).toBe('127.0.0.1:8787');
  },
);

test.each([
  ['http://other.example/v1/health?a', '/v1/health', 'a'],
  ['//double', '//double', ''],
  ['*', '/*', ''],
])('the request target %s becomes the path %s and the query %p', (target, rawPath, rawQueryString) => {
  expect(eventOf({ ...received, target }, match)).toMatchObject({ rawPath, rawQueryString });
});

test('a header or query parameter named __proto__ is an ordinary key', () => {
  const event = eventOf({ ...received, target: '/?__proto__=1', rawHeaders: ['__proto__', 'x'] }, match);
  expect(Object.keys(event.queryStringParameters ?? {})).toEqual(['__proto__']);
  expect(Object.keys(event.headers)).toContain('__proto__');
});
