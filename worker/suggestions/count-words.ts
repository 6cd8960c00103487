import { areas } from '../../shared/places/areas.js';
import { namedRegions } from '../../shared/places/named-regions.js';
import { canonicalLocation } from '../../shared/places/parse-location.js';
import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import {
  type CollectionWords,
  endHour,
  type WordCounts,
  type WordKind,
  wordKinds,
} from '../../shared/search/collections/word-counts.js';
import type { Place } from '../../shared/search/job.js';
import { plainLetters, tidyText } from '../../shared/words/text.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { memoize } from '../gazetteer/memoize.js';
import { placeKey } from '../match/corpus/location-table.js';
import { searchableLocation } from '../match/rank/facets/place-facets.js';
import { createPlaceFilter } from '../match/rank/filter/place-filter.js';
import { runCooperatively, type Task } from '../process/cooperative.js';

/** Longer texts are not suggested. */
const longest = 80;

/** Words are dropped when there are this many times as many as are listed. */
const slack = 4;

type WordCounter = {
  /** Counts `jobs` more postings with a word, which end before an hour (since the epoch) or have no end. */
  add(word: string, jobs?: number, endHour?: number): void;
  /** The most frequent words, at most `most`; among equals the first ones added. `ends`: postings by the hour. */
  list(): CountedWord[];
};

type CountedWord = { word: string; jobs: number; ends: ReadonlyMap<number, number> };

/** Shared by words whose postings have no end: most need no map. */
const noEnds: ReadonlyMap<number, number> = new Map();

type Count = { word: string; jobs: number; ends: Map<number, number> | null };

/**
 * Counts words in bounded memory: the rarest are dropped when there are too many, so the count of a word that was rare
 * at first may be too low. Spellings that differ in case and marks are one word, written as first seen.
 */
export function createWordCounter(most: number): WordCounter {
  const counts = new Map<string, Count>();
  const busiest = (): [string, Count][] =>
    [...counts].sort(([, one], [, other]) => other.jobs - one.jobs).slice(0, (most * slack) / 2);
  return {
    add(word, jobs = 1, endHour = Number.POSITIVE_INFINITY) {
      if (word.length > longest) return;
      const text = tidyText(word);
      const key = plainLetters(text);
      if (key === '') return;
      const known = counts.get(key);
      if (known === undefined && counts.size >= most * slack) {
        const kept = busiest();
        counts.clear();
        for (const [each, value] of kept) counts.set(each, value);
      }
      const count = known ?? { word: text, jobs: 0, ends: null };
      if (known === undefined) counts.set(key, count);
      count.jobs += jobs;
      if (!Number.isFinite(endHour)) return;
      count.ends ??= new Map();
      count.ends.set(endHour, (count.ends.get(endHour) ?? 0) + jobs);
    },
    list: () =>
      [...counts.values()]
        .sort((one, other) => other.jobs - one.jobs)
        .slice(0, most)
        .map(({ word, jobs, ends }) => ({ word, jobs, ends: ends ?? noEnds })),
  };
}

/** Places repeat from posting to posting. */
const memoizedPlaces = memoize<readonly string[]>(2000);

/**
 * Makes the function that returns the wider locations of a place, as a search accepts them: its state and country, the
 * areas ("Europe", "EMEA") and well-known regions ("Bay Area"), each only if a search for it finds the place.
 */
export function createWiderPlaces(gazetteer: Gazetteer): (place: Place) => readonly string[] {
  let wide: { word: string; covers(place: Place): boolean }[] | null = null;
  // Building them takes some milliseconds, and not every process counts words.
  const wideLocations = () => {
    wide ??= [...areas.filter(({ countries }) => countries.length > 0), ...namedRegions].map(({ name }) => {
      const word = canonicalLocation(name);
      return { word, covers: createPlaceFilter(word, gazetteer)?.covers ?? (() => false) };
    });
    return wide;
  };
  return (place) =>
    memoizedPlaces(gazetteer, placeKey(place), () => {
      const { level, region, country } = place;
      if (country === null || level === 'area') return [];
      const state = { ...place, level: 'region', city: null, lat: null, lon: null } as const;
      const nation = { ...state, level: 'country', region: null } as const;
      const named = [
        ...(level === 'city' && region !== null ? [searchableLocation(state, gazetteer)] : []),
        ...(level === 'country' ? [] : [searchableLocation(nation, gazetteer)]),
      ].filter((name) => name !== null);
      return [...named, ...wideLocations().flatMap(({ word, covers }) => (covers(place) ? [word] : []))];
    });
}

/** Words stored per collection: some 3 kB compressed. */
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
  titles: of('titles'),
  skills: of('skills'),
  companies: of('companies'),
  places: of('places'),
});

/** Counters for each kind of word. */
export const createCounters = (most: Readonly<Record<WordKind, number>>): Record<WordKind, WordCounter> =>
  byKind((kind) => createWordCounter(most[kind]));

/** The words in counters, by kind. */
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
 * The inputs for counting a collection: `nameOf` returns a place as a searchable location, `widerOf` the wider
 * locations that contain it, `now` is in epoch ms.
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
