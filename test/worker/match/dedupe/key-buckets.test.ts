import { describe, expect, test } from '@jest/globals';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { createKeyBuckets } from '../../../../worker/match/dedupe/fingerprint-keys.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { made } from '../../lib/made-jobs.js';

const collections = ['acme', 'initech', 'umbrella'].map((source) =>
  prepareCollection(
    source,
    Array.from({ length: 40 }, (_, at) => made({ title: `Welder ${at % 25}`, source, place: 'Leeds, UK' })),
  ),
);
const everyKey = [
  ...new Set(
    collections.flatMap(({ size, entryAt }) => Array.from({ length: size }, (_, at) => entryAt(at).keys).flat()),
  ),
];

/** The entries that have a key, found by asking each for its keys. */
const expected = (key: number): string[] =>
  collections.flatMap(({ source, size, entryAt }) =>
    Array.from({ length: size }, (_, at) => at).flatMap((at) =>
      entryAt(at).keys.includes(key) ? `${source} ${at}` : [],
    ),
  );

/** Looks keys up that many at a time: few are sought by bisection, many in one pass over all keys. */
function found(atOnce: number): Map<number, string[]> {
  const buckets = createKeyBuckets(collections);
  for (let at = 0; at < everyKey.length; at += atOnce) runSync(buckets.load(everyKey.slice(at, at + atOnce)));
  return new Map(everyKey.map((key) => [key, buckets.of(key).map(({ source, at }) => `${source} ${at}`)]));
}

describe('the entries of keys', () => {
  test.each([1, 1000])('are found %i keys at a time, in the order of the collections', (atOnce) => {
    for (const [key, entries] of found(atOnce)) expect(entries).toEqual(expected(key));
  });
  test('are shared by the copies of an opening', () => {
    expect(Math.max(...[...found(1000).values()].map(({ length }) => length))).toBe(collections.length);
  });
  test('are nothing for a key that no posting has', () => {
    const buckets = createKeyBuckets(collections);
    runSync(buckets.load([8, 800]));
    expect([buckets.of(8), buckets.of(800)]).toEqual([[], []]);
  });
  test('are refused for a key that was not looked up', () => {
    expect(() => createKeyBuckets(collections).of(8)).toThrow('not looked up');
  });
});
