/** A region that stands by: it answers from its code alone, and moves no job. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

Object.assign(process.env, { ACTS_SINCE: 'never' });
// The configuration is read on the first call, and only once.
const { withMiddleware } = await import('../../shared/doors/http/middleware.ts');
const { handler: fulfil } = await import('../../functions/background/fulfil.ts');
const { handler: reconcile } = await import('../../functions/background/reconcile.ts');

const event: APIGatewayProxyEventV2 = {
  ...{ version: '2.0', routeKey: '$default', rawPath: '/', rawQueryString: '', headers: {}, isBase64Encoded: false },
  requestContext: {
    ...{ accountId: 'anonymous', apiId: 'api', domainName: 'mail.example.com', domainPrefix: 'mail' },
    http: { method: 'GET', path: '/', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'tests' },
    ...{ requestId: 'request-1', routeKey: '$default', stage: '$default', time: '', timeEpoch: 0 },
  },
};

const served = (name: string) =>
  withMiddleware(name, async () => ({ statusCode: 200, body: 'served' }), {
    formatProblem: ({ status, headers, body }) => ({ statusCode: status, headers: { ...headers }, body: body.error }),
    openToBrowsers: false,
  })(event, {} as never);

test.each(['get-job', 'create-letter-job', 'receive-stripe-event', 'mcp'])(
  '%s answers 503, and when to come again',
  async (name) => {
    expect(await served(name)).toMatchObject({ statusCode: 503, headers: { 'retry-after': '60' } });
  },
);

test.each(['health', 'show-about', 'show-signing-keys', 'preflight', 'not-found'])('%s answers', async (name) => {
  expect(await served(name)).toMatchObject({ statusCode: 200, body: 'served' });
});

// There is no table here: to read it would fail.
test('a message that comes all the same is dropped, and no sweep begins', async () => {
  const message = { messageId: 'message-1', body: `job_a0${'0'.repeat(26)}` };
  const context = { getRemainingTimeInMillis: () => 1_000, awsRequestId: 'request-2' };
  expect(await fulfil({ Records: [message] } as never, context)).toEqual({ batchItemFailures: [] });
  expect(await reconcile({}, context)).toBeUndefined();
});
