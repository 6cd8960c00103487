import { afterAll, describe, expect, test } from '@jest/globals';
import { childrenLeft } from '../lib/leave-clean.js';
import { readChecks } from './options.js';
import { isKnown, knownQueries } from './oracle/known-disagreements.js';
import { summarise, writeReport } from './report.js';
import { runTruth, type TruthResult } from './run.js';

/** `npm test -- --suite truth` sets these; without them the test is small and always the same. */
const { TRUTH_QUERIES, TRUTH_SEEDS, TRUTH_OPENINGS, TRUTH_CHECKS } = process.env;
const large = TRUTH_QUERIES !== undefined;
const usualSeed = 20_261;
const seeds = (TRUTH_SEEDS ?? String(usualSeed)).split(',').map(Number);
const count = Number(TRUTH_QUERIES ?? 10);
const openings = Number(TRUTH_OPENINGS ?? (large ? 800 : 300));
const checked = readChecks(TRUTH_CHECKS ?? '');

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const results: TruthResult[] = [];

describe('the service tells what is so', () => {
  test.each(seeds)(
    'random questions over a world of known facts: seed %i',
    async (seed) => {
      say(`truth: seed ${seed}, ${count} queries over ${openings} openings`);
      const how = { progress: large ? say : () => undefined, only: large ? () => true : not(isKnown) };
      const result = await runTruth({ seed, queries: count, openings, checked, ...how });
      results.push(result);
      const report = writeReport(result);
      if (large) say(report);
      const known = knownQueries(result.queries);
      const unexplained = result.disagreements.filter(({ query }) => !known.has(query));
      if (unexplained.length > 0)
        throw new Error(
          `${report}\nAgain: npm test -- --suite truth --queries ${count} --openings ${openings} --seeds ${seed}`,
        );
      expect(result.queries.length).toBeGreaterThanOrEqual(count);
    },
    large ? 7_200_000 : 600_000,
  );
});

function not<Item>(test: (item: Item) => boolean): (item: Item) => boolean {
  return (item) => !test(item);
}

afterAll(() => {
  if (large) say(summarise(results));
  expect(childrenLeft()).toEqual([]);
});
