import { longestSuites, slowSuites } from '../../jest.config.js';
import { runTests } from '../../scripts/run-tests.mjs';

/** `npm test -- --suite slow`: suites that take long, three at a time; with `--short` without those that take longest. */
const options = process.argv.slice(2).filter((option) => option !== '--short');
const patterns = slowSuites.map((pattern) => pattern.replace('<rootDir>/', ''));
const without = process.argv.includes('--short') ? [`--testPathIgnorePatterns=${longestSuites}`] : [];
// Last, since Jest takes all that follows for further paths to leave out.
await runTests(['--maxWorkers=3', ...options, ...patterns, ...without]);
