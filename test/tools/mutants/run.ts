/**
 * `npm run test:mutants`: plants each bug of `rows` in a scratch copy of the project and runs the suites that must fail
 * with it. `-- --sample 6` takes one row in six, `-- --only WORDS` the rows whose bug or file holds the words, and
 * `-- --suites-passed` believes that the suites have just passed without any bug.
 * A bug is found if a test fails. It counts as not found if its suites do not load: then they prove nothing.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Mutant, mutants, planted, problemsOf } from './rows.ts';

/** Made by builds and runs, or not a part of the project's sources. */
const leftOut = new Set(['node_modules', '.git', '.local', '.bundles', 'cdk.out', 'coverage']);

interface Outcome {
  readonly failedTests: number;
  /** Suites that did not even load. */
  readonly brokenSuites: number;
  readonly passedTests: number;
  /** The end of Jest's own output, to be read if a clean tree fails. */
  readonly said: string;
}

interface Tree {
  /** Runs the suites until a test fails. */
  run(suites: readonly string[]): Promise<Outcome>;
  /** The same while the bug is in the tree. */
  runWith(mutant: Mutant): Promise<Outcome>;
  remove(): void;
}

function copyOf(root: string): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const name of readdirSync(root).filter((entry) => !leftOut.has(entry)))
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !leftOut.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const run = async (suites: readonly string[]) => {
    let last: Outcome = { failedTests: 0, brokenSuites: 0, passedTests: 0, said: '' };
    for (const suite of suites) {
      last = await jest(folder, suite);
      if (last.failedTests > 0) break;
    }
    return last;
  };
  const runWith: Tree['runWith'] = async (mutant) => {
    const path = join(folder, mutant.file);
    const clean = readFileSync(path, 'utf8');
    writeFileSync(path, planted(folder, mutant));
    try {
      return await run(mutant.suites);
    } finally {
      writeFileSync(path, clean);
    }
  };
  return { run, runWith, remove: () => rmSync(folder, { recursive: true }) };
}

/** Longer than the slowest row; a bug may make a suite wait for ever. */
const longestRunMs = 240_000;

function jest(folder: string, suite: string): Promise<Outcome> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const bin = join(folder, 'node_modules/jest/bin/jest.js');
  // A failed test may leave a server open, which would keep the process.
  const flags = ['--forceExit', '--runInBand', '--json', `--outputFile=${report}`, '--reporters=default'];
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...options, bin, ...flags, '--runTestsByPath', suite], {
    cwd: folder,
    env: { ...process.env, PROOFS: undefined },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said = `${said}${part}`.slice(-4_000);
  });
  const late = setTimeout(() => child.kill('SIGKILL'), longestRunMs);
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(late);
      resolve({ ...counted(report), said });
    });
  });
}

/** Without a report the run was killed: it hung, or ended the process. */
function counted(report: string): Omit<Outcome, 'said'> {
  try {
    const { numFailedTests, numRuntimeErrorTestSuites, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { failedTests: numFailedTests, brokenSuites: numRuntimeErrorTestSuites, passedTests: numPassedTests };
  } catch {
    return { failedTests: 0, brokenSuites: 1, passedTests: 0 };
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string', multiple: true },
    'suites-passed': { type: 'boolean', default: false },
  },
});

const oneIn = Number(values.sample ?? 1);
const isAskedFor = ({ bug, file }: Mutant) =>
  values.only === undefined || values.only.some((words) => bug.includes(words) || file.includes(words));
const rows = mutants.filter(isAskedFor).filter((_, at) => at % oneIn === 0);

/** Each of the trees takes the next item as soon as it is free. */
async function inTrees<T>(items: readonly T[], work: (tree: Tree, item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const drain = async (tree: Tree) => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(tree, item);
  };
  await Promise.all(trees.map(drain));
}

const problems = rows.flatMap((row) => problemsOf(root, row));
const startedAt = Date.now();
const trees =
  problems.length > 0 ? [] : Array.from({ length: Math.min(4, availableParallelism()) }, () => copyOf(root));

/** Suites that fail without any bug would find every bug. */
const suites = values['suites-passed'] ? [] : [...new Set(rows.flatMap((row) => row.suites))];
const unfit = new Set<string>();
await inTrees(trees.length === 0 ? [] : suites, async (tree, suite) => {
  const { failedTests, brokenSuites, passedTests, said } = await tree.run([suite]);
  if (failedTests + brokenSuites === 0 && passedTests > 0) return;
  unfit.add(suite);
  problems.push(`${suite} fails without any bug:\n${said}`);
});

const survivors: string[] = [];
let found = 0;
const fit = rows.filter((row) => !row.suites.some((suite) => unfit.has(suite)));
await inTrees(trees.length === 0 ? [] : fit, async (tree, row) => {
  const { failedTests, brokenSuites } = await tree.runWith(row);
  if (failedTests > 0) found += 1;
  else survivors.push(`${row.bug} (${row.file})${brokenSuites > 0 ? ': its suites did not load or did not end' : ''}`);
  console.log(`${failedTests > 0 ? 'found   ' : 'SURVIVED'} ${row.bug}`);
});
for (const tree of trees) tree.remove();

for (const problem of problems) console.log(problem);
for (const survivor of survivors) console.log(`not found: ${survivor}`);
console.log(`${found} found of ${rows.length} planted, in ${Math.round((Date.now() - startedAt) / 1_000)} s.`);
const failed = problems.length + survivors.length;
console.log(`${found} passed, ${failed} failed`);
process.exitCode = failed === 0 && found > 0 ? 0 : 1;
