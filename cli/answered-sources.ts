import { countsOf, type ReportedSources } from './answer.js';

/** Which sources have answered in an earlier round of a watch. */
export type AnsweredSources = {
  has(source: string): boolean;
  /** Adds the sources that answered in a round. */
  add(round: ReportedSources): void;
};

/**
 * A round names every source, or of many at most a hundred, those that did not answer first. Then the sources it does not
 * name count as having answered, so that a new job is rather told once too often than never.
 */
export function createAnsweredSources(): AnsweredSources {
  const named = new Set<string>();
  /** Sources that were missing in every round since one did not name all; `null` = every round named all. */
  let missingSince: ReadonlySet<string> | null = null;
  return {
    has: (source) => named.has(source) || (missingSince !== null && !missingSince.has(source)),
    add(round) {
      const isOk = new Map(round.sources.map(({ name, status }) => [name, status === 'ok']));
      for (const [name, ok] of isOk) if (ok) named.add(name);
      if (missingSince === null && countsOf(round).total === isOk.size) return;
      const former = missingSince;
      const missing = [...isOk].filter(([name, ok]) => !ok && (former?.has(name) ?? true));
      missingSince = new Set(missing.map(([name]) => name));
    },
  };
}
