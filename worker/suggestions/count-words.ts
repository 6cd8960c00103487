import type { CollectedJob } from '../../shared/search/collection-store.js';
import type { Place } from '../../shared/search/job.js';
import { type WordCounts, type WordKind, wordKinds } from '../../shared/search/word-counts.js';
import { runCooperatively, type Task } from '../process/cooperative.js';
import { createWordCounter, type WordCounter } from './word-counter.js';

/** Words kept of one collection: some 3 kB compressed. */
export const mostOfCollection: Readonly<Record<WordKind, number>> = {
  titles: 200,
  skills: 80,
  companies: 60,
  places: 80,
};

/** Skills and places of one posting that are counted. */
const mostOfJob = 20;

/** Postings counted between two yields. */
const batch = 100;

/** Counters for each kind of word. */
export const createCounters = (most: Readonly<Record<WordKind, number>>): Record<WordKind, WordCounter> => ({
  titles: createWordCounter(most.titles),
  skills: createWordCounter(most.skills),
  companies: createWordCounter(most.companies),
  places: createWordCounter(most.places),
});

/** What counters list, each kind by itself. */
export const listWords = (counters: Record<WordKind, WordCounter>): WordCounts => ({
  titles: counters.titles.list(),
  skills: counters.skills.list(),
  companies: counters.companies.list(),
  places: counters.places.list(),
});

/** The most frequent words of a collection's postings; `nameOf` gives a place as a location that can be searched for. */
export const countWords = (
  jobs: readonly Pick<CollectedJob, 'job'>[],
  nameOf: (place: Place) => string | null,
): Promise<WordCounts> => runCooperatively(counting(jobs, nameOf));

function* counting(
  jobs: readonly Pick<CollectedJob, 'job'>[],
  nameOf: (place: Place) => string | null,
): Task<WordCounts> {
  const counters = createCounters(mostOfCollection);
  for (const [at, { job }] of jobs.entries()) {
    counters.titles.add(job.title);
    if (job.company.name !== null) counters.companies.add(job.company.name);
    for (const tag of new Set(job.tags.slice(0, mostOfJob))) counters.skills.add(tag);
    const places = job.places.slice(0, mostOfJob).map(nameOf);
    for (const place of new Set(places)) if (place !== null) counters.places.add(place);
    if (at % batch === batch - 1) yield;
  }
  return listWords(counters);
}

/** Adds the words of a collection to those of others. */
export function addWords(counters: Record<WordKind, WordCounter>, words: WordCounts): void {
  for (const kind of wordKinds) for (const [word, jobs] of words[kind]) counters[kind].add(word, jobs);
}
