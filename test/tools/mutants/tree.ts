/** A scratch copy of the project in which bugs are planted, and suites are run. The work tree is never touched. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Mutant, planted } from './mutant.ts';

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

export interface Tree {
  /** Runs the suites until a test fails. */
  run(suites: readonly string[]): Promise<Outcome>;
  /** The same while the bug is in the tree. */
  runWith(mutant: Mutant): Promise<Outcome>;
  remove(): void;
}

export function copyOf(root: string): Tree {
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
