/**
 * Packs `client` as a release does, installs the file in an empty folder, orders a letter with its command, and gets a
 * price with its client. The last line is only `N passed, N failed`. `generators/python-client.ts` tests the Python client.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
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
// Without npm's variables, which would point to this project.
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
await report.check('a program of its client gets a price', async () => {
  const program = `import { printAndMail } from 'print-and-mail';
    const api = printAndMail(process.env.PRINT_AND_MAIL_URL);
    const { data } = await api.POST('/quotes', { body: { country: 'US', text: 'Dear Ada' } });
    console.log(data.total);`;
  await writeFile(join(folder, 'program.mjs'), program);
  const output = await inFolder('node program.mjs');
  if (!/^\$\d\.\d\d\n$/.test(output)) throw new Error(output);
});
cancelTimeout();
await service.stop();
process.exitCode = report.close() ? 0 : 1;
