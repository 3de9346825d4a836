/** Ends a run with its duration, what it skipped, and the line `N passed, N failed`, which scripts read. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skippedSuites } from './long-suites.js';

const runsAll = process.env.TEST_CASES === 'all';
const asTime = (ms) => `${Math.floor(ms / 60_000)} min ${Math.floor(ms / 1_000) % 60} s`;

export default class Summary {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'test-run-'));
    this.skippedCases = join(this.folder, 'skipped-cases');
    writeFileSync(this.skippedCases, '');
    // The workers inherit these variables. The tests' temporary files are deleted with this folder.
    process.env.TMPDIR = this.folder;
    process.env.SKIPPED_CASES_FILE = this.skippedCases;
    process.env.SYNTHESIZED = this.folder;
  }

  /** Prints a line after every tenth of the suites, because Jest's own progress doesn't say how many remain. */
  onTestResult(_test, _result, { startTime, numTotalTestSuites: all, ...done }) {
    const ended = done.numPassedTestSuites + done.numFailedTestSuites;
    if (Math.floor((ended * 10) / all) > Math.floor(((ended - 1) * 10) / all) && all >= 10)
      process.stderr.write(`… ${ended} of ${all} suites, ${asTime(Date.now() - startTime)}\n`);
  }

  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numTotalTestSuites, startTime },
  ) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const lines = [
      `${numTotalTestSuites} suites, ${numPassedTests + failed} tests, ${asTime(Date.now() - startTime)}.`,
      ...(runsAll ? [] : [this.whatAllAdds()]),
      `${numPassedTests} passed, ${failed} failed`,
    ];
    rmSync(this.folder, { recursive: true, maxRetries: 3 });
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }

  whatAllAdds() {
    const sums = new Map();
    for (const line of readFileSync(this.skippedCases, 'utf8').split('\n').filter(Boolean)) {
      const [count, ...words] = line.split(' ');
      const noun = words.join(' ');
      sums.set(noun, (sums.get(noun) ?? 0) + Number(count));
    }
    const skipped = [...sums].map(([noun, count]) => `${count.toLocaleString('en-US')} ${noun}`);
    if (skippedSuites.length > 0) skipped.unshift(`${skippedSuites.length} suites`);
    return `npm run test:all adds ${[...skipped, 'external checks and the deployed stack'].join(', ')}.`;
  }
}
