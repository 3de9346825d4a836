/** A throttle or failure of each service of AWS, as it comes over the wire, is told as an overload and not as an accident. */

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
  ['a reading of the table', dynamo('ThrottlingException'), read],
  ['a write beyond the account', dynamo('RequestLimitExceeded'), write],
  ['a document', xml(503, 'SlowDown'), () => s3Documents(() => 'documents').get('paid/1.pdf')],
  [
    'a message',
    json(400, 'com.amazonaws.sqs#RequestThrottled'),
    () => sqsQueue(() => `${double.url}/0/jobs`).send('job_1'),
  ],
  [
    'a function',
    { status: 429, body: '{"Reason":"ConcurrentInvocationLimitExceeded","Type":"User"}', type: 'application/json' },
    () => invokeFunction('render', {}),
  ],
  ['a table that fails', dynamo500('InternalServerError'), read],
  ['a bucket that fails', xml(500, 'InternalError'), () => s3Documents(() => 'documents').get('paid/1.pdf')],
  ['a bucket that was sent a document too slowly', xml(400, 'RequestTimeout'), putDocument],
  ['a function that cannot be called', json(502, 'EC2UnexpectedException'), () => invokeFunction('render', {})],
])('%s', async (_, answer, call) => {
  reply = answer;
  const error = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isOverload(error)).toBe(true);
  expect(refusalOf(error)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
});

test.each([
  ['a store that does not answer in time', { name: 'TimeoutError', $metadata: { attempts: 3 } }, true],
  ['a connection that is refused', { code: 'ECONNREFUSED', $metadata: { attempts: 3 } }, true],
  ['a connection of ours that is refused', { code: 'ECONNREFUSED' }, false],
])('%s', (_, properties, isOne) => {
  expect(isOverload(Object.assign(new Error('late'), properties))).toBe(isOne);
});

test('any other error of a service is an accident', async () => {
  reply = dynamo('ResourceNotFoundException');
  const error = await read().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(refusalOf(error)).toBeUndefined();
});
