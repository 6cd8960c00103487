import type { KeywordNode } from '../../../shared/keyword/keyword-node.js';
import type { Job, Place } from '../../../shared/search/job.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import type { RankedJob } from '../../../shared/search/ranked-list.js';
import { tableOf } from '../../../shared/table-of.js';
import { ratesNotice } from '../../../shared/words/exchange-rates.js';
import { languageNumber } from '../../../shared/words/languages.js';
import type { SeenAt } from '../../../shared/words/seen.js';
import type { Order } from '../../../shared/words/words.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { type Corpus, groupOf, idOf } from '../corpus/corpus.js';
import { type AnalyzedSearch, analyzeSearch } from '../keyword/analyze-search.js';
import {
  type CorrectedKeyword,
  correctKeyword,
  type KnownPart,
  knownPart,
  vocabularyOf,
} from '../keyword/correct-keyword.js';
import { interpretKeyword } from '../keyword/interpret-keyword.js';
import { explain } from './explain.js';
import { createFilter, type ItemFilter } from './filter/filter.js';
import { createPlaceFilter } from './filter/place-filter.js';
import { broadenable, createNearReasons, findNearTitles, nearUpTo } from './near-titles.js';
import { recordOf } from './opening-records.js';
import { findExact } from './score/find-hits.js';
import { bestFirst, byKeys, createScore, type Findings, rankFirst } from './score/rank.js';
import { bands, isMention, type Ranked } from './score/scores.js';
import { sortingOf } from './score/sort-keys.js';
import { isAmong } from './score/text-score.js';

/** The result of a search: counts, and records made on demand. */
type CorpusMatches = {
  /** All matches, including near ones. */
  total: number;
  /** Exact matches: near ones follow them by date, otherwise the titles among them (`scores.ts`). */
  exact: number;
  /** The actual order: distances may be unknown. */
  order: Order;
  /** The number of exact matches by source; a duplicate counts on each of its sources. */
  bySource: Readonly<Record<string, number>>;
  notices: string[];
  /** The place of the query; `null` when it is unknown or several. */
  place: Place | null;
  /** The exact matches by item, in no order. */
  items: Int32Array;
  /** The first `count` jobs in order. */
  take(count: number): Job[];
  /** The first `depth` jobs by id and score, and the records of the first `records` of them. */
  list(depth: number, records: number): JobList;
  /** The records of jobs of an earlier list, in order; `null` = the job is no longer found. */
  named(list: readonly RankedJob[]): (Job | null)[];
};

/** The first jobs of a search, and the records of the first of them. */
export type JobList = { ranked: RankedJob[]; jobs: Job[] };

/**
 * `reading`: the interpretation of the keyword; by default, misspellings are corrected by the words of the corpus.
 * `readAt`: when each source was read; without it, records state when their openings were first seen. `depth`: how many
 * jobs will be listed, if known: they are ranked once, for the list and to count the titles among them. `withoutNear`:
 * near titles are left out. `known`: the search used when nothing is found; by default, from the words of the corpus.
 */
export type SearchOptions = {
  now: Date;
  gazetteer: Gazetteer;
  reading?: CorrectedKeyword | undefined;
  depth?: number;
  withoutNear?: boolean;
  known?: KnownPart | null;
} & Partial<Pick<SeenAt, 'readAt'>>;

/** Filters and ranks a corpus for a query. Only items that pass the filters are scored. */
export const searchCorpus = (corpus: Corpus, asked: SearchSubject, options: SearchOptions): CorpusMatches =>
  searchAnalyzed(corpus, analyzeSearch(asked, options.gazetteer), options);

/** `searchCorpus` for a search whose keyword is already parsed. */
export function searchAnalyzed(
  corpus: Corpus,
  { subject: query, root, notices: read }: AnalyzedSearch,
  { readAt = () => null, depth = 0, withoutNear = false, ...given }: SearchOptions,
): CorpusMatches {
  const { gazetteer } = given;
  const now = given.now.getTime();
  const seenAt = { now, readAt };
  const reading = given.reading ?? correctKeyword(root, vocabularyOf(corpus));
  const keyword = interpretKeyword(reading.root);
  const place = createPlaceFilter(query.location, gazetteer);
  const filterItems = createFilter(query, { now, place, columns: corpus.columns });
  const { hits, items } = findExact(corpus, keyword, filterItems);
  const { order, keys, notices: sorted } = sortingOf(query, { columns: corpus.columns, place });
  const findings = { items, hits, order, now, keys, reader: languageNumber(query.reader ?? null) };
  let ranked: readonly Ranked[] = [];
  const firstExact = (count: number): readonly Ranked[] => {
    if (ranked.length < Math.min(count, items.length))
      ranked = rankFirst(corpus, findings, Math.max(count, depth, nearUpTo));
    return ranked.slice(0, count);
  };
  const near =
    hits === null || withoutNear
      ? noNear
      : findNear(corpus, findings, { root: reading.root, known: given.known, filterItems, firstExact });
  const notices = [
    ...[...read, ...keyword.notices, ...reading.notices, ...(place?.notices ?? []), ...sorted, ...near.notices],
    ...(comparesCurrencies(query) ? [ratesNotice()] : []),
  ];
  const firstMatches = (count: number): Ranked[] => {
    const exact = firstExact(count);
    return [...exact.slice(0, near.after), ...near.ranked, ...exact.slice(near.after)].slice(0, count);
  };
  const recordAt = ({ item, score, isLowered = false }: Ranked): Job => {
    const group = groupOf(corpus, item);
    const isNear = near.items.has(item);
    const met = isNear ? [] : (hits ?? []).filter((each) => isAmong(each, item));
    const why = explain(group, { query, hits: met, place, now });
    if (isLowered) why.push('placed below other openings of this employer');
    const match = { score: Math.min(1, score / 1000) };
    if (isNear)
      return recordOf(group, { ...match, near: true, why: [...near.why(group.shown.job.title), ...why] }, seenAt);
    return recordOf(
      group,
      hits !== null && isMention(score) ? { ...match, inText: true, why } : { ...match, why },
      seenAt,
    );
  };
  return {
    total: items.length + near.ranked.length,
    exact: items.length,
    order,
    items,
    bySource: countSources(corpus, items),
    place: place?.place ?? null,
    notices,
    take: (count) => firstMatches(count).map(recordAt),
    list(depth, records) {
      const first = firstMatches(depth);
      const ranked = first.map(({ item, score }) => ({ id: idOf(corpus, item), score }));
      return { ranked, jobs: first.slice(0, records).map(recordAt) };
    },
    named(list) {
      const wanted = new Set(list.map(({ id }) => id));
      const itemOf = new Map<string, number>();
      for (const some of [items, near.items])
        for (const item of some) {
          const id = idOf(corpus, item);
          if (wanted.has(id)) itemOf.set(id, item);
        }
      const scoreOf = createScore(corpus, findings);
      return list.map(({ id, score, isRough = false }) => {
        const item = itemOf.get(id);
        if (item === undefined) return null;
        if (isRough) return recordAt({ item, score: near.items.has(item) ? score : Math.min(score, scoreOf(item)) });
        const isLowered = near.lowered.has(item) || (!near.items.has(item) && score < scoreOf(item));
        return recordAt({ item, score, isLowered });
      });
    },
  };
}

