/** GET /health as AWS runs it: what it requests from AWS, how often, and what it reveals to strangers. */
import { handler } from '../../functions/about/health.ts';
import type { HttpResult } from '../../shared/web/http/http-event.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import { type AwsReply, awsDouble } from '../support/doubles/aws.ts';

const stripeKey = 'sk_test_5eCr3t';

/** The keys that providers issued to us, in their secret. */
let issued: object | string = {};
let broken: RegExp | undefined;
const refused = (name: string): AwsReply => ({ status: 400, body: JSON.stringify({ __type: name }) });
let refusal = refused('ThrottlingException');
/** The responses of each AWS service, by a pattern of its requests. */
const parts: readonly (readonly [RegExp, () => AwsReply])[] = [
  [/"SecretId":"arn:of-issued-keys"/, () => ({ status: 200, body: JSON.stringify({ SecretString: text(issued) }) })],
  [/"UpdateExpression"/, () => ({ status: 200, body: '{"Attributes":{"count":{"N":"1"}}}' })],
  [/"QueueUrl"/, () => ({ status: 200, body: '{"Attributes":{}}' })],
  [/^$/, () => ({ status: 200, type: 'application/xml', body: '<ListBucketResult/>' })],
];
const text = (value: object | string) => (typeof value === 'string' ? value : JSON.stringify(value));
const double = await awsDouble((sent) => {
  if (broken?.test(sent)) return refusal;
  return parts.find(([pattern]) => pattern.test(sent))?.[1]() ?? refusal;
});

const stack = {
  ISSUED_KEYS_ARN: 'arn:of-issued-keys',
  TABLE_NAME: 'jobs',
  DOCUMENTS_BUCKET: 'documents',
  QUEUE_URL: `${double.url}/0/jobs`,
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
};
Object.assign(process.env, stack);
const lines: string[] = [];
const write = process.stderr.write;
const { now } = Date;
let later = 0;
beforeAll(() => {
  process.stderr.write = (line: string | Uint8Array) => lines.push(String(line)) > 0;
  Date.now = () => now() + later;
});
beforeEach(() => {
  issued = {};
  broken = undefined;
  refusal = refused('ThrottlingException');
  later += 10_000;
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
    issued = { STRIPE_SECRET_KEY: stripeKey };
    const { status, body, headers } = await ask();
    expect({ status, body }).toEqual({ status: 503, body: { ...healthy, ok: false, checks: { settings: 'failed' } } });
    expect(headers['retry-after']).toBe('10');
    const [line = ''] = lines.filter((one) => one.includes('not healthy'));
    expect(JSON.parse(line)).toMatchObject({ level: 'info', code: 'settings' });
    expect(line).toContain('STRIPE_WEBHOOK_SECRET is missing');
    expect(lines.join()).not.toContain(stripeKey);
  } finally {
    Reflect.deleteProperty(process.env, 'PAYMENT_MODE');
  }
});

test('a secret that is not JSON fails the health check, and no part of it is revealed', async () => {
  issued = `{"STRIPE_SECRET_KEY":"${stripeKey}"`;
  const { status, text: sent } = await ask();
  expect(status).toBe(503);
  expect(sent + lines.join()).not.toContain(stripeKey);
});

test('a deep health check requests each part once, and lists it', async () => {
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
])('a deep health check reports that only the %s fails', async (part, pattern) => {
  broken = pattern;
  const { status, body } = await ask('1');
  const others = { settings: 'ok', table: 'ok', documents: 'ok', queue: 'ok' };
  expect({ status, checks: body.checks }).toEqual({ status: 503, checks: { ...others, [part]: 'failed' } });
  expect(lines.join()).not.toContain('"unexpected error"');
});

test('simultaneous deep checks share one result for ten seconds, and each is counted', async () => {
  await Promise.all(Array.from({ length: 5 }, () => ask('1')));
  const counts = double.requests.filter(({ text: sent }) => sent.includes('UpdateExpression'));
  expect([double.requests.length, counts.length]).toEqual([8, 5]);
  later += 10_000;
  await ask('1');
  expect(double.requests).toHaveLength(12);
});

test('deep health checks are rate-limited per network', async () => {
  broken = /"UpdateExpression"/;
  refusal = refused('com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException');
  const { status, body, headers } = await ask('1');
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(double.requests).toHaveLength(1);
});
