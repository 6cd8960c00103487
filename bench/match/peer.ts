import MiniSearch, { type Query } from 'minisearch';
import type { HeldJob } from '../../shared/search/job.js';
import { hoursOf } from '../../shared/words/words.js';
import type { Gazetteer } from '../../worker/gazetteer/gazetteer.js';
import { createPlaceFilter } from '../../worker/match/rank/filter/place-filter.js';
import { type LocationSet, locationKey, locationSetOf } from '../../worker/match/segment/location-set.js';
import { type Question, subjectOf } from './queries.js';

/** MiniSearch over the same postings. */
export type Peer = {
  /**
   * The first `count` results, by MiniSearch's own score whatever the requested order. `as it comes` matches any of the words;
   * `all words` finds the same as the service.
   */
  search(question: Question, manner: Manner, count: number): unknown;
  /** Removes postings from the index and adds them again, as when a collection changed. */
  renew(jobs: readonly HeldJob[]): void;
};

export type Manner = 'as it comes' | 'all words';

type Tools = { gazetteer: Gazetteer; now: Date };

/** A peer with its index built: default settings, its own filter, each place parsed once per query. */
export function createPeer(jobs: readonly HeldJob[], tools: Tools): Peer {
  const index = new MiniSearch<HeldJob>({
    fields: ['title', 'company', 'tags', 'description'],
    extractField: (job, field) =>
      field === 'company' ? job.company.name : field === 'tags' ? job.tags.join(' ') : job[field as 'title'],
  });
  index.addAll(jobs);
  const held = hold(jobs);
  return {
    search: (question, manner, count) =>
      index.search(queryOf(question, manner), { filter: createFilter(question, held, tools) }).slice(0, count),
    renew(changed) {
      index.removeAll([...changed]);
      index.addAll(changed);
    },
  };
}

function queryOf({ any, without }: Question, manner: Manner): Query {
  if (any.length === 0) return MiniSearch.wildcard;
  if (manner === 'as it comes') return any.join(' ');
  const found: Query = {
    combineWith: 'OR',
    queries: any.map((words) => ({ combineWith: 'AND', queries: words.split(' ') })),
  };
  return without === '' ? found : { combineWith: 'AND_NOT', queries: [found, without] };
}

type Held = {
  byId: ReadonlyMap<string, { job: HeldJob; postedAt: number; where: number }>;
  places: readonly LocationSet[];
};

/** The posting's fields for the filter, prepared before any query. */
function hold(jobs: readonly HeldJob[]): Held {
  const numbers = new Map<string, number>();
  const places: LocationSet[] = [];
  const entries = jobs.map((job) => {
    const key = locationKey(job);
    const where = numbers.get(key) ?? places.push(locationSetOf(job)) - 1;
    numbers.set(key, where);
    return [job.id, { job, postedAt: Date.parse(job.postedAt ?? ''), where }] as const;
  });
  return { byId: new Map(entries), places };
}

function createFilter(
  question: Question,
  { byId, places }: Held,
  { gazetteer, now }: Tools,
): (found: { id: string }) => boolean {
  const { location, remoteFilter, jobType, experienceLevel, salary, dateSincePosted } = subjectOf(question);
  const place = createPlaceFilter(location, gazetteer);
  const remote = remoteFilter === 'remote';
  const earliest = dateSincePosted === '' ? null : now.getTime() - hoursOf(dateSincePosted) * 3_600_000;
  const least = salary === '' ? null : Number(salary);
  const kept = new Map<number, boolean>();
  const isThere = (where: number): boolean => {
    const known = kept.get(where);
    if (known !== undefined) return known;
    const spot = places[where];
    const keeps = place === null || (spot !== undefined && place.keeps(spot, { remote }));
    kept.set(where, keeps);
    return keeps;
  };
  return ({ id }) => {
    const found = byId.get(id);
    if (found === undefined) return false;
    const { job, postedAt, where } = found;
    return (
      (remoteFilter === '' || job.workplace === remoteFilter) &&
      (jobType === '' || job.jobType === jobType) &&
      (experienceLevel === '' || job.experienceLevel === experienceLevel) &&
      (earliest === null || postedAt >= earliest) &&
      (least === null || (job.salary?.yearly?.max ?? job.salary?.yearly?.min ?? -1) >= least) &&
      (place === null || isThere(where))
    );
  };
}
