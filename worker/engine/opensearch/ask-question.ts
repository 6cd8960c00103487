/** Reads a question as the cluster is asked it. */
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import { asksRemote, type SearchSubject } from '../../../shared/search/query/query.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { CorrectedKeyword } from '../../match/keyword/correct-keyword.js';
import { interpretKeyword, type Keyword } from '../../match/keyword/interpret-keyword.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import type { Question } from '../engine.js';
import type { SearchedHeld } from '../search-held.js';
import { allMet, anyMet, type ClusterQuery } from './cluster-query.js';
import { filterQueries } from './filter-query.js';
import { type FoundOpening, findOpenings } from './find-openings.js';
import type { IndexNames } from './index-schema.js';
import { keywordQuery, nearQuery } from './keyword-query.js';
import type { LocationSets } from './location-sets.js';
import type { OpeningCache } from './packed-posting.js';
import { placeQuery } from './place-query.js';
import { correctByIndex } from './vocabulary.js';

/** The collections of a question: the keys of those that are no whole boards, and of all where the index has boards of others. */
export type IndexedKeys = { others: string[]; all: string[] | null };

export type AskOptions = {
  cluster: SearchCluster;
  names: IndexNames;
  cache: OpeningCache;
  countSets: LocationSets;
  gazetteer: Gazetteer;
};

/** A question as the cluster is asked it. */
export type AskedQuestion = {
  held: SearchedHeld<IndexedKeys>;
  /** The openings that have a posting of any collection in question. */
  within: ClusterQuery;
  /** The search with what its keyword says of other fields. */
  query: SearchSubject;
  now: number;
  reading: CorrectedKeyword;
  keyword: Keyword;
  /** What passes the filters of the search, whatever its keyword; and what meets that, too. */
  passing: ClusterQuery;
  matching: ClusterQuery;
};

/** The openings of some collections. Thousands of boards are only named where the index has boards of others. */
export const openingsWithin = ({ others, all }: IndexedKeys): ClusterQuery =>
  all !== null
    ? { terms: { collections: all } }
    : anyMet([{ term: { isBoard: true } }, ...(others.length > 0 ? [{ terms: { collections: others } }] : [])]);

/** Reads a question by the words of the index. */
export async function askQuestion(
  options: AskOptions,
  { search: { subject: query, root }, now: date }: Question,
  held: AskedQuestion['held'],
): Promise<AskedQuestion> {
  const within = openingsWithin(held);
  const reading = await correctByIndex(root, options);
  const keyword = interpretKeyword(reading.root);
  const now = date.getTime();
  const passing = passingQuery(options, { within, query, now });
  const matching = allMet([passing, keywordQuery(keyword)]);
  return { held, within, query, now, reading, keyword, passing, matching };
}

/** The openings that pass the filters of a search, whatever its keyword. */
export const passingQuery = (
  { gazetteer }: Pick<AskOptions, 'gazetteer'>,
  { within, query, now }: Pick<AskedQuestion, 'within' | 'query' | 'now'>,
): ClusterQuery =>
  allMet([
    within,
    ...filterQueries(query, now),
    placeQuery(createPlaceFilter(query.location, gazetteer), { remote: asksRemote(query) }),
  ]);

/** Openings that our code orders by its finer score, and near ones that it compares; beyond them the order of the cluster stands. */
export const rankedAgain = 200;

/** Openings whose titles may be near to some words, among those that pass a search (`passing`) and do not meet it. */
export async function listNear(
  options: AskOptions,
  { passing, matching }: Pick<AskedQuestion, 'passing' | 'matching'>,
  words: readonly string[],
): Promise<FoundOpening[]> {
  const { filter, should } = nearQuery(words);
  const query = { bool: { filter: [allMet([passing, filter])], must_not: [matching], should } };
  return (await findOpenings({ ...options, query, sort: ['_score', 'name'], most: rankedAgain })).openings;
}
