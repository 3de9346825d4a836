/**
 * `npm run test:mutants`: plants each bug of `rows` in a scratch copy of the project and runs the suites that must fail
 * with it. `-- --sample 6` takes every sixth row, `-- --only TEXT` the rows whose bug or file contains TEXT.
 * A bug is found if a test fails that passes in the same copy without the bug. Suites that don't load prove nothing.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type Mutant, mutants, planted, problemsOf } from './rows.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const notCopied = new Set(['node_modules', '.git', '.local', '.bundles', 'cdk.out', 'coverage']);

/** The folder of a new copy. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const name of readdirSync(root).filter((entry) => !notCopied.has(entry)))
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !notCopied.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** More than the slowest row needs. Without a limit, a bug could make a suite wait forever. */
const timeoutMs = 240_000;

interface Outcome {
  readonly result: 'passed' | 'failed' | 'did not load or did not end';
  /** The end of Jest's output. */
  readonly output: string;
}

async function run(folder: string, suite: string): Promise<Outcome> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  // A failed test may leave a server open, which would keep the process.
  const flags = ['--forceExit', '--runInBand', '--json', `--outputFile=${report}`, '--reporters=default'];
  const jest = join(folder, 'node_modules/jest/bin/jest.js');
  const options = {
    cwd: folder,
    env: { ...process.env, TEST_CASES: undefined },
    timeout: timeoutMs,
    maxBuffer: 2 ** 26,
  };
  const { stderr } = await promisify(execFile)(process.execPath, [...node, jest, ...flags, '--runTestsByPath', suite], {
    ...options,
    killSignal: 'SIGKILL',
  }).catch((error: { stderr: string }) => error);
  const output = stderr.slice(-4_000);
  try {
    const { numFailedTests, numRuntimeErrorTestSuites, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
    if (numFailedTests > 0) return { result: 'failed', output };
    if (numRuntimeErrorTestSuites === 0 && numPassedTests > 0) return { result: 'passed', output };
  } catch {
    // Jest was killed before it could write its report.
  }
  return { result: 'did not load or did not end', output };
}

/** Plants the bug and returns the first suite that fails, or the last result if none does. */
async function runWith(folder: string, mutant: Mutant) {
  const path = join(folder, mutant.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, planted(folder, mutant));
  try {
    let last: Outcome['result'] = 'passed';
    for (const suite of mutant.suites) {
      last = (await run(folder, suite)).result;
      if (last === 'failed') return { suite, result: last };
    }
    return { suite: undefined, result: last };
  } finally {
    writeFileSync(path, original);
  }
}

const { values } = parseArgs({ options: { sample: { type: 'string' }, only: { type: 'string', multiple: true } } });
const rows = mutants
  .filter(({ bug, file }) => values.only?.some((text) => bug.includes(text) || file.includes(text)) ?? true)
  .filter((_, at) => at % Number(values.sample ?? 1) === 0);
const problems = rows.flatMap((row) => problemsOf(root, row));
const startedAt = Date.now();

/** The outcome of each failed suite when run again without the bug. */
const withoutBug = new Map<string, Promise<Outcome>>();

/** Plants the bug. True if one of its suites fails only with the bug; otherwise `problems` says what happened. */
async function isFound(folder: string, row: Mutant): Promise<boolean> {
  const { suite, result } = await runWith(folder, row);
  if (suite === undefined) {
    problems.push(`not found: ${row.bug} (${row.file}): its suites ${result}`);
    return false;
  }
  const earlier = withoutBug.get(suite);
  const rerun = earlier ?? run(folder, suite);
  withoutBug.set(suite, rerun);
  const outcome = await rerun;
  if (outcome.result === 'passed') return true;
  problems.push(
    `not found: ${row.bug}: ${suite} fails without any bug${earlier === undefined ? `:\n${outcome.output}` : ''}`,
  );
  return false;
}

let found = 0;
const remaining = problems.length === 0 ? [...rows] : [];
const trees = Array.from({ length: remaining.length === 0 ? 0 : Math.min(4, availableParallelism()) }, copied);
await Promise.all(
  trees.map(async (folder) => {
    for (let row = remaining.shift(); row !== undefined; row = remaining.shift()) {
      const isNoticed = await isFound(folder, row);
      if (isNoticed) found += 1;
      console.log(`${isNoticed ? 'found   ' : 'SURVIVED'} ${row.bug}`);
    }
    rmSync(folder, { recursive: true });
  }),
);
for (const problem of problems) console.log(problem);
console.log(`${found} found of ${rows.length} planted, in ${Math.round((Date.now() - startedAt) / 1_000)} s.`);
console.log(`${found} passed, ${problems.length} failed`);
process.exitCode = problems.length === 0 && found > 0 ? 0 : 1;
