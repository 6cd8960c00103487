// The tests of hostile requests and of texts generated from the service's patterns, with many more inputs than `npm test` uses.
process.env.FUZZ_REQUESTS ||= '20000';
process.env.GROWN_TEXTS ||= '20';
process.argv.push(
  'test/api/fuzz.test.ts',
  'test/api/openapi/fuzz.test.ts',
  'test/worker/normalise/grown-texts.test.ts',
);
await import('./test.mjs');
