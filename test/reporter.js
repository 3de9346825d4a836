/** Ends a run with what it took and what it left out, and then the plain line that automation counts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leftOut } from './long-suites.js';

const takesAll = process.env.PROOFS === 'all';
const asTime = (ms) => `${Math.floor(ms / 60_000)} min ${Math.floor(ms / 1_000) % 60} s`;

export default class PlainLine {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'test-run-'));
    this.leftOut = join(this.folder, 'left-out');
    writeFileSync(this.leftOut, '');
    // Before the workers start, which inherit it; `proofs.ts` and `synthesized.ts` write there.
    process.env.PROOFS_LEFT_OUT = this.leftOut;
    process.env.SYNTHESIZED = this.folder;
  }

  /** A line for every tenth of the suites: Jest's own progress does not say how many are left. */
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
      ...(takesAll ? [] : [this.whatAllAdds()]),
      `${numPassedTests} passed, ${failed} failed`,
    ];
    rmSync(this.folder, { recursive: true });
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }

  whatAllAdds() {
    const sums = new Map();
    for (const line of readFileSync(this.leftOut, 'utf8').split('\n').filter(Boolean)) {
      const [count, ...what] = line.split(' ');
      sums.set(what.join(' '), (sums.get(what.join(' ')) ?? 0) + Number(count));
    }
    const left = [...sums].map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`);
    if (leftOut.length > 0) left.unshift(`${leftOut.length} suites`);
    return `npm run test:all adds ${[...left, 'the checks of others and the deployed stack'].join(', ')}.`;
  }
}
