/** Builds and installs client/python, then checks its types, the programs in its README, and its results. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, run } from '../../deployed/processes.ts';
import type { Python } from '../../deployed/python.ts';
import type { Report } from '../report.ts';
import { pythonCases } from './python-cases.ts';

interface Options {
  /** Has the packages of requirements.txt. */
  readonly tools: Python;
  /** Gets all files that are created here. */
  readonly folder: string;
  readonly environment: Environment;
  /** Ends in /v1. */
  readonly service: string;
  readonly report: Report;
}

const here = import.meta.dirname;
const client = join(here, '..', '..', '..', 'client', 'python');
const programs = [join(client, 'examples', 'order_letter.py'), join(here, 'order.py'), join(here, 'published.py')];

export async function checkPythonClient({ tools, folder, environment, service, report }: Options): Promise<void> {
  const site = join(folder, 'python-client');
  const python = join(site, 'bin', 'python');
  const runTool = (tool: string, ...args: readonly string[]) => run(tools.tool(tool), [...args], environment);
  const mypy = (...args: readonly string[]) =>
    runTool('mypy', '--config-file', join(client, 'pyproject.toml'), '--cache-dir', join(folder, 'mypy'), ...args);

  await report.check('client/python is built, and installs with only the packages it declares', async () => {
    const built = join(folder, 'built');
    await runTool('python', '-m', 'build', '--no-isolation', '--outdir', built, client);
    await runTool('python', '-m', 'venv', '--without-pip', site);
    const wheels = (await readdir(built)).filter((file) => file.endsWith('.whl')).map((file) => join(built, file));
    await runTool('pip', '--python', python, 'install', '--quiet', ...wheels);
  });
  await report.check('client/python and its users are typed', async () => {
    const blocks = await blocksOfReadme(folder);
    await mypy('--python-executable', python, '--package', 'print_and_mail_client');
    await mypy('--python-executable', python, '--scripts-are-modules', ...programs, ...blocks);
    await mypy(join(client, 'hatch_build.py'));
  });
  await report.check('client/python’s example orders', async () => {
    const output = await run(python, [programs[0] ?? '', service], environment);
    if (!/^1 page, \$\d\.\d\d\nPay at http\S+\/pay\/\S+\nStatus: awaiting_payment\n$/.test(output))
      throw new Error(output);
  });
  await report.check('openapi-python-client’s client orders', async () => {
    await run(python, [join(here, 'order.py'), service], environment);
  });
  await report.check('client/python hashes and verifies as the service does', async () => {
    const cases = join(folder, 'cases.json');
    await writeFile(cases, await pythonCases());
    await run(python, [join(here, 'published.py'), service, cases], environment);
  });
}

/** Writes each program in the README to a file, and returns the paths. */
async function blocksOfReadme(folder: string): Promise<readonly string[]> {
  const [, ...blocks] = (await readFile(join(client, 'README.md'), 'utf8')).split('```python\n');
  if (blocks.length < 2) throw new Error('the README has fewer than two programs');
  return Promise.all(
    blocks.map(async (block, at) => {
      const path = join(folder, `readme_${at}.py`);
      await writeFile(path, block.slice(0, block.indexOf('```')));
      return path;
    }),
  );
}
