/** The operator's commands as they are typed: `bin/ops.ts` in a child process, against the running service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { orderNumberOf } from '../../../shared/domain/ids.ts';
import { until } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const script = join(import.meta.dirname, '..', '..', '..', 'bin', 'ops.ts');
const run = promisify(execFile);

interface Printed {
  readonly code: number;
  readonly stdout: string;
}

const ops = (dataDir: string, ...words: string[]): Promise<Printed> =>
  run(process.execPath, [script, ...words], { env: { PATH: process.env.PATH, DATA_DIR: dataDir } }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: Printed) => ({ code, stdout }),
  );

const service = running(() => startService({ ...textOnly, SIMULATED_READY_SECONDS: '3600' }));
const typed = (...words: string[]) => ops(service.dataDir, ...words, '--local');

const fulfilled = async () => {
  const { job_id, checkout_url } = await service.order();
  await service.pay(checkout_url);
  await until(
    () => service.job(job_id),
    ({ status }) => status === 'fulfilled',
  );
  return job_id as string;
};

test('show prints the life of a job, and nothing of the letter', async () => {
  const jobId = await fulfilled();
  const { code, stdout } = await typed('show', jobId);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^state +fulfilled$/m);
  expect(stdout).toMatch(/^payer_reads +Sent to print\. Our print partner has the order/m);
  expect(stdout).toMatch(/^refund +not_applicable$/m);
  expect(stdout).toMatch(/^ +paid +\d{4}-\d\d-\d\dT/m);
  expect(stdout).not.toMatch(/Ada|Lovelace|https?:/);
  expect(JSON.parse((await typed('show', jobId, '--json')).stdout)).toMatchObject({ state: 'fulfilled', ok: true });
  expect(service.said()).toContain(`"message":"operator: show","function":"operate"`);
});

test('a job is found by the order number in the log', async () => {
  const jobId = await fulfilled();
  const { code, stdout } = await typed('show', orderNumberOf(jobId));
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(jobId) });
  expect(service.said()).toContain(orderNumberOf(jobId));
  expect(await typed('show', `order_${'0'.repeat(10)}`)).toMatchObject({ code: 1 });
});

test('refund stops an order and pays it back; redrive then finds nothing to do', async () => {
  const jobId = await fulfilled();
  expect(await typed('refund', jobId)).toEqual({ code: 0, stdout: 'It is stopped, and its refund is issued.\n' });
  expect(await service.job(jobId)).toMatchObject({ status: 'cancelled', refund: 'issued' });
  expect(await typed('redrive', jobId)).toEqual({ code: 1, stdout: expect.stringContaining('nothing is owed') });
});

test('a mistyped command is answered with the right one', async () => {
  expect(await typed('show')).toEqual({ code: 1, stdout: 'It is npm run ops -- show JOB.\n' });
});
