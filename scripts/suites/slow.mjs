import { slowSuites } from '../../jest.config.js';
import { runTests } from '../run-tests.mjs';

/** `npm test -- --suite slow`: the suites that `npm test` leaves out, one at a time. */
const patterns = slowSuites.map((folder) => folder.replace('<rootDir>/', ''));
await runTests(['--runInBand', ...process.argv.slice(2), ...patterns]);
