/** The time until a function is ready for its first request: every bundle, each time in a fresh process. */

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { bundle } from '../../lib/cloud/packaging/bundles.ts';
import { type Contestant, compare } from './compare.ts';
import { milliseconds, type Section } from './report.ts';

const rounds = 9;
/** Plain JavaScript, so that nothing but the bundle is compiled: imports it as Lambda does, and says when that was done. */
const starter = 'await import(process.argv[1]); process.stdout.write(String(performance.now())); process.exit(0);';
const nothing = 'Node alone';

/** `cached`: V8 finds what an earlier start has compiled. */
const start = (module: string, cache?: string): Contestant => ({
  run: async () => {
    // A function has nothing of this machine's environment, such as a proxy's certificates, which Node would read.
    const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', starter, module], {
      env,
    });
    return Number(stdout);
  },
});

export async function startup(folder: string): Promise<Section> {
  const bundles = await bundle(lambdaRows(manifest), join(folder, 'bundles'));
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, 'export const handler = () => undefined;\n');
  const modules = {
    [nothing]: empty,
    ...Object.fromEntries(bundles.map(({ name, folder: at }) => [name, join(at, 'index.mjs')])),
  };

  const plain = await compare(
    mapped(modules, (_, file) => start(file)),
    rounds,
  );
  const cached = await compare(
    mapped(modules, (name, file) => start(file, join(folder, 'cache', name))),
    rounds,
  );
  const weight = Object.fromEntries(bundles.map(({ name, startBytes }) => [name, startBytes]));
  return {
    title: 'Functions: from the start of Node to a handler that is ready',
    header: ['Function', 'Read at the start', 'Median', 'More than Node alone', 'The same, V8 knowing the code'],
    rows: Object.keys(modules).map((name) => [
      name,
      name === nothing ? '' : `${Math.ceil((weight[name] ?? 0) / 1_000)} kB`,
      milliseconds(plain[name]),
      milliseconds(beyond(plain, name)),
      milliseconds(beyond(cached, name)),
    ]),
  };
}

const beyond = (ms: Readonly<Record<string, number>>, name: string): number =>
  (ms[name] ?? Number.NaN) - (ms[nothing] ?? Number.NaN);

const mapped = <T, R>(record: Readonly<Record<string, T>>, to: (name: string, value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(name, value)]));
