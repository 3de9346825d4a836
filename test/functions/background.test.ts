/** The functions without a caller: they hand back what failed, and the sweeper goes on where its last round ended. */
import { handler as fulfil } from '../../functions/background/fulfil.ts';
import { handler as receiveEmailEvent } from '../../functions/background/receive-email-event.ts';
import { handler as reconcile } from '../../functions/background/reconcile.ts';
import { reconcileEverySeconds } from '../../functions/manifest.ts';
import { sweptAfterMs } from '../../shared/domain/retry.ts';
import { awsDouble } from '../support/doubles/aws.ts';

const minute = 60_000;

/**
 * A table without items, in which one item may not be read, and the reading of another fails. Its indexes are too large
 * to be read as a whole.
 */
let failing = false;
const double = await awsDouble((text) => {
  if (failing || text.includes('"job_4"')) return { status: 500, body: '{}' };
  if (text.includes('"job_2"')) return { status: 400, body: '{"__type":"AccessDeniedException"}' };
  const isScan = text.includes('"IndexName"') && !text.includes('KeyConditionExpression');
  return { status: 200, body: isScan ? '{"Items":[],"LastEvaluatedKey":{"id":{"S":"job_1"}}}' : '{"Items":[]}' };
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

/** The spans of due jobs that a round asks for, by their partitions. */
async function askedInRound(): Promise<readonly { partition: string; since: number; last: number }[]> {
  double.requests.length = 0;
  await ran(() => reconcile({}, { awsRequestId: 'r1' }));
  return double.requests
    .map(({ text }) => JSON.parse(text))
    .filter(({ IndexName, ExpressionAttributeValues: asked }) => IndexName === 'due' && asked !== undefined)
    .map(({ ExpressionAttributeValues: { ':name': name, ':since': since, ':last': last } }) => ({
      ...{ partition: name.S, since: Number(since.N), last: Number(last.N) },
    }))
    .filter(({ partition }) => partition.startsWith('due'));
}

test('the first round of a process looks at all shards as far ahead as its next round, which goes on from there', async () => {
  const startedAt = Date.now();
  const first = await askedInRound();
  const shards = [...'0123456789abcdefghijklmnopqrstuv'].map((shard) => `due#${shard}`);
  expect(first.map(({ partition }) => partition).toSorted()).toEqual(shards);
  const [{ last = 0 } = {}] = first;
  expect(last - startedAt).toBeGreaterThanOrEqual(reconcileEverySeconds * 1_000 - 1);
  for (const asked of first) expect(asked).toMatchObject({ since: 0, last });
  const second = await askedInRound();
  // One shard has its turn. Then each is asked for what has been overdue since.
  expect(second.filter(({ since }) => since === 0)).toHaveLength(1);
  const since = second.filter((asked) => asked.since > 0);
  expect(since.map(({ partition }) => partition).toSorted()).toEqual(shards);
  for (const asked of since) expect(asked.last).toBeLessThan(Date.now() - sweptAfterMs(minute));
  for (const asked of since) expect(asked.since).toBeGreaterThanOrEqual(startedAt - sweptAfterMs(minute));
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
