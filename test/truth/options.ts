import type { TruthQuery } from './meaning.js';

/** What a run may check other than the answers of searches as such. */
export const checks = ['spellings', 'facets', 'ids', 'again', 'exports', 'watches'] as const;
export type Check = (typeof checks)[number];

/** A run of the truth test. */
export type Options = {
  seed: number;
  queries: number;
  openings: number;
  checked: ReadonlySet<Check>;
  /** Runs only queries for which this holds; others replace the rest. */
  only: (query: TruthQuery) => boolean;
  progress: (line: string) => void;
};

/** Reads a list of names of checks, `""` meaning all; throws with a name that is none. */
export function readChecks(list: string): ReadonlySet<Check> {
  if (list === '') return new Set(checks);
  return new Set(
    list.split(',').map((name) => {
      const check = checks.find((each) => each === name.trim());
      if (check === undefined) throw new Error(`There is no check "${name}". There are: ${checks.join(', ')}.`);
      return check;
    }),
  );
}
