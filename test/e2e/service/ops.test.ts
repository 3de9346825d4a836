/** The operator's commands as typed: `bin/ops.ts` in a child process, with the running service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { orderNumberOf } from '../../../shared/domain/ids.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';

const script = join(import.meta.dirname, '..', '..', '..', 'bin', 'ops.ts');
const service = running(() => startService({ ...textOnly, SIMULATED_READY_SECONDS: '3600' }));
const runOps = (...words: string[]) =>
  promisify(execFile)(process.execPath, [script, ...words, '--local'], {
    env: { PATH: process.env.PATH, DATA_DIR: service.dataDir },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );

test('show prints a job’s history without its personal data, as text or JSON, and is logged', async () => {
  const { job_id: jobId, checkout_url } = await service.order();
  await service.pay(checkout_url);
  await service.jobUntil(jobId, { status: 'fulfilled' });
  const { code, stdout } = await runOps('show', jobId);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^state +fulfilled$/m);
  expect(stdout).toMatch(/^payer_reads +Sent to print\. Our print partner has the order/m);
  expect(stdout).toMatch(/^refund +not_applicable$/m);
  expect(stdout).toMatch(/^ +paid +\d{4}-\d\d-\d\dT/m);
  expect(stdout).not.toMatch(/Ada|Lovelace|https?:/);
  expect(JSON.parse((await runOps('show', jobId, '--json')).stdout)).toMatchObject({ state: 'fulfilled', ok: true });
  expect(service.said()).toContain(`"message":"operator: show","function":"operate"`);
});

test('show takes an order number', async () => {
  const { job_id: jobId } = await service.order();
  expect(await runOps('show', orderNumberOf(jobId))).toEqual({ code: 0, stdout: expect.stringContaining(jobId) });
});

test('show without a job prints its usage and exits with 1', async () => {
  expect(await runOps('show')).toEqual({ code: 1, stdout: 'Usage: npm run ops -- show JOB\n' });
});
