import Sequencer from '@jest/test-sequencer';

/**
 * Orders suites for a clone in which Jest has measured nothing yet: those that start services or browsers take longest
 * and come first, so that no worker is left alone with one at the end. Measured durations decide where there are any.
 */
const longSuites = [
  /\/test\/(?:pages\/search|truth|worker\/normalise\/grown-texts)/,
  /\/test\/(?:flow|pages|start|cli)\//,
];

const rankOf = (path) => {
  const at = longSuites.findIndex((pattern) => pattern.test(path));
  return at === -1 ? longSuites.length : at;
};

export default class LongSuitesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (tests.some((each) => each.duration !== undefined)) return sorted;
    return sorted.sort((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}
