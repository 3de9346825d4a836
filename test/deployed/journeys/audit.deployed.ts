/** The audit of the day before, as the clock starts it and as an operator asks for it: what differs is told once. */
import { DeleteItemCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { ops } from '../../../lib/operator/ops.ts';
import { spanOf } from '../../../shared/domain/job/job.ts';
import { lastDay } from '../../../shared/orders/audit/audit-compare.ts';
import type { AuditRun } from '../../../shared/orders/deps.ts';
import { type MockSession, movement } from '../../../shared/partners/mock/mock.ts';
import { collection, openTable } from '../../../shared/storage/dynamo.ts';

const day = lastDay(Date.now());
const { TableNames = [] } = await new DynamoDBClient().send(new ListTablesCommand());
const tableName = TableNames.find((name) => name.startsWith('PrintAndMail-table')) ?? '';
const table = openTable(tableName);
const nobodys = [5, 17].map((hour) => ({ hour, jobId: `job_${String(hour).padStart(26, '0')}` }));
const idOf = (jobId: string) => jobId.replace('job_', 'cs_test_');

const removed = (id: string) =>
  new DynamoDBClient().send(new DeleteItemCommand({ TableName: tableName, Key: { id: { S: id } } }));

/** Money that was taken for jobs that are not known here, twelve hours apart. */
async function plant(): Promise<void> {
  const sessions = collection<MockSession>(table, (session) => {
    const { kind, at } = movement(session);
    return { kind, created_at: at };
  });
  for (const { hour, jobId } of nobodys) {
    const at = spanOf(day).from + hour * 3_600_000;
    const payment = { provider: 'mock', id: `pi_test_${hour}`, amountCents: 212, currency: 'USD' } as const;
    const session = { id: idOf(jobId), version: 0, createdAt: at, keepUntil: Date.now() + 3_600_000, paidAt: at };
    await sessions.create({ ...session, payment, status: 'paid', request: { jobId } as MockSession['request'] });
  }
  // The clock may have struck meanwhile, and the day be over.
  await removed(`audit_${day}`);
}

async function auditFunction(): Promise<string> {
  for await (const { Functions = [] } of paginateListFunctions({ client: new LambdaClient() }, {}))
    for (const { Description = '', FunctionName = '' } of Functions)
      if (/^print-and-mail audit\b/.test(Description)) return FunctionName;
  throw new Error('no function is the audit');
}

beforeAll(plant);
afterAll(async () => {
  for (const { jobId } of nobodys) await removed(idOf(jobId));
});

test('it compares a day by its own rights, and finishes it', async () => {
  const started = await new LambdaClient().send(new InvokeCommand({ FunctionName: await auditFunction() }));
  expect(started.FunctionError).toBeUndefined();
  const run = await collection<AuditRun>(table).get(`audit_${day}`);
  expect(run).toMatchObject({ endedAt: expect.any(Number), measuredAt: expect.any(Number), total: 2 });
});

test('npm run ops -- reconcile compares it once more, and prints what differs', async () => {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const code = await ops({ words: ['reconcile', day, '--json'], environment: {}, print });
  expect({ code, answer: JSON.parse(printed.join('\n')) }).toMatchObject({
    code: 2,
    answer: {
      says: `2 differences on ${day}.`,
      differences: nobodys.map(({ jobId }) => ({ kind: 'payment_without_job', job_id: jobId })),
    },
  });
});
