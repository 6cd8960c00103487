/** Closes a test run with one plain line that a machine can read: `N passed, N failed`. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = results;
    this.line = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
    // Jest's own summary goes to stderr while this runs; the last line of stdout is ours at the very end.
    process.once('exit', () => process.stdout.write(`${this.line}\n`));
  }
}