/** Near matches in order, and how many exact ones precede them; `why` explains why a title is near. */
type Near = {
  ranked: readonly Ranked[];
  after: number;
  items: ReadonlySet<number>;
  lowered: ReadonlySet<number>;
  why(title: string): string[];
  notices: readonly string[];
};

const noNear: Near = {
  ranked: [],
  after: 0,
  items: new Set(),
  lowered: new Set(),
  why: () => [],
  notices: [],
};

type NearTools = {
  root: KeywordNode | null;
  known: KnownPart | null | undefined;
  filterItems: ItemFilter;
  firstExact(count: number): readonly Ranked[];
};

/**
 * The near matches that follow a few matching titles or, by date, a few exact matches; none for a keyword to be taken
 * literally.
 */
function findNear(corpus: Corpus, findings: Findings, { root, known, filterItems, firstExact }: NearTools): Near {
  const words = broadenable(root);
  if (root === null || words === null) return noNear;
  const { items: exact, order, keys } = findings;
  const after =
    order === 'relevant' ? firstExact(nearUpTo).filter(({ score }) => !isMention(score)).length : exact.length;
  const part = exact.length > 0 ? null : known === undefined ? knownPart(root, vocabularyOf(corpus)) : known;
  const met = part === null ? [] : findKnown(corpus, findings, { root: part.root, filterItems });
  const titles = findNearTitles(corpus, { words, exact, filterItems, count: nearUpTo - after });
  const isTitle = new Set(titles.map(({ item }) => item));
  const others = met.filter(({ item }) => !isTitle.has(item));
  const ranked = [...titles, ...others].sort(bestFirst(corpus)).slice(0, nearUpTo - after);
  if (ranked.length === 0) return noNear;
  if (order !== 'relevant') ranked.sort(byKeys(corpus, keys));
  const lowered = new Set(ranked.filter(({ isLowered }) => isLowered).map(({ item }) => item));
  const items = new Set(ranked.map(({ item }) => item));
  const notices = part === null || met.length === 0 ? [] : [part.notice];
  return { ranked, after, items, lowered, notices, why: createNearReasons(root, words) };
}

/** The best items with those words of a keyword that postings have, as near ones: by score, above near titles. */
function findKnown(
  corpus: Corpus,
  findings: Findings,
  { root, filterItems }: { root: KeywordNode; filterItems: ItemFilter },
): Ranked[] {
  const found = { ...findings, ...findExact(corpus, interpretKeyword(root), filterItems) };
  const ranked = rankFirst(corpus, found, nearUpTo);
  const { from, span } = bands.near;
  // A near score is too coarse to reveal whether it was lowered for other openings of the employer.
  return ranked.map(({ item, score }) => ({ item, score: from + Math.round((span * score) / 2000) }));
}

/** Whether pay in different currencies is compared. */
const comparesCurrencies = ({ salary, sortBy }: SearchSubject): boolean => sortBy === 'salary' || salary !== '';

function countSources({ columns, collections, groups }: Corpus, items: Int32Array): Record<string, number> {
  const { boards, collection } = columns;
  const found: Record<string, number> = tableOf({});
  const count = (source: string, more: number): void => {
    found[source] = (found[source] ?? 0) + more;
  };
  const counts = new Uint32Array(collections.length);
  for (const item of items) {
    const at = collection[item] ?? 0;
    if (boards[item] === 1) counts[at] = (counts[at] ?? 0) + 1;
    else for (const source of new Set(groups.get(item)?.map((member) => member.source))) count(source, 1);
  }
  for (const [at, { source }] of collections.entries()) if (counts[at]) count(source, counts[at] ?? 0);
  return found;
}
