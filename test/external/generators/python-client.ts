/** Builds and installs client/python as a publisher and a user do, and holds its types, its README and its answers. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, run } from '../../deployed/processes.ts';
import type { Python } from '../../deployed/python.ts';
import type { Report } from '../report.ts';
import { pythonCases } from './python-cases.ts';

interface World {
  /** Has the packages of requirements.txt. */
  readonly tools: Python;
  /** Takes what is made here. */
  readonly folder: string;
  readonly environment: Environment;
  /** Ends in /v1. */
  readonly service: string;
  readonly report: Report;
}

const here = import.meta.dirname;
const client = join(here, '..', '..', '..', 'client', 'python');
const programs = [join(client, 'examples', 'order_letter.py'), join(here, 'order.py'), join(here, 'published.py')];

export async function checkPythonClient({ tools, folder, environment, service, report }: World): Promise<void> {
  const site = join(folder, 'python-client');
  const python = join(site, 'bin', 'python');
  const using = (tool: string, ...words: readonly string[]) => run(tools.tool(tool), [...words], environment);
  const mypy = (...words: readonly string[]) =>
    using('mypy', '--config-file', join(client, 'pyproject.toml'), '--cache-dir', join(folder, 'mypy'), ...words);

  await report.check('client/python is built, and installs with no package but those it names', async () => {
    const built = join(folder, 'built');
    await using('python', '-m', 'build', '--no-isolation', '--outdir', built, client);
    await using('python', '-m', 'venv', '--without-pip', site);
    const wheels = (await readdir(built)).filter((file) => file.endsWith('.whl')).map((file) => join(built, file));
    await using('pip', '--python', python, 'install', '--quiet', ...wheels);
  });
  await report.check('client/python and its users are typed', async () => {
    const blocks = await blocksOfReadme(folder);
    await mypy('--python-executable', python, '--package', 'print_and_mail_client');
    await mypy('--python-executable', python, '--scripts-are-modules', ...programs, ...blocks);
    await mypy(join(client, 'hatch_build.py'));
  });
  await report.check('client/python’s example orders', async () => {
    const said = await run(python, [programs[0] ?? '', service], environment);
    if (!/^1 page, \$\d\.\d\d\nPay at http\S+\/pay\/\S+\nStatus: awaiting_payment\n$/.test(said)) throw new Error(said);
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

/** The paths of its programs, each in a file of its own. */
async function blocksOfReadme(folder: string): Promise<readonly string[]> {
  const [, ...blocks] = (await readFile(join(client, 'README.md'), 'utf8')).split('```python\n');
  if (blocks.length < 2) throw new Error('its README shows how to order and how to receive');
  return Promise.all(
    blocks.map(async (block, at) => {
      const path = join(folder, `readme_${at}.py`);
      await writeFile(path, block.slice(0, block.indexOf('```')));
      return path;
    }),
  );
}
