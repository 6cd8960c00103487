import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import { asksRemote, type SearchSubject } from '../../../shared/search/query/query.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { CorrectedKeyword } from '../../match/keyword/correct-keyword.js';
import { interpretKeyword, type Keyword } from '../../match/keyword/interpret-keyword.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import type { Question } from '../engine.js';
import type { SearchedHeld } from '../search-held.js';
import {
  boundsOfAll,
  type ClusterQuery,
  doubtfulOf,
  everything,
  exactBounds,
  mustMeetAll,
  mustMeetAny,
  mustNotMeet,
  type QueryBounds,
} from './cluster-query.js';
import { countDocuments, findJoined } from './count-openings.js';
import { filterQueries } from './filter-query.js';
import type { IndexNames } from './index-schema.js';
import { keywordQuery } from './keyword-query.js';
import type { LocationSets } from './location-sets.js';
import type { PostingCache } from './posting-cache.js';
import { correctRemotely } from './remote-vocabulary.js';

/** Collections of the index: their keys, those of them that are no whole boards, and how many documents the boards and these others have. */
export type IndexedKeys = { keys: string[]; others: string[]; documents: { boards: number; others: number } };

/** What of the documents of a question decides how they are read. */
type Kinds = {
  /** An opening by itself, each found as one document. */
  opening: ClusterQuery;
  /** Postings that our code joins, with all facts that any opening of them may have; and those whose facts may be others. */
  joined: ClusterQuery;
  bare: ClusterQuery;
};

/** A question as the cluster is asked it. */
export type AskedQuestion = {
  held: SearchedHeld<IndexedKeys>;
  /** What all its postings have in common. */
  within: ClusterQuery;
  kinds: Kinds;
  /** The search with what its keyword says of other fields. */
  query: SearchSubject;
  now: number;
  reading: CorrectedKeyword;
  keyword: Keyword;
  /** What the index tells of its keyword. */
  bounds: QueryBounds;
  /** `queriesOf` of what passes its filters. */
  queries: Queries;
};

/** `sure` finds openings that meet a search, `doubtful` postings that our code has to decide about, `all` both of them. */
export type Queries = { sure: ClusterQuery; doubtful: ClusterQuery; all: ClusterQuery };

export type AskOptions = {
  cluster: SearchCluster;
  names: IndexNames;
  cache: PostingCache;
  sets: LocationSets;
  gazetteer: Gazetteer;
};

/** Reads a question about these collections by the words of the index. */
export async function askQuestion(
  options: AskOptions,
  { search: { subject: query, root }, now: date }: Question,
  held: AskedQuestion['held'],
): Promise<AskedQuestion> {
  const { within, kinds } = await readScope(options, held);
  const reading = await correctRemotely(root, { ...options, within });
  const keyword = interpretKeyword(reading.root);
  const asked = { held, within, kinds, query, now: date.getTime(), reading, keyword, bounds: keywordQuery(keyword) };
  return { ...asked, queries: await queriesOf(options, asked) };
}

/**
 * What all postings of these collections have in common, and how they are told apart. Thousands of collections are only named where the
 * index has documents of others. Postings of which some are not asked about are joined by our code: which of them are one opening, and with
 * which facts, depends on all.
 */
export async function readScope(
  options: AskOptions,
  { keys, others, documents }: IndexedKeys,
): Promise<Pick<AskedQuestion, 'within' | 'kinds'>> {
  const held = await countDocuments(options);
  // Where the numbers are the same, there are no documents of other boards, or of other collections at all.
  const areAllBoards = held.boards === documents.boards;
  const isAll = areAllBoards && held.others === documents.others;
  const named = (some: readonly string[]): ClusterQuery => ({ terms: { collection: some } });
  const boards: ClusterQuery = { term: { isBoard: true } };
  const within = isAll
    ? everything
    : areAllBoards
      ? mustMeetAny([boards, ...(others.length > 0 ? [named(others)] : [])])
      : named(keys);
  const joined = isAll ? [] : areAllBoards ? held.joined : await findJoined(options);
  return { within, kinds: kindsOf(joined, keys) };
}

/** `joined`: collections of which postings may be one opening with another one, `null` = any; `keys`: those in question. */
function kindsOf(joined: readonly string[] | null, keys: readonly string[]): Kinds {
  const asked = new Set(joined === null || joined.length === 0 ? [] : keys);
  const others = joined?.filter((key) => !asked.has(key)) ?? [];
  const isApart: ClusterQuery =
    joined === null ? everything : others.length === 0 ? mustMeetAny([]) : { terms: { around: others } };
  const of = (kind: string): ClusterQuery => ({ term: { kind } });
  return {
    opening: mustMeetAny([of('single'), mustMeetAll([of('lead'), mustNotMeet(isApart)])]),
    joined: mustMeetAny([of('mixed'), mustMeetAll([of('member'), isApart])]),
    bare: mustMeetAll([of('lead'), isApart]),
  };
}

/** What a search is asked as: itself, or with other fields or another keyword. */
export type Variation = Pick<AskedQuestion, 'within' | 'kinds' | 'query' | 'now' | 'bounds'>;

/** The queries of what meets a keyword and passes the filters of a search. */
export async function queriesOf(
  options: AskOptions,
  { within, kinds, query, now, bounds }: Variation,
): Promise<Queries> {
  const filters = filterQueries(query, now);
  const place = createPlaceFilter(query.location, options.gazetteer);
  const remote = asksRemote(query);
  const near = mustMeetAll([within, ...filters, bounds.maybe]);
  const location = await options.sets.query(place, { remote, within: near });
  const all = boundsOfAll([...filters.map(exactBounds), location, bounds]);
  const { opening, joined, bare } = kinds;
  const others = [mustMeetAll([joined, all.maybe]), mustMeetAll([bare, bounds.maybe])];
  return {
    sure: mustMeetAll([within, opening, all.sure]),
    doubtful: mustMeetAll([within, mustMeetAny([mustMeetAll([opening, doubtfulOf(all)]), ...others])]),
    all: mustMeetAll([within, mustMeetAny([mustMeetAll([opening, all.maybe]), ...others])]),
  };
}

/** The same question without its filters. */
export const unfiltered = (query: SearchSubject): SearchSubject => ({
  ...query,
  ...{ location: '', dateSincePosted: '', salary: '', jobType: '', remoteFilter: '', experienceLevel: '' },
  ...{ excludeCompanies: '', language: '', label: '' },
});
