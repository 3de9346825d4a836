/** The operator's commands, carried out by the deployed service. */
import { ops } from '../../../lib/operator/ops.ts';
import { paid } from '../../support/e2e/desk.ts';
import { service } from './deployed.ts';

test('npm run ops -- show prints the status of a job', async () => {
  const { job_id } = await paid(service, service.order());
  await service.jobUntil(job_id, { status: 'fulfilled' });
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const code = await ops({ words: ['show', job_id, '--json'], environment: {}, print });
  expect({ code, answer: JSON.parse(printed.join('\n')) }).toMatchObject({ code: 0, answer: { ok: true } });
});
