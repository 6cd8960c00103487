import { expect, test } from '@jest/globals';
import type { Matched } from '../../../worker/engine/engine.js';
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

/** A list by score of exact jobs, each `[score, unlowered]`, of so many matches. */
const listed = (shard: string, exact: number, scores: readonly (readonly [number, number])[]): Matched => ({
  ...matched(shard, 0, 0),
  ...{ exact, total: exact },
  ranked: scores.map(([score, unlowered], at) => ({
    ...{ id: `${shard}-${at}`, score, unlowered, date: 0, isOnSeveral: false, isNear: false },
  })),
});

/** So many scores in descending order, none of them lowered. */
const descending = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => [from - at, from - at] as const);

test('a list has the jobs that were best before repeats were lowered, in the order of the lowered scores', () => {
  const small = { depth: 300, records: 10 };
  // All of the second shard's were lowered below those of the first one which are not listed.
  const lowered = descending(990, 100).map(([, before]) => [before - 800, before] as const);
  const { ranked } = mergeMatched([listed('a', 300, descending(900, 300)), listed('b', 100, lowered)], small);
  expect(ranked).toHaveLength(300);
  expect(ranked.filter(({ id }) => id.startsWith('b'))).toHaveLength(100);
  expect(ranked.slice(0, 200).map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, at) => `a-${at}`));
  expect(ranked[200]?.id).toBe('b-0');
});

test('of equal scores the earlier ids are among the best', () => {
  const equal = Array.from({ length: 200 }, () => [500, 500] as const);
  const { ranked } = mergeMatched([listed('a', 200, equal), listed('b', 200, equal)], { depth: 300, records: 0 });
  const ids = ['a', 'b'].flatMap((shard) => equal.map((_, at) => `${shard}-${at}`)).sort();
  expect(new Set(ranked.map(({ id }) => id))).toEqual(new Set(ids.slice(0, 300)));
});

test('a shard whose jobs are all among the first, and which has more, is short', () => {
  const small = { depth: 300, records: 10 };
  const worse = listed('b', 900, descending(400, 300));
  expect(mergeMatched([listed('a', 900, descending(900, 300)), worse], small).short).toEqual([0]);
  expect(mergeMatched([listed('a', 300, descending(900, 300)), worse], small).short).toEqual([]);
  expect(mergeMatched([listed('a', 900, descending(900, 100)), null], small).short).toEqual([0]);
  const byDate = (each: Matched): Matched => ({ ...each, order: 'date' });
  expect(mergeMatched([byDate(listed('a', 900, descending(900, 300))), byDate(worse)], small).short).toHaveLength(1);
});
