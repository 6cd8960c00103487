import { afterAll, describe, expect, test } from '@jest/globals';
import { childrenLeft } from '../lib/leave-clean.js';
import { isKnown } from './known-disagreements.js';
import type { TruthQuery } from './meaning.js';
import { writeReport } from './report.js';
import { runTruth } from './run.js';

/** `npm run test:truth` sets these; without them the test is small and always the same. */
const { TRUTH_QUERIES, TRUTH_SEED, TRUTH_OPENINGS } = process.env;
const large = TRUTH_QUERIES !== undefined;
const usualSeed = 20_261;
const seed = Number(TRUTH_SEED ?? usualSeed);
const count = Number(TRUTH_QUERIES ?? 10);
const openings = Number(TRUTH_OPENINGS ?? (large ? 3000 : 300));

const say = (line: string): void => void process.stderr.write(`${line}\n`);

describe('a search returns what was requested', () => {
  test(
    'random queries over a world of known facts',
    async () => {
      say(`truth: seed ${seed}, ${count} queries over ${openings} openings`);
      const how = large ? { progress: say } : { only: (query: TruthQuery) => !isKnown(query) };
      const result = await runTruth({ seed, queries: count, openings, ...how });
      const report = writeReport(result);
      if (large) say(report);
      if (result.disagreements.length > 0)
        throw new Error(
          `${report}\nAgain: npm run test:truth -- --queries ${count} --openings ${openings} --seed ${seed}`,
        );
      expect(result.queries).toHaveLength(count);
    },
    large ? 3_600_000 : 600_000,
  );
});

afterAll(() => expect(childrenLeft()).toEqual([]));
