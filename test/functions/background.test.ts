/** The functions without a caller: they hand back what failed, and the sweeper asks for all that stays due. */
import { handler as fulfil } from '../../functions/background/fulfil.ts';
import { handler as receiveEmailEvent } from '../../functions/background/receive-email-event.ts';
import { handler as reconcile } from '../../functions/background/reconcile.ts';
import { shards } from '../../shared/domain/ids.ts';
import { sweptAfterMs } from '../../shared/domain/retry.ts';
import { awsDouble } from '../support/doubles/aws.ts';

const minute = 60_000;

/** A table without items, in which one item may not be read, and the reading of another fails. */
let failing = false;
const double = await awsDouble((text) => {
  if (failing || text.includes('"job_4"')) return { status: 500, body: '{}' };
  if (text.includes('"job_2"')) return { status: 400, body: '{"__type":"AccessDeniedException"}' };
  return { status: 200, body: '{"Items":[]}' };
});
Object.assign(process.env, {
  TABLE_NAME: 'things',
  QUEUE_URL: `${double.url}/000000000000/jobs`,
  FINGERPRINT_KEY: 'x'.repeat(32),
});
afterAll(() => double.close());

/** The answer of a run, and the lines that it writes. */
async function ran<T>(run: () => Promise<T>) {
  const lines: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (line) => lines.push(String(line)) > 0;
  try {
    return { answer: await run(), lines: lines.map((line) => JSON.parse(line)) };
  } finally {
    process.stderr.write = write;
  }
}

const record = (messageId: string) => ({ messageId, body: `job_${messageId}` }) as never;

test('a job that fails by accident goes back to the queue, alone, with an alarm', async () => {
  const { answer, lines } = await ran(() =>
    fulfil({ Records: ['1', '2', '3'].map(record) }, { getRemainingTimeInMillis: () => 60_000 }),
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  expect(lines).toMatchObject([{ level: 'alarm', message: 'accident', function: 'fulfil', requestId: '2' }]);
});

test('a job that meets a table that fails goes back too, and wakes nobody at once', async () => {
  const { answer, lines } = await ran(() =>
    fulfil({ Records: ['4'].map(record) }, { getRemainingTimeInMillis: () => 60_000 }),
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '4' }] });
  expect(lines).toMatchObject([{ level: 'info', message: 'accident', requestId: '4' }]);
});

test('a round of the sweeper asks all shards for what has been due for half a minute, and the next one again', async () => {
  double.requests.length = 0;
  await ran(() => reconcile({}, { awsRequestId: 'r1' }));
  await ran(() => reconcile({}, { awsRequestId: 'r2' }));
  const spans = double.requests
    .map(({ text }) => JSON.parse(text).ExpressionAttributeValues ?? {})
    .filter(({ ':name': name }) => name?.S.startsWith('due#'))
    .map(({ ':name': name, ':since': since, ':last': last }) => ({
      ...{ of: name.S, since: since.N },
      last: Number(last.N),
    }));
  expect(spans.map(({ of }) => of).toSorted()).toEqual(shards.flatMap((shard) => [`due#${shard}`, `due#${shard}`]));
  for (const { since, last } of spans) {
    expect(since).toBe('0');
    expect(last).toBeLessThan(Date.now() - sweptAfterMs(minute));
    expect(last).toBeGreaterThan(Date.now() - minute);
  }
});

const bounced = (emailAddress: string) =>
  JSON.stringify({ eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] } });
const published = (...messages: string[]) =>
  ({ Records: messages.map((Message, at) => ({ Sns: { Message, MessageId: `m${at}` } })) }) as never;

test('a bounce that SES publishes silences its address by fingerprint; what is no event harms nothing', async () => {
  double.requests.length = 0;
  const { lines } = await ran(() => receiveEmailEvent(published('Successfully validated', bounced('ada@example.com'))));
  const written = double.requests.filter(({ headers }) => String(headers['x-amz-target']).endsWith('PutItem'));
  expect(written.map(({ text }) => JSON.parse(text).Item.id.S)).toEqual([
    expect.stringMatching(/^silenced_[0-9a-f]{64}$/),
  ]);
  expect(JSON.stringify([lines, written])).not.toContain('ada@');
});

test('a bounce that cannot be written is thrown back, so that Lambda brings it again', async () => {
  failing = true;
  try {
    await expect(ran(() => receiveEmailEvent(published(bounced('ada@example.com'))))).rejects.toThrow();
  } finally {
    failing = false;
  }
});
