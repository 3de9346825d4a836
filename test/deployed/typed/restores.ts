/** Restores a damaged table with the commands of docs/restore.md, and checks that the service works again. */
import assert from 'node:assert/strict';
import { clientOf, type Json } from '../../support/e2e/client.ts';
import { paid } from '../../support/e2e/desk.ts';
import { check } from '../checks.ts';
import { type RunningStack, recentDay } from './running-stack.ts';
import type { WorkingCopy } from './working-copy.ts';

/** `job`: a job in the table, which is deleted and restored. */
export async function restoreTable(
  { typist: { type }, baseUrl }: RunningStack,
  workingCopy: WorkingCopy,
  job: Json,
): Promise<void> {
  const page = 'docs/restore.md';
  const service = clientOf(baseUrl);
  const tableNames = await workingCopy.run(
    `aws cloudformation describe-stack-resources --stack-name PrintAndMailData \
  --query "StackResources[?ResourceType=='AWS::DynamoDB::Table'].PhysicalResourceId" --output text`,
  );
  const TABLE = tableNames.trim();
  const SECOND = new Date().toISOString().replace(/\.\d+/, '');
  // MiniStack restores the table's current content, so the job is deleted only after the copy was made.
  const loss = `aws dynamodb delete-item --table-name ${TABLE} --key '{"id":{"S":"${job.job_id}"}}'`;
  const complete = (lines: string) =>
    lines.replace(/^TABLE=.*$/m, `TABLE=${TABLE} SECOND=${SECOND}`).replace('\nBACKUP=', `\n${loss}\nBACKUP=`);
  const steps = ['TABLE=', 'aws dynamodb restore-table', 'BACKUP=', 'aws dynamodb update-time', 'for NAME'];
  await type(page, [...steps, 'aws dynamodb list-backups'], { complete });
  await type(page, ['npm run ops -- reconcile DAY'], { placeholders: { DAY: recentDay() } });
  await check('the job exists again, and a new order is fulfilled', async () => {
    const { status } = await service.get(`/jobs/${job.job_id}`);
    assert(status === 200, `the job got ${status}`);
    const { job_id } = await paid(service, service.order());
    await service.jobUntil(job_id, { status: 'fulfilled' });
  });
  await workingCopy.run(`aws dynamodb delete-table --table-name ${TABLE}-restored`);
}
