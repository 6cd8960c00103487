import { expect, test } from '@jest/globals';
import type { Matched } from '../../../worker/shards/matcher.js';
import { mergeMatched } from '../../../worker/shards/merge-matched.js';

const listing = { depth: 1000, records: 100 };

/** What a shard found: so many exact matches, and as many near ones as it lacks of a hundred, at most `near`. */
function matched(shard: string, exact: number, near: number): Matched {
  const listed = (kind: string, count: number, isNear: boolean, score: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ id: `${shard}-${kind}-${at}`, score: score - at, date: 0, isOnSeveral: false, isNear },
    }));
  const ranked = [...listed('exact', exact, false, 500), ...listed('near', Math.min(near, 100 - exact), true, 900)];
  return {
    ...{ total: ranked.length, exact, bySource: { [shard]: exact }, notices: [], place: null, order: 'score' as const },
    ...{ reading: { root: null, notices: [] }, ranked, jobs: [], gone: [], silent: 0, shards: 1 },
  };
}

test('near matches of all shards follow the exact ones of all, up to a hundred together', () => {
  const { ranked, total, exact, bySource } = mergeMatched([matched('a', 30, 70), matched('b', 20, 80), null], listing);
  expect([exact, total, ranked.length]).toEqual([50, 100, 100]);
  expect(ranked.map(({ isNear }) => isNear)).toEqual([...Array(50).fill(false), ...Array(50).fill(true)]);
  expect(ranked[50]?.score).toBe(900);
  expect(bySource).toEqual({ a: 30, b: 20 });
});

test('what would find something is added up, when no shard has found anything', () => {
  const offers = (jobs: number) => ({ fields: { salary: [jobs, 1] as const }, words: { nurse: jobs } });
  const none = (jobs: number): Matched => ({ ...matched('a', 0, 0), offers: offers(jobs) });
  expect(mergeMatched([none(2), none(3), null], listing).offers).toEqual({
    fields: { salary: [5, 2] },
    words: { nurse: 5 },
  });
  expect(mergeMatched([none(2), matched('b', 1, 0)], listing).offers).toBeNull();
});

test('a hundred exact matches of all shards leave no room for near ones', () => {
  const { ranked, total } = mergeMatched([matched('a', 60, 40), matched('b', 40, 60)], listing);
  expect(ranked.some(({ isNear }) => isNear)).toBe(false);
  expect(total).toBe(100);
});
