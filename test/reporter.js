/** Ends a run with the plain line that automation counts; Jest's own summary always comes after its reporters. */
export default class PlainLine {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const line = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed\n`;
    process.once('exit', () => process.stdout.write(line));
  }
}
