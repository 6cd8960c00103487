/** Matches new postings against the searches of all watches. */
import type { HeldJob } from '../../shared/search/job.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { createCorpus, groupOf } from '../match/corpus/corpus.js';
import { createSegmentTools, type Group, openSegment } from '../match/segment/open-segment.js';
import { writingSegment } from '../match/segment/write-segment.js';
import type { Task } from '../process/cooperative.js';
import {
  createFilterMasks,
  createTermTable,
  itemsMeeting,
  mostItems,
  type QueryTools,
  readWatchedQuery,
  type TermClause,
  type WatchedQuery,
} from './watched-query.js';

/** Watches with the same search, which is evaluated once. */
type Shared = { query: WatchedQuery; watches: readonly StoredWatch[] };

/** The openings among some postings that match a watch; watches share the groups. */
export type MatchedWatch = { watch: StoredWatch; groups: readonly Group[] };

/** A watch left out because of an error. */
export type FailedWatch = { watch: string; error: unknown };

/** Matches new postings against all watches. */
export type Percolator = {
  /** Replaces the watches; parses only new searches. Returns the watches whose search cannot be parsed. */
  update(watches: readonly StoredWatch[]): Task<FailedWatch[]>;
  /** The openings that match each watch. Throws when there are more than `mostItems` postings. */
  match(source: string, jobs: readonly HeldJob[], now: Date): Task<MatchedWatch[]>;
};

/** Queries parsed or evaluated between two yields. */
const batch = 200;

/** Terms of former searches are dropped after this many queries were read, except those in use. */
const spare = 400;

/**
 * Creates a percolator. The words of the postings lead to their terms, each term to the queries that require it by
 * their rarest clause; only these queries, and those without a word, are evaluated.
 */
export function createPercolator(gazetteer: Gazetteer): Percolator {
  const createTools = (): QueryTools => ({
    gazetteer,
    terms: createTermTable(),
    clauses: new Map(),
    filters: new Map(),
  });
  let tools = createTools();
  let read = new Map<string, WatchedQuery>();
  let queriesRead = 0;
  let routes: Routes = { byTerm: new Map(), always: [] };

  return {
    *update(watches) {
      const bySearch = new Map<string, StoredWatch[]>();
      for (const watch of watches) {
        const name = JSON.stringify(watch.search);
        const same = bySearch.get(name);
        if (same === undefined) bySearch.set(name, [watch]);
        else same.push(watch);
      }
      const isFull = queriesRead > 2 * bySearch.size + spare;
      const [next, former] = isFull ? [createTools(), new Map<string, WatchedQuery>()] : [tools, read];
      if (isFull) queriesRead = 0;
      const kept = new Map<string, WatchedQuery>();
      const shared: Shared[] = [];
      const failed: FailedWatch[] = [];
      for (const [name, [first, ...others]] of bySearch) {
        if (first === undefined) continue;
        const known = former.get(name);
        let query = known;
        try {
          query ??= readWatchedQuery(first.search, next);
        } catch (error) {
          failed.push(...[first, ...others].map(({ id }) => ({ watch: id, error })));
          continue;
        }
        if (known === undefined && ++queriesRead % batch === 0) yield;
        kept.set(name, query);
        shared.push({ query, watches: [first, ...others] });
      }
      yield;
      routes = routesOf(shared, next.terms.size);
      tools = next;
      read = kept;
      return failed;
    },
    *match(source, jobs, now) {
      if (jobs.length > mostItems) throw new RangeError(`${jobs.length} postings are more than ${mostItems}.`);
      const { terms } = tools;
      const asked = routes;
      const bytes = yield* writingSegment(source, jobs);
      const corpus = createCorpus([openSegment(bytes, createSegmentTools(mostItems))]);
      yield;
      const [collection] = corpus.collections;
      const [items] = corpus.itemOf;
      if (collection === undefined || items === undefined) throw new Error('The corpus has no collection.');
      const had = terms.masksOf(collection.index, items);
      yield;
      const filterMasks = createFilterMasks(corpus.columns, now.getTime());
      const groups = new Map<number, Group>();
      const groupAt = (item: number): Group => {
        const group = groups.get(item) ?? groupOf(corpus, item);
        groups.set(item, group);
        return group;
      };
      const found: MatchedWatch[] = [];
      let evaluated = 0;
      for (const { query, watches } of candidatesOf(asked, had.met)) {
        const mask = itemsMeeting(query, had, filterMasks);
        if (mask !== 0) {
          const groupsOfMask = itemsIn(mask).map(groupAt);
          for (const watch of watches) found.push({ watch, groups: groupsOfMask });
        }
        if (++evaluated % batch === 0) yield;
      }
      return found;
    },
  };
}

/** The queries to evaluate for postings with a term, and those to evaluate for all postings. */
type Routes = { byTerm: ReadonlyMap<number, readonly Shared[]>; always: readonly Shared[] };

/** The queries that may match postings with these terms. */
function candidatesOf({ byTerm, always }: Routes, terms: readonly number[]): Set<Shared> {
  const candidates = new Set(always);
  for (const term of terms) for (const each of byTerm.get(term) ?? []) candidates.add(each);
  return candidates;
}

function routesOf(shared: readonly Shared[], terms: number): Routes {
  const timesOf = countClauses(shared, terms);
  const byTerm = new Map<number, Shared[]>();
  const always: Shared[] = [];
  for (const each of shared)
    if (mayNeedNoWord(each.query)) always.push(each);
    else
      for (const term of requiredTerms(each.query, timesOf)) {
        const same = byTerm.get(term);
        if (same === undefined) byTerm.set(term, [each]);
        else same.push(each);
      }
  return { byTerm, always };
}

const mayNeedNoWord = ({ conjunctions }: WatchedQuery): boolean =>
  conjunctions.length === 0 || conjunctions.some(({ clauses }) => clauses.length === 0);

/** The terms of one clause of each conjunction: the one shared by the fewest queries. */
const requiredTerms = ({ conjunctions }: WatchedQuery, timesOf: ClauseCount): Set<number> =>
  new Set(
    conjunctions.flatMap(
      ({ clauses }) => clauses.reduce((one, other) => (timesOf(other) < timesOf(one) ? other : one)).terms,
    ),
  );

type ClauseCount = (clause: TermClause) => number;

/** How many clauses have the terms of a clause. */
function countClauses(shared: readonly Shared[], terms: number): ClauseCount {
  const times = new Uint32Array(terms);
  for (const { query } of shared)
    for (const clause of query.conjunctions.flatMap(({ clauses }) => clauses))
      for (const term of clause.terms) times[term] = (times[term] ?? 0) + 1;
  return ({ terms: its }) => its.reduce((sum, term) => sum + (times[term] ?? 0), 0);
}

function itemsIn(mask: number): number[] {
  const items: number[] = [];
  for (let item = 0; item < mostItems; item++) if ((mask & (1 << item)) !== 0) items.push(item);
  return items;
}
