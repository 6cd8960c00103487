// The tests of hostile requests and of texts generated from the service's patterns, with many more inputs than `npm test` uses.
import { runTests } from '../../scripts/run-tests.mjs';

process.env.FUZZ_REQUESTS ||= '20000';
process.env.GROWN_TEXTS ||= '20';
await runTests([
  ...process.argv.slice(2),
  'test/api/fuzz.test.ts',
  'test/api/openapi/fuzz.test.ts',
  'test/worker/normalise/grown-texts.test.ts',
]);
