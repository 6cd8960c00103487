import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import {
  type CollectionWords,
  endHour,
  type WordCounts,
  type WordKind,
  wordKinds,
} from '../../shared/search/collections/word-counts.js';
import type { Place } from '../../shared/search/job.js';
import { runCooperatively, type Task } from '../process/cooperative.js';
import { createWordCounter, type WordCounter } from './word-counter.js';

/** Words kept of one collection: some 3 kB compressed. */
export const mostOfCollection: Readonly<Record<WordKind, number>> = {
  titles: 200,
  skills: 80,
  companies: 60,
  places: 100,
};

/** Skills and places of one posting that are counted. */
const mostOfJob = 20;

/** Postings counted between two yields. */
const batch = 100;

/** A value for each kind. */
const byKind = <Value>(of: (kind: WordKind) => Value): Record<WordKind, Value> => ({
  ...{ titles: of('titles'), skills: of('skills'), companies: of('companies'), places: of('places') },
});

/** Counters for each kind of word. */
export const createCounters = (most: Readonly<Record<WordKind, number>>): Record<WordKind, WordCounter> =>
  byKind((kind) => createWordCounter(most[kind]));

/** What counters list, each kind by itself. */
export function listWords(
  counters: Record<WordKind, WordCounter>,
): WordCounts & Pick<Required<CollectionWords>, 'ends'> {
  const lists = byKind((kind) => counters[kind].list());
  return {
    ...byKind((kind) => lists[kind].map(({ word, jobs }): [string, number] => [word, jobs])),
    ends: byKind((kind) =>
      lists[kind].flatMap(({ ends }, row) =>
        [...ends].map(([hour, jobs]): [number, number, number] => [row, hour, jobs]),
      ),
    ),
  };
}

/**
 * What is counted of a collection: `nameOf` gives a place as a location that can be searched for, `widerOf` the wider locations that
 * hold it, `now` is in epoch ms.
 */
export type Counting = {
  nameOf: (place: Place) => string | null;
  widerOf?: (place: Place) => readonly string[];
  now: number;
};

/** The most frequent words of a collection's postings that have not ended. */
export const countWords = (jobs: readonly Pick<CollectedJob, 'job'>[], counting: Counting): Promise<CollectionWords> =>
  runCooperatively(countEach(jobs, counting));

function* countEach(
  jobs: readonly Pick<CollectedJob, 'job'>[],
  { nameOf, widerOf, now }: Counting,
): Task<CollectionWords> {
  const counters = createCounters(mostOfCollection);
  for (const [at, { job }] of jobs.entries()) {
    if (at % batch === batch - 1) yield;
    const until = job.validUntil === null ? Number.POSITIVE_INFINITY : Date.parse(job.validUntil);
    if (until < now) continue;
    const count = (kind: WordKind, word: string): void => counters[kind].add(word, 1, endHour(until));
    count('titles', job.title);
    if (job.company.name !== null) count('companies', job.company.name);
    for (const tag of new Set(job.tags.slice(0, mostOfJob))) count('skills', tag);
    const stated = job.places.slice(0, mostOfJob);
    const places = [...stated.map(nameOf), ...(widerOf === undefined ? [] : stated.flatMap(widerOf))];
    for (const place of new Set(places)) if (place !== null) count('places', place);
  }
  return listWords(counters);
}

/** Adds the words of a collection to those of others. */
export function addWords(counters: Record<WordKind, WordCounter>, words: WordCounts): void {
  for (const kind of wordKinds) for (const [word, jobs] of words[kind]) counters[kind].add(word, jobs);
}
