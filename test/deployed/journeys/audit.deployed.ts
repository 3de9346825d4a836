/** The audit of the day before, as the schedule and as an operator run it. */
import { DeleteItemCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { runOps } from '../../../lib/operator/ops.ts';
import { spanOf } from '../../../shared/domain/job/job.ts';
import { lastDay } from '../../../shared/orders/audit/audit-compare.ts';
import type { AuditRun } from '../../../shared/orders/deps.ts';
import { kindAndTimeOf, type MockSession } from '../../../shared/partners/mock/mock.ts';
import { collection, openTable } from '../../../shared/storage/dynamo.ts';

const day = lastDay(Date.now());
const { TableNames = [] } = await new DynamoDBClient().send(new ListTablesCommand());
const tableName = TableNames.find((name) => name.startsWith('PrintAndMail-table'));
if (tableName === undefined) throw new Error('there is no table PrintAndMail-table…');
const table = openTable(tableName);
const unknownJobs = [5, 17].map((hour) => ({ hour, jobId: `job_${String(hour).padStart(26, '0')}` }));
const idOf = (jobId: string) => jobId.replace('job_', 'cs_test_');

const remove = (id: string) =>
  new DynamoDBClient().send(new DeleteItemCommand({ TableName: tableName, Key: { id: { S: id } } }));

/** Adds payments for jobs that don't exist, twelve hours apart. */
async function addPayments(): Promise<void> {
  const sessions = collection<MockSession>(table, (session) => {
    const { kind, at } = kindAndTimeOf(session);
    return { kind, created_at: at };
  });
  for (const { hour, jobId } of unknownJobs) {
    const at = spanOf(day).from + hour * 3_600_000;
    const payment = { provider: 'mock', id: `pi_test_${hour}`, amountCents: 212, currency: 'USD' } as const;
    const session = { id: idOf(jobId), version: 0, createdAt: at, keepUntil: Date.now() + 3_600_000, paidAt: at };
    await sessions.create({ ...session, payment, status: 'paid', request: { jobId } as MockSession['request'] });
  }
  // The schedule may have audited the day already.
  await remove(`audit_${day}`);
}

async function auditFunctionName(): Promise<string> {
  for await (const { Functions = [] } of paginateListFunctions({ client: new LambdaClient() }, {}))
    for (const { Description = '', FunctionName = '' } of Functions)
      if (/^print-and-mail audit\b/.test(Description)) return FunctionName;
  throw new Error('there is no audit function');
}

beforeAll(addPayments);
afterAll(async () => {
  for (const { jobId } of unknownJobs) await remove(idOf(jobId));
});

test('the audit finishes a day with the permissions of its own role', async () => {
  const invoked = await new LambdaClient().send(new InvokeCommand({ FunctionName: await auditFunctionName() }));
  expect(invoked.FunctionError).toBeUndefined();
  const run = await collection<AuditRun>(table).get(`audit_${day}`);
  expect(run).toMatchObject({ endedAt: expect.any(Number), measuredAt: expect.any(Number), total: 2 });
});

test('npm run ops -- reconcile audits the day again, and prints the differences', async () => {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const code = await runOps({ args: ['reconcile', day, '--json'], environment: {}, print });
  expect({ code, result: JSON.parse(printed.join('\n')) }).toMatchObject({
    code: 2,
    result: {
      says: `2 differences on ${day}.`,
      differences: unknownJobs.map(({ jobId }) => ({ kind: 'payment_without_job', job_id: jobId })),
    },
  });
});
