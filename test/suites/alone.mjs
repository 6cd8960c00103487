import { loneSuites } from '../../jest.config.js';
import { runTests } from '../../scripts/run-tests.mjs';

/** `npm test -- --suite alone`: suites that others disturb, one at a time. */
const patterns = loneSuites.map((pattern) => pattern.replace('<rootDir>/', ''));
await runTests(['--runInBand', ...process.argv.slice(2), ...patterns]);
