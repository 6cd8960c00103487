// The test of hostile requests, with many more of them than npm test sends.
process.env.FUZZ_REQUESTS ||= '20000';
process.argv.push('test/api/fuzz.test.ts', 'test/api/openapi/fuzz.test.ts');
await import('./test.mjs');
