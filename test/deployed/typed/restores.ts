/** A table that was spoilt is set back by the commands of docs/restore.md, and the service goes on. */
import { clientOf, type Json } from '../../support/e2e/client.ts';
import { paid } from '../../support/e2e/desk.ts';
import { point } from '../points.ts';
import type { Checkout } from './checkout.ts';
import { dayBefore, expected, type Living } from './living.ts';

const page = 'docs/restore.md';

/** `job`: one that the table knows, and loses. */
export async function restores({ typist: { type }, baseUrl }: Living, checkout: Checkout, job: Json): Promise<void> {
  const service = clientOf(baseUrl);
  const found = await checkout.type(
    `aws cloudformation describe-stack-resources --stack-name PrintAndMailData \
  --query "StackResources[?ResourceType=='AWS::DynamoDB::Table'].PhysicalResourceId" --output text`,
  );
  const TABLE = found.trim();
  // A whole second: what is spoilt within the same one would be restored as it is spoilt.
  const SECOND = new Date(Date.now() - 1_000).toISOString().replace(/\.\d+/, '');
  await point('the table is spoilt after that second', async () => {
    const key = `'{"id":{"S":"${job.job_id}"}}'`;
    await checkout.type(`aws dynamodb delete-item --table-name ${TABLE} --key ${key}`);
    const { status } = await service.get(`/jobs/${job.job_id}`);
    expected(status === 404, `the job that is not there was answered with ${status}`);
  });
  const steps = ['FUNCTIONS=', 'aws dynamodb restore-table', 'BACKUP=', 'aws dynamodb update-time', 'for NAME'];
  await type(page, [...steps, 'aws dynamodb list-backups'], { words: { TABLE, SECOND } });
  await type(page, ['npm run ops -- reconcile DAY'], { words: { DAY: dayBefore() } });
  await point('the job is there again, and an order goes through', async () => {
    const { status } = await service.get(`/jobs/${job.job_id}`);
    expected(status === 200, `the job was answered with ${status}`);
    const { job_id } = await paid(service, service.order());
    await service.jobUntil(job_id, { status: 'fulfilled' });
  });
  await checkout.type(`aws dynamodb delete-table --table-name ${TABLE}-restored`);
}
