import { slowSuites } from '../../jest.config.js';
import { runTests } from '../../scripts/run-tests.mjs';

/** `npm test -- --suite slow`: suites that take long, three at a time. */
const patterns = slowSuites.map((pattern) => pattern.replace('<rootDir>/', ''));
await runTests(['--maxWorkers=3', ...process.argv.slice(2), ...patterns]);
