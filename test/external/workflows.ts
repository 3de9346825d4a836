/**
 * Holds the workflows in .github against actionlint, which Go's module proxy has, and their scripts against shellcheck,
 * which Python's package index has. Prints `N passed, N failed` alone on its last line, and a line that begins with
 * `skipped:` for what this machine cannot have.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endAll, run } from '../deployed/processes.ts';
import { installPython } from '../deployed/python.ts';
import { newReport, within } from './report.ts';

const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const workflows = join(import.meta.dirname, '..', '..', '.github', 'workflows');
const folder = await mkdtemp(join(tmpdir(), 'workflows-'));

process.once('exit', () => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
const inTime = within(180, async () => {});
const report = newReport();
const environment = { ...process.env, GOFLAGS: '-mod=mod' };
const hasGo = await run('go', ['run', actionlint, '-version'], environment).then(
  () => true,
  () => false,
);
if (!hasGo) console.log('skipped: actionlint: Go or its module proxy is not there');

/** actionlint hands each script to shellcheck, if it finds one. */
async function pathWithShellcheck(): Promise<string> {
  const python = await installPython(folder, environment, join(import.meta.dirname, 'shellcheck.txt'));
  if (typeof python !== 'string') return [join(folder, 'bin'), process.env.PATH].join(delimiter);
  console.log(`skipped: shellcheck: ${python}`);
  return process.env.PATH ?? '';
}

if (hasGo) {
  const env = { ...environment, PATH: await pathWithShellcheck() };
  for (const name of (await readdir(workflows)).filter((each) => each.endsWith('.yml')))
    await report.check(`actionlint passes ${name}`, async () => {
      await run('go', ['run', actionlint, '-no-color', join(workflows, name)], env);
    });
}
inTime();
process.exitCode = report.close() || !hasGo ? 0 : 1;
