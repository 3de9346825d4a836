/** Background functions: how they return failed messages to the queue, find overdue work and record bounced emails. */
import { handler as fulfill } from '../../functions/background/fulfill.ts';
import { handler as reconcile } from '../../functions/background/reconcile.ts';
import { handlers } from '../../functions/groups/emails.ts';
import { shards } from '../../shared/domain/ids.ts';
import { requeueAfterMs } from '../../shared/domain/times.ts';
import { awsDouble } from '../support/doubles/aws.ts';
import { written } from '../support/fakes/written.ts';

const minute = 60_000;

/** While true, every call fails. */
let isAwsDown = false;
/** An empty table. Reading job_2 is denied, and reading job_4 fails. */
const double = await awsDouble((text) => {
  if (isAwsDown || text.includes('"job_4"')) return { status: 500, body: '{}' };
  if (text.includes('"job_2"')) return { status: 400, body: '{"__type":"AccessDeniedException"}' };
  return { status: 200, body: '{"Items":[]}' };
});
Object.assign(process.env, {
  TABLE_NAME: 'table',
  QUEUE_URL: `${double.url}/000000000000/jobs`,
  WEBHOOKS_QUEUE_URL: `${double.url}/000000000000/webhooks`,
  EMAILS_QUEUE_URL: `${double.url}/000000000000/emails`,
  FINGERPRINT_KEY: 'x'.repeat(32),
});
afterAll(() => double.close());

const record = (messageId: string) => ({ messageId, body: `job_${messageId}` }) as never;
const context = { getRemainingTimeInMillis: () => minute };

test('only the job that fails unexpectedly returns to the queue, with an alarm', async () => {
  const { answer: response, lines } = await written(() => fulfill({ Records: ['1', '2', '3'].map(record) }, context));
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  expect(lines).toMatchObject([{ level: 'alarm', message: 'unexpected error', function: 'fulfill', requestId: '2' }]);
});

test('a job that fails because of the table returns to the queue without an alarm', async () => {
  const { answer: response, lines } = await written(() => fulfill({ Records: [record('4')] }, context));
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: '4' }] });
  expect(lines).toMatchObject([{ level: 'info', message: 'unexpected error', requestId: '4' }]);
});

test('reconcile queries all shards for jobs and outboxes that have been due for half a minute', async () => {
  double.requests.length = 0;
  await written(() => reconcile({}, { awsRequestId: 'r1' }));
  // A query with Limit 1 only measures how long the oldest has waited.
  const queries = double.requests
    .map(({ text }) => JSON.parse(text))
    .filter(({ IndexName, Limit }) => IndexName === 'due' && Limit > 1)
    .map(({ ExpressionAttributeValues: values }) => values);
  const allShards = ['due', 'email', 'webhook'].flatMap((kind) => shards.map((shard) => `${kind}#${shard}`));
  expect(queries.map((values) => values[':name'].S).toSorted()).toEqual(allShards);
  for (const { ':since': since, ':last': last } of queries) {
    expect(since.N).toBe('0');
    expect(Number(last.N)).toBeLessThan(Date.now() - requeueAfterMs(minute));
    expect(Number(last.N)).toBeGreaterThan(Date.now() - minute);
  }
});

const bounceOf = (emailAddress: string) =>
  JSON.stringify({ eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] } });
const snsEvent = (...messages: string[]) =>
  ({ Records: messages.map((Message, at) => ({ Sns: { Message, MessageId: `m${at}` } })) }) as never;

test('an address whose email bounces gets no more emails, and is stored only as a fingerprint', async () => {
  double.requests.length = 0;
  const { lines } = await written(() =>
    // The first message is not about an email, and is ignored.
    handlers['receive-email-event'](snsEvent('Successfully validated', bounceOf('ada@example.com'))),
  );
  const puts = double.requests.filter(({ headers }) => String(headers['x-amz-target']).endsWith('PutItem'));
  expect(puts.map(({ text }) => JSON.parse(text).Item.id.S)).toEqual([
    expect.stringMatching(/^silenced_[0-9a-f]{64}$/),
  ]);
  expect(JSON.stringify([lines, puts])).not.toContain('ada@');
});

test('a bounce that cannot be stored throws, so that Lambda retries it', async () => {
  isAwsDown = true;
  try {
    await expect(
      written(() => handlers['receive-email-event'](snsEvent(bounceOf('ada@example.com')))),
    ).rejects.toThrow();
  } finally {
    isAwsDown = false;
  }
});
