/** Ends a run with the plain line that automation counts. */
export default class PlainLine {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    process.stdout.write(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed\n`);
  }
}
