/** Tests mirror the tree and run as native ES modules; swc only takes the types off. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  reporters: ['default', '<rootDir>/test/lib/jest-totals-reporter.js'],
  testTimeout: 30_000,
  maxWorkers: 2,
  // Modules of a finished file stay in its worker: beyond this it starts anew rather than collect garbage all the time.
  workerIdleMemoryLimit: '1200MB',
};
