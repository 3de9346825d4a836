/** The event that a handler gets for a request. */
import { eventOf, type Received } from '../../lib/local/gateway/event.ts';

const received: Received = {
  requestId: 'r1',
  receivedAtMs: Date.UTC(2026, 10, 21, 7, 19),
  method: 'POST',
  target: '/v1/jobs/a%20b?x=1&y=2&x=3',
  protocol: 'HTTP/1.1',
  rawHeaders: ['Host', 'localhost:8787', 'User-Agent', 'curl', 'X-Tag', 'a', 'x-tag', 'b', 'Cookie', 'c=1; d=2'],
  sourceIp: '127.0.0.1',
  ownHost: '127.0.0.1:8787',
  body: Buffer.from('{"é":1}'),
};
const match = { routeKey: 'POST /v1/jobs/{job_id}', pathParameters: { job_id: 'a b' } } as const;
const withHeaders = (...rawHeaders: string[]) => eventOf({ ...received, rawHeaders }, match);

describe('the event', () => {
  test('has the shape of payload format 2.0', () => {
    expect(withHeaders(...received.rawHeaders, 'Content-Type', 'application/json')).toEqual({
      version: '2.0',
      routeKey: 'POST /v1/jobs/{job_id}',
      rawPath: '/v1/jobs/a%20b',
      rawQueryString: 'x=1&y=2&x=3',
      cookies: ['c=1', 'd=2'],
      headers: {
        host: 'localhost:8787',
        'user-agent': 'curl',
        'x-tag': 'a,b',
        'content-type': 'application/json',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
      },
      queryStringParameters: { x: '1,3', y: '2' },
      pathParameters: { job_id: 'a b' },
      requestContext: expect.objectContaining({
        domainName: 'localhost:8787',
        http: {
          method: 'POST',
          path: '/v1/jobs/a%20b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'curl',
        },
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
    'carries %s as text',
    (type) => {
      expect(withHeaders('content-type', type)).toMatchObject({ body: '{"é":1}', isBase64Encoded: false });
    },
  );

  test.each(['application/x-www-form-urlencoded', 'application/pdf', 'application/ld+json', 'application/jsonp', ''])(
    'carries %p as base64',
    (type) => {
      const body = received.body.toString('base64');
      expect(withHeaders('content-type', type)).toMatchObject({ body, isBase64Encoded: true });
    },
  );

  test('has no body where none was sent', () => {
    expect(eventOf({ ...received, body: Buffer.alloc(0) }, match)).not.toHaveProperty('body');
  });

  test('does not believe a client about its scheme or address', () => {
    const { headers } = withHeaders('X-Forwarded-Proto', 'https', 'X-Forwarded-For', '1.2.3.4');
    expect(headers).toMatchObject({ 'x-forwarded-proto': 'http', 'x-forwarded-for': '127.0.0.1' });
  });

  test.each(['evil.example/path', 'a b', '"><script>'])('replaces the unsound host %p with its own', (host) => {
    expect(withHeaders('host', host).headers.host).toBe('127.0.0.1:8787');
  });

  test.each([
    ['http://other.example/v1/health?a', '/v1/health', 'a'],
    ['//double', '//double', ''],
    ['*', '/*', ''],
  ])('reads the request target %s', (target, rawPath, rawQueryString) => {
    expect(eventOf({ ...received, target }, match)).toMatchObject({ rawPath, rawQueryString });
  });

  test('keeps names that mean something to JavaScript as plain names', () => {
    const event = eventOf({ ...received, target: '/?__proto__=1', rawHeaders: ['__proto__', 'x'] }, match);
    expect(Object.keys(event.queryStringParameters ?? {})).toEqual(['__proto__']);
    expect(Object.keys(event.headers)).toContain('__proto__');
  });
});
