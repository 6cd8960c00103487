/** What both projects share. Tests mirror the tree and run as native ES modules; swc only strips the types. */
const project = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
};

/** Suites that test answers of the search route by HTTP: they must pass with the fast path and without it. */
const contractSuites = [
  '<rootDir>/test/api/{http,edge,hardening,keys}.test.ts',
  '<rootDir>/test/api/fast-path/*.test.ts',
  '<rootDir>/test/api/openapi/answers.test.ts',
  '<rootDir>/test/flow/{narrow,one-id,paging,premium,quota,respond-async,search}.test.ts',
];

export default {
  projects: [
    { ...project, displayName: 'all', testMatch: ['**/*.test.ts'] },
    {
      ...project,
      displayName: 'FAST_PATH=off',
      testMatch: contractSuites,
      setupFiles: ['<rootDir>/test/lib/jest-fast-path-off.js'],
    },
  ],
  reporters: ['default', '<rootDir>/test/lib/jest-totals-reporter.js'],
  testTimeout: 30_000,
  maxWorkers: 2,
  // Modules of a finished file stay in its worker: beyond this it starts anew rather than collect garbage all the time.
  workerIdleMemoryLimit: '1200MB',
};
