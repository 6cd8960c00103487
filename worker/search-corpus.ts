import type { Job, Place } from '../shared/job.js';
import type { SearchSubject } from '../shared/query.js';
import type { Corpus } from './corpus.js';
import { explain } from './explain.js';
import { createFilter } from './filter.js';
import type { Gazetteer } from './gazetteer.js';
import { readKeyword } from './keyword.js';
import { createPlaceFilter } from './place-filter.js';
import { findHits, rank, type Scored, scoreOf } from './rank.js';

/** What a search found: how much, on which source how much of it, and the records, made as they are taken. */
export type Found = {
  total: number;
  /** Jobs that match and were found on this source, duplicates counted on each. */
  bySource: Readonly<Record<string, number>>;
  notices: string[];
  /** The place the query asks for, as far as it is known. */
  place: Place | null;
  take(count: number): Job[];
};

/** Filters and ranks a corpus for a query. Text is scored only on what survives the filters. */
export function searchCorpus(
  corpus: Corpus,
  query: SearchSubject,
  { now, gazetteer }: { now: Date; gazetteer: Gazetteer },
): Found {
  const at = now.getTime();
  const keyword = readKeyword(query.keyword);
  const place = createPlaceFilter(query.location, gazetteer);
  const keeps = createFilter(query, { now: at, place });
  const hits = findHits(corpus, keyword);
  const found: Scored[] = [];
  const bySource: Record<string, number> = {};

  const consider = (item: number, met: readonly number[]) => {
    const group = corpus.items[item];
    if (group === undefined || !keeps(group.shown)) return;
    found.push({ item, score: scoreOf(group, { met, keyword, now: at }) });
    for (const source of new Set(group.members.map(({ job }) => job.source)))
      bySource[source] = (bySource[source] ?? 0) + 1;
  };
  if (hits === null) for (let item = 0; item < corpus.items.length; item++) consider(item, []);
  else for (const [item, met] of hits) consider(item, met);
  const ranked = rank(corpus, found, query.sortBy, keyword.clauses.length > 0);

  return {
    total: ranked.length,
    bySource,
    place: place?.place ?? null,
    notices: place?.notice ? [place.notice] : [],
    take: (count) =>
      ranked.slice(0, count).flatMap(({ item, score }) => {
        const group = corpus.items[item];
        if (group === undefined) return [];
        const why = explain(group.shown, { query, keyword, place, now: at });
        return [asRecord(group, { score, why })];
      }),
  };
}

/** The record of an answer, its members in the contract's order. */
function asRecord({ shown, members }: Corpus['items'][number], match: Job['match']): Job {
  const { job } = shown;
  return {
    id: job.id,
    title: job.title,
    company: job.company,
    location: job.location,
    workplace: job.workplace,
    jobType: job.jobType,
    experienceLevel: job.experienceLevel,
    salary: job.salary,
    postedAt: job.postedAt,
    validUntil: job.validUntil,
    summary: job.summary,
    url: job.url,
    applyUrl: job.applyUrl,
    source: job.source,
    alsoOn: members
      .filter((member) => member.job.id !== job.id)
      .map((member) => ({ source: member.job.source, url: member.job.url })),
    inferred: job.inferred,
    match,
  };
}
