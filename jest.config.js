/** Suites that take long: those that stop, kill and overload what they test, and those that build and pack the repository. */
export const slowSuites = [
  '<rootDir>/test/docker/context',
  '<rootDir>/test/flow/failures/(?!hang|hostile\\.)',
  '<rootDir>/test/scripts/(?:check-patterns|dev|job-search)',
];

/** Those of them that .github/workflows/ci.yml runs in a job of its own, and .ci/run does not. */
export const longestSuites =
  'test/(?:scripts/dev|flow/failures/(?:leave-well|faults|watch-kills|cluster-heal|sentinel-heal))\\.test';

/** Suites that measure what an attack costs, in Chromium above all, and that another suite beside them disturbs. */
export const loneSuites = ['<rootDir>/test/flow/failures/(?:hang|hostile\\.)', '<rootDir>/test/worker/browser/'];

/** Tests mirror the tree and run as native ES modules, whose types are taken off as Node loads them. */
export default {
  testEnvironment: '<rootDir>/test/lib/jest/jest-environment.js',
  globalSetup: '<rootDir>/test/lib/jest/jest-build-pages.js',
  testRunner: '<rootDir>/test/lib/jest/jest-run-suite.js',
  transform: {},
  roots: ['<rootDir>/test'],
  // `npm test` leaves out those that have steps of their own in .ci/run. The others need files that are not part of the repository
  // (`npm test -- --suite recorded`) or large tools (`npm test -- --suite generators`).
  testPathIgnorePatterns: [
    ...(process.env.SKIP_SLOW === undefined ? [] : [...slowSuites, ...loneSuites]),
    ...(process.env.RECORDED_EXAMPLES === undefined ? ['<rootDir>/test/recorded/'] : []),
    ...(process.env.GENERATORS === undefined ? ['<rootDir>/test/generators/'] : []),
  ],
  // `--watch` finds the suites that a source belongs to.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  reporters: ['default', '<rootDir>/test/lib/jest/jest-totals-reporter.js'],
  testSequencer: '<rootDir>/test/lib/jest/jest-long-suites-first.js',
  // Far above what any test takes: a slow machine that runs two suites at once fails none by its speed.
  testTimeout: 90_000,
  // Suites wait for processes and timers a third of their time: three keep two cores busy.
  maxWorkers: 3,
  // A process that a failed test left behind must not keep the run from ending.
  forceExit: true,
  // Modules of finished files stay in memory: beyond this a worker restarts, which is cheaper than its garbage collection.
  workerIdleMemoryLimit: '1200MB',
};
