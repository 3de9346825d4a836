/**
 * Checks the workflows in .github with actionlint and zizmor, and their scripts with shellcheck. The first comes from Go's
 * module proxy, the others from Python's package index. The last line is only `N passed, N failed`; a line that begins
 * with `skipped:` names what this machine can't run.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { installPythonPackages } from '../deployed/python.ts';
import { exitAfter, newReport } from './report.ts';

const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const github = join(import.meta.dirname, '..', '..', '.github');
const workflows = join(github, 'workflows');
const folder = await mkdtemp(join(tmpdir(), 'workflows-'));

process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const cancelTimeout = exitAfter(180);
const report = newReport();
const environment = { ...process.env, GOFLAGS: '-mod=mod' };
const python = await installPythonPackages(folder, environment, join(import.meta.dirname, 'workflows.txt'));
if (typeof python === 'string') console.log(`skipped: shellcheck and zizmor: ${python}`);
const hasGo = await run('go', ['run', actionlint, '-version'], environment).then(
  () => true,
  () => false,
);
if (!hasGo) console.log('skipped: actionlint: this machine has no Go, or cannot reach its module proxy');

// actionlint runs shellcheck on each script if it is in PATH.
const env = { ...environment, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) };
for (const name of (await readdir(workflows)).filter((each) => hasGo && each.endsWith('.yml')))
  await report.check(`actionlint passes ${name}`, async () => {
    await run('go', ['run', actionlint, '-no-color', join(workflows, name)], env);
  });
if (typeof python !== 'string')
  // Offline, because it would query GitHub about each action.
  await report.check('zizmor passes the workflows', async () => {
    await run(python.tool('zizmor'), ['--offline', '--no-progress', github], env);
  });
cancelTimeout();
process.exitCode = report.close() || (!hasGo && typeof python === 'string') ? 0 : 1;
