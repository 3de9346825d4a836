/** GET /v1/health on AWS: what it requests from other services, how often, and what it reveals to strangers. */
import { handler } from '../../functions/about/health.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { type AwsReply, awsDouble } from '../support/doubles/aws.ts';

const stripeKey = 'sk_test_5eCr3t';

/** The secret with the keys that providers issued to us. */
let issuedKeys = '{}';
/** Requests that match it get `failure`. */
let failing: RegExp | undefined;
const failureNamed = (name: string): AwsReply => ({ status: 400, body: JSON.stringify({ __type: name }) });
let failure = failureNamed('ThrottlingException');
/** The responses of each AWS service, by a pattern of the bodies of its requests. Those to S3 are empty. */
const parts: readonly (readonly [RegExp, () => AwsReply])[] = [
  [/"SecretId":"arn:of-issued-keys"/, () => ({ status: 200, body: JSON.stringify({ SecretString: issuedKeys }) })],
  [/"UpdateExpression"/, () => ({ status: 200, body: '{"Attributes":{"count":{"N":"1"}}}' })],
  [/"QueueUrl"/, () => ({ status: 200, body: '{"Attributes":{}}' })],
  [/^$/, () => ({ status: 200, type: 'application/xml', body: '<ListBucketResult/>' })],
];
const double = await awsDouble((sent) => {
  if (failing?.test(sent)) return failure;
  return parts.find(([pattern]) => pattern.test(sent))?.[1]() ?? failure;
});

Object.assign(process.env, {
  ISSUED_KEYS_ARN: 'arn:of-issued-keys',
  TABLE_NAME: 'jobs',
  DOCUMENTS_BUCKET: 'documents',
  QUEUE_URL: `${double.url}/0/jobs`,
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
});
const lines: string[] = [];
const write = process.stderr.write;
const { now } = Date;
/** How far the clock is ahead. Results are cached for ten seconds. */
let aheadMs = 0;
beforeAll(() => {
  process.stderr.write = (line: string | Uint8Array) => lines.push(String(line)) > 0;
  Date.now = () => now() + aheadMs;
});
beforeEach(() => {
  issuedKeys = '{}';
  failing = undefined;
  failure = failureNamed('ThrottlingException');
  aheadMs += 10_000;
  lines.length = 0;
  double.requests.length = 0;
});
afterAll(async () => {
  process.stderr.write = write;
  Date.now = now;
  await double.close();
});

async function ask(deep?: string) {
  const event = { ...httpEvent({ method: 'GET' }), queryStringParameters: deep === undefined ? {} : { deep } };
  const { statusCode, body = '', headers = {} } = (await handler(event, {} as never)) as HttpResult;
  return { status: statusCode, headers, body: JSON.parse(body), text: body };
}

const healthy = { ok: true, payment_mode: 'mock', version: '0.0.0-dev' };

test('health is ok with the payment mode and version, and reads only the secret of issued keys', async () => {
  expect(await ask()).toMatchObject({ status: 200, body: healthy, text: JSON.stringify(healthy) });
  expect(double.requests).toHaveLength(1);
});

test('health is 503 when a key of real payments is missing, and only the log has the reason', async () => {
  Object.assign(process.env, { PAYMENT_MODE: 'real' });
  try {
    issuedKeys = JSON.stringify({ STRIPE_SECRET_KEY: stripeKey });
    const { status, body, headers } = await ask();
    expect({ status, body }).toEqual({ status: 503, body: { ...healthy, ok: false, checks: { settings: 'failed' } } });
    expect(headers['retry-after']).toBe('10');
    const line = lines.find((each) => each.includes('not healthy')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'info', code: 'settings' });
    expect(line).toContain('STRIPE_WEBHOOK_SECRET is missing');
    expect(lines.join()).not.toContain(stripeKey);
  } finally {
    Reflect.deleteProperty(process.env, 'PAYMENT_MODE');
  }
});

test('a secret that is not JSON fails the health check, and no part of it is revealed', async () => {
  issuedKeys = `{"STRIPE_SECRET_KEY":"${stripeKey}"`;
  const response = await ask();
  expect(response.status).toBe(503);
  expect(response.text + lines.join()).not.toContain(stripeKey);
});

test('a deep health check makes one request to each part, and lists the result', async () => {
  expect(await ask('1')).toMatchObject({
    status: 200,
    body: { ...healthy, checks: { settings: 'ok', table: 'ok', documents: 'ok', queue: 'ok' } },
  });
  expect(double.requests).toHaveLength(4);
  expect(double.requests.find(({ method }) => method === 'GET')?.url).toMatch(/prefix=health%2F/);
});

test.each([
  ['table', /"UpdateExpression"/],
  ['documents', /^$/],
  ['queue', /"QueueUrl"/],
  ['settings', /"SecretId"/],
])('a deep health check reports it if only the part “%s” fails', async (part, pattern) => {
  failing = pattern;
  const { status, body } = await ask('1');
  const others = { settings: 'ok', table: 'ok', documents: 'ok', queue: 'ok' };
  expect({ status, checks: body.checks }).toEqual({ status: 503, checks: { ...others, [part]: 'failed' } });
  expect(lines.join()).not.toContain('"unexpected error"');
});

test('deep checks share one result for ten seconds, and each of them is counted', async () => {
  await Promise.all(Array.from({ length: 5 }, () => ask('1')));
  const counts = double.requests.filter((request) => request.text.includes('UpdateExpression'));
  // Five counts, and one request to each of the other three parts.
  expect([double.requests.length, counts.length]).toEqual([8, 5]);
  aheadMs += 10_000;
  await ask('1');
  expect(double.requests).toHaveLength(8 + 4);
});

test('deep health checks are rate-limited per network', async () => {
  // The count fails this condition once a network is at its limit.
  failing = /"UpdateExpression"/;
  failure = failureNamed('com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException');
  const { status, body, headers } = await ask('1');
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(double.requests).toHaveLength(1);
});
