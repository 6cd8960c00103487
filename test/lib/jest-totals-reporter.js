/** Ends a test run with one machine-readable line: `N passed, N failed`. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = results;
    this.line = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
    // Jest's own summary goes to stderr during the run; our line is the last one of stdout.
    process.once('exit', () => process.stdout.write(`${this.line}\n`));
  }
}
