/** The functions without a caller: they hand back what failed, and look ahead to their own next round. */
import { handler as fulfil } from '../../functions/background/fulfil.ts';
import { handler as reconcile } from '../../functions/background/reconcile.ts';
import { reconcileEverySeconds } from '../../functions/manifest.ts';
import { awsDouble } from '../support/doubles/aws.ts';

/** A table without items, in which one item cannot be read. */
const double = await awsDouble((text) =>
  text.includes('"job_2"') ? { status: 500, body: '{}' } : { status: 200, body: '{"Items":[]}' },
);
Object.assign(process.env, { TABLE_NAME: 'things', QUEUE_URL: `${double.url}/000000000000/jobs` });
afterAll(() => double.close());

/** What a run answers, and the lines that it writes. */
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
  const { answer, lines } = await ran(() => fulfil({ Records: ['1', '2', '3'].map(record) }));
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  expect(lines).toMatchObject([{ level: 'alarm', message: 'accident', function: 'fulfil', requestId: '2' }]);
});

test('each round of the sweeper looks as far ahead as its own next round', async () => {
  const startedAt = Date.now();
  await ran(() => reconcile({}, { awsRequestId: 'r1' }));
  const queries = double.requests.map(({ text }) => JSON.parse(text)).filter(({ IndexName }) => IndexName === 'due');
  expect(queries).toHaveLength(1);
  const ahead = Number(queries[0].ExpressionAttributeValues[':before'].N) - startedAt;
  expect(ahead).toBeGreaterThanOrEqual(reconcileEverySeconds * 1_000);
});
