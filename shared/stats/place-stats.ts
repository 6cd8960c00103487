import { statsWorkplaces } from '../words/words.js';
import { addTo, type Histogram, mergeInto } from './histogram.js';
import type { PlaceKey } from './place-key.js';
import { noUniqueJobs, type UniqueJobs } from './unique-jobs.js';

/** Searches at a place in one hour or day; `took` is of those searches, in milliseconds. */
export type Searched = { searches: number; took: Histogram };

/** The totals of one place in a window. */
export type PlaceStats = Searched & UniqueJobs & { place: PlaceKey };

export function emptyPlace(place: PlaceKey): PlaceStats {
  return { place, searches: 0, took: new Map(), ...noUniqueJobs() };
}

/** Adds a row as `writeStatsEvent` keeps it. */
export function addSearched(searched: Searched, row: string): void {
  const { s, t } = JSON.parse(row) as { s: number; t: Record<string, number> };
  searched.searches += s;
  for (const [bucket, count] of Object.entries(t)) addTo(searched.took, Number(bucket), count);
}

/** Both places' numbers as those of one, called `place`: a job counts at one place, so the unique ones add up. */
export function mergeStats(place: PlaceKey, one: PlaceStats, other: PlaceStats): PlaceStats {
  const took = new Map(one.took);
  mergeInto(took, other.took);
  const pay = new Map(
    [...one.pay].map(([currency, { known, amounts }]) => [currency, { known, amounts: new Map(amounts) }]),
  );
  for (const [currency, { known, amounts }] of other.pay) {
    const into = pay.get(currency) ?? { known: 0, amounts: new Map<number, number>() };
    mergeInto(into.amounts, amounts);
    pay.set(currency, { known: into.known + known, amounts: into.amounts });
  }
  const workplaces = { ...one.workplaces };
  for (const workplace of statsWorkplaces) workplaces[workplace] += other.workplaces[workplace];
  const times = [one.lastCollectedAt, other.lastCollectedAt].filter((time) => time !== null);
  return {
    place,
    searches: one.searches + other.searches,
    took,
    jobs: one.jobs + other.jobs,
    newJobs: one.newJobs + other.newJobs,
    workplaces,
    pay,
    lastCollectedAt: times.length === 0 ? null : Math.max(...times),
  };
}
