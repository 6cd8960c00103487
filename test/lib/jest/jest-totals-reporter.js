/** Ends a test run with one machine-readable line: `N passed, N failed`. */
export default class TotalsReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = results;
    const line = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
    const lacking = lackingOf(testResults);
    // Jest's own summary goes to stderr: this line is the last one of stdout.
    process.stdout.write(`${lacking}${line}\n`);
  }
}

/** A line for each means that tests lack here, which they name as `test.skip('needs …')`. */
function lackingOf(testResults) {
  const names = testResults.flatMap(({ testResults: tests }) =>
    tests.flatMap(({ status, title }) => (status === 'pending' && title.startsWith('needs ') ? [title] : [])),
  );
  const lines = [...new Set(names)].map(
    (name) => `not run here: ${count(names, name)} that ${name.replace('needs', 'need')}`,
  );
  return lines.map((line) => `${line}\n`).join('');
}

const count = (names, name) => {
  const suites = names.filter((each) => each === name).length;
  return suites === 1 ? '1 suite' : `${suites} suites`;
};
