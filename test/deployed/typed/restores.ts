/** A table that was spoilt is set back by one command, which is cut off twice, and the service goes on. */
import type { Client, Json } from '../../support/e2e/client.ts';
import { point } from '../points.ts';
import { type Environment, start } from '../processes.ts';
import type { Checkout } from './checkout.ts';
import { expected, restore } from './living.ts';
import type { Typist } from './typist.ts';

interface Restoring {
  readonly checkout: Checkout;
  readonly env: Environment;
  readonly type: Typist['type'];
}

interface Spoilt {
  /** One that the table knows at the second, and loses after it. */
  readonly job: Json;
  readonly table: string;
  readonly service: () => Promise<Client>;
}

/** The reservation of one of the functions that know the table; `None` or nothing as it was. */
const reserved =
  'aws lambda get-function-concurrency --function-name PrintAndMail-operate --query ReservedConcurrentExecutions --output text';

export async function restores({ type, checkout, env }: Restoring, { job, table, service }: Spoilt): Promise<void> {
  // A whole second: what is spoilt within the same one would be restored as it is spoilt.
  const second = new Date(Date.now() - 1_000).toISOString().replace(/\.\d+/, '');
  const words = { SECOND: second };
  const planned = await type(restore, ['npm run ops -- restore SECOND'], {
    words,
    filled: (line) => `${line} || [ $? = 1 ]`,
  });
  expected(/stops \d\d functions/.test(planned) && planned.includes('--yes'), planned);
  const client = await service();
  await point('the table is spoilt after that second', async () => {
    const key = `'{"id":{"S":"${job.job_id}"}}'`;
    await checkout.type(`aws dynamodb delete-item --table-name ${table} --key ${key}`);
    const { status } = await client.get(`/jobs/${job.job_id}`);
    expected(status === 404, `the job that is not there was answered with ${status}`);
  });
  const cutOff = async (says: RegExp) => {
    const typed = `cd '${checkout.folder}' && exec npm run ops -- restore ${second} --yes`;
    const running = start('bash', ['-c', typed], env);
    await running.says(says).finally(() => running.end());
  };
  await point('a restore is cut off when nobody writes any more', () => cutOff(/Stopped: \d\d functions/));
  await point('nobody is served', async () => {
    const [{ status }, left] = await Promise.all([client.get(`/jobs/${job.job_id}`), checkout.type(reserved)]);
    expected(status >= 429 && left.trim() === '0', `answered with ${status}, and ${left} is reserved`);
  });
  await point('a restore is cut off while the stack changes', () => cutOff(/CloudFormation changes the stack/));
  const said = await type(restore, ['npm run ops -- restore SECOND --yes'], { words });
  expected(/stands on PrintAndMail-restored-/.test(said), said);
  await point('what was reserved before is reserved again', async () => {
    const left = (await checkout.type(reserved)).trim();
    expected(left === '' || left === 'None', `${left} is reserved`);
  });
  await point('an order goes through on the restored table', async () => {
    const { job_id, checkout_url, pay_url } = await client.order();
    const { pathname, search } = new URL(checkout_url);
    const { status } = await client.pay(`${pathname}${search}`.replace('/v1', ''));
    expected(status === 200, `the payment was answered with ${status}`);
    // Events of payments do not reach this stack, which has no address of its own: the page of a payer who comes back asks.
    await client.get(`${new URL(pay_url).pathname}/paid`.replace('/v1', ''));
    await client.jobUntil(job_id, { status: 'fulfilled' });
  });
}
