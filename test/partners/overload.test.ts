/** A throttled or failed call to an AWS service is treated as an overload, not as an unexpected error. */
import { isOverload, refusalOf } from '../../shared/domain/refusal.ts';
import { invokeFunction } from '../../shared/rendering/renderer.ts';
import { s3Documents } from '../../shared/storage/documents.ts';
import { collection, openTable } from '../../shared/storage/dynamo.ts';
import { sqsQueue } from '../../shared/storage/queue.ts';
import { type AwsReply, awsDouble } from '../support/doubles/aws.ts';

let reply: AwsReply;
const double = await awsDouble(() => reply);
afterAll(() => double.close());

const json = (status: number, __type: string): AwsReply => ({ status, body: JSON.stringify({ __type }) });
const dynamo500 = (name: string) => json(500, `com.amazonaws.dynamodb.v20120810#${name}`);
const dynamo = (name: string) => json(400, `com.amazonaws.dynamodb.v20120810#${name}`);
const xml = (status: number, code: string): AwsReply => ({
  status,
  type: 'application/xml',
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>slow</Message></Error>`,
});
const putDocument = () => s3Documents(() => 'documents').put('paid/1.pdf', new Uint8Array());
const read = () => collection(openTable('jobs')).get('job_1');
const write = () => collection(openTable('jobs')).create({ id: 'job_1', version: 0, createdAt: 0, keepUntil: 1_000 });

test.each<[string, AwsReply, () => Promise<unknown>]>([
  ['a throttled read of the table', dynamo('ThrottlingException'), read],
  ['a write beyond the account’s limit', dynamo('RequestLimitExceeded'), write],
  ['a throttled read of a document', xml(503, 'SlowDown'), () => s3Documents(() => 'documents').get('paid/1.pdf')],
  [
    'a throttled message',
    json(400, 'com.amazonaws.sqs#RequestThrottled'),
    () => sqsQueue(() => `${double.url}/0/jobs`).send('job_1'),
  ],
  [
    'a throttled function',
    { status: 429, body: '{"Reason":"ConcurrentInvocationLimitExceeded","Type":"User"}', type: 'application/json' },
    () => invokeFunction('render', {}),
  ],
  ['a table that fails', dynamo500('InternalServerError'), read],
  ['a bucket that fails', xml(500, 'InternalError'), () => s3Documents(() => 'documents').get('paid/1.pdf')],
  ['a bucket that was sent a document too slowly', xml(400, 'RequestTimeout'), putDocument],
  ['a function that cannot be called', json(502, 'EC2UnexpectedException'), () => invokeFunction('render', {})],
])('%s is an overload, and the client may retry', async (_, response, call) => {
  reply = response;
  const error = await call().catch((thrown: unknown) => thrown);
  expect(isOverload(error)).toBe(true);
  expect(refusalOf(error)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
});

test.each([
  ['a store that times out', true, { name: 'TimeoutError', $metadata: { attempts: 3 } }],
  ['a refused connection to AWS', true, { code: 'ECONNREFUSED', $metadata: { attempts: 3 } }],
  ['any other refused connection', false, { code: 'ECONNREFUSED' }],
])('%s is an overload: %s', (_, expected, properties) => {
  expect(isOverload(Object.assign(new Error('late'), properties))).toBe(expected);
});

test('any other error of an AWS service is unexpected', async () => {
  reply = dynamo('ResourceNotFoundException');
  const error = await read().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(refusalOf(error)).toBeUndefined();
});
