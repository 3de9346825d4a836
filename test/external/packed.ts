/**
 * Packs `client` as a release does, installs the file in an empty folder, and orders with its command and with its client.
 * Its last line of output is `N passed, N failed`. `generators/python-client.ts` tests the Python client.
 */
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { startService } from '../support/e2e/service.ts';
import { exitAfter, newReport } from './report.ts';

const client = join(import.meta.dirname, '..', '..', 'client');
const folder = await mkdtemp(join(tmpdir(), 'packed-'));
process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const service = await startService();
const cancelTimeout = exitAfter(180, service.stop);
const report = newReport();
// npm's variables would point to this project, so they are left out.
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PRINT_AND_MAIL_URL: service.baseUrl,
};
const inFolder = (line: string) => run('sh', ['-c', `cd ${folder} && ${line}`], env);

await report.check('the package is packed, and installs in an empty folder', async () => {
  await run('sh', ['-c', `cd ${client} && npm pack --pack-destination ${folder}`], env);
  const [file] = await readdir(folder);
  await inFolder(`npm install --no-audit --no-fund ./${file}`);
});
await report.check('npx print-and-mail shows its help', async () => {
  const help = await inFolder('npx print-and-mail --help');
  if (!help.includes('send FILE --to ADDRESS')) throw new Error(help);
});
await report.check('npx print-and-mail orders a letter, which is paid and sent', async () => {
  await writeFile(join(folder, 'letter.md'), '# Dear Ada\n\nThe engine works.\n');
  const [from, to] = ['Grace Hopper, 2 Example Ave, Boston, MA 02108', 'Ada Lovelace, 12 Main St, Albany, NY 12207'];
  const job = JSON.parse(await inFolder(`npx print-and-mail send letter.md --json --from "${from}" --to "${to}"`));
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
});
await report.check('its client orders a letter, a check and a fax, which are paid and sent', async () => {
  await copyFile(join(import.meta.dirname, 'generators', 'order.mjs'), join(folder, 'order.mjs'));
  const output = await inFolder(`node order.mjs ${service.baseUrl}`);
  const orders = [...output.matchAll(/^ordered (\S+) (\S+)$/gm)];
  if (orders.length !== 3) throw new Error(output);
  for (const [, jobId = '', checkoutUrl = ''] of orders) {
    await service.pay(checkoutUrl);
    await service.jobUntil(jobId, { payment_status: 'paid', status: 'fulfilled' });
  }
});
cancelTimeout();
await service.stop();
process.exitCode = report.close() ? 0 : 1;
