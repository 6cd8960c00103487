/** Tests mirror the tree and run as native ES modules; swc only strips the types. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  // These need files that are not part of the repository (`npm test -- --suite recorded`) or large tools (`npm test -- --suite generators`).
  testPathIgnorePatterns: [
    ...(process.env.RECORDED_EXAMPLES === undefined ? ['<rootDir>/test/recorded/'] : []),
    ...(process.env.GENERATORS === undefined ? ['<rootDir>/test/generators/'] : []),
  ],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  reporters: ['default', '<rootDir>/test/lib/jest/jest-totals-reporter.js'],
  testSequencer: '<rootDir>/test/lib/jest/jest-long-suites-first.js',
  // Far above what any test takes: a slow machine that runs two suites at once fails none by its speed.
  testTimeout: 90_000,
  // Suites wait for processes and timers a third of their time: three keep two cores busy.
  maxWorkers: 3,
  // Modules of finished files stay in memory: beyond this a worker restarts, which is cheaper than its garbage collection.
  workerIdleMemoryLimit: '1200MB',
};
