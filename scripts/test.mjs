// `npm test`: all tests; with file names or options of Jest, those; `-- --suite NAME [OPTION …]`: a suite of scripts/suites.mjs.
import { suites, suitesHelp } from './suites.mjs';

const [first, name, ...rest] = process.argv.slice(2);
if (first !== '--suite') {
  const { runTests } = await import('./run-tests.mjs');
  await runTests(process.argv.slice(2));
} else if (name === undefined || !Object.hasOwn(suites, name)) {
  const what = name === undefined ? 'Which suite?' : `There is no suite ${JSON.stringify(name.slice(0, 60))}.`;
  process.stderr.write(`${what} npm test -- --suite NAME [OPTION …]\n${suitesHelp}\n`);
  process.exitCode = 2;
} else {
  process.argv.splice(2, Infinity, ...rest);
  await import(`../test/suites/${name}.mjs`);
}
