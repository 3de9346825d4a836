/**
 * Holds the workflows in .github against actionlint, which Go's module proxy has, and against zizmor, which looks for
 * weaknesses. Their scripts go to shellcheck. Python's package index has the last two. Prints `N passed, N failed` alone
 * on its last line, and a line that begins with `skipped:` for what this machine cannot have.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { installPython } from '../deployed/python.ts';
import { newReport, within } from './report.ts';

const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const github = join(import.meta.dirname, '..', '..', '.github');
const workflows = join(github, 'workflows');
const folder = await mkdtemp(join(tmpdir(), 'workflows-'));

process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const inTime = within(180, async () => {});
const report = newReport();
const environment = { ...process.env, GOFLAGS: '-mod=mod' };
const python = await installPython(folder, environment, join(import.meta.dirname, 'workflows.txt'));
if (typeof python === 'string') console.log(`skipped: shellcheck and zizmor: ${python}`);
const hasGo = await run('go', ['run', actionlint, '-version'], environment).then(
  () => true,
  () => false,
);
if (!hasGo) console.log('skipped: actionlint: Go or its module proxy is not there');

// actionlint hands each script to shellcheck, if it finds one.
const env = { ...environment, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) };
for (const name of (await readdir(workflows)).filter((each) => hasGo && each.endsWith('.yml')))
  await report.check(`actionlint passes ${name}`, async () => {
    await run('go', ['run', actionlint, '-no-color', join(workflows, name)], env);
  });
if (typeof python !== 'string')
  // Offline, because it would ask GitHub about each action.
  await report.check('zizmor passes the workflows', async () => {
    await run(python.tool('zizmor'), ['--offline', '--no-progress', github], env);
  });
inTime();
process.exitCode = report.close() || (!hasGo && typeof python === 'string') ? 0 : 1;
