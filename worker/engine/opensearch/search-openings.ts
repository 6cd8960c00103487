import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import { termOf } from '../../../shared/keyword/keyword-node.js';
import { asksRemote, narrowingFields, type SearchSubject } from '../../../shared/search/query/query.js';
import type { RankedJob } from '../../../shared/search/ranked-list.js';
import { tableOf } from '../../../shared/table-of.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { Corpus } from '../../match/corpus/corpus.js';
import { requiredOf } from '../../match/keyword/analyze-search.js';
import type { CorrectedKeyword } from '../../match/keyword/correct-keyword.js';
import { interpretKeyword, type Keyword } from '../../match/keyword/interpret-keyword.js';
import { type Offers, wordsApart } from '../../match/rank/empty-answer.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import { broadenable, nearUpTo } from '../../match/rank/near-titles.js';
import { bands, isMention } from '../../match/rank/score/scores.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import type { Found, ListingSize, Question } from '../engine.js';
import type { SearchedHeld } from '../held-collections.js';
import { filterQueries, placeQuery } from './filter-query.js';
import {
  corpusOf,
  countEach,
  countOpenings,
  type FoundOpening,
  findOpenings,
  type LocationSets,
} from './find-openings.js';
import type { IndexNames } from './index-schema.js';
import { allMet, anyMet, type ClusterQuery, keywordQuery, nearQuery, noneMet, scoreQueries } from './keyword-query.js';
import type { OpeningCache } from './packed-posting.js';
import { correctByIndex, knownByIndex } from './vocabulary.js';

/** Reads a question for the cluster. */

/** The collections of a question: the keys of those that are no whole boards, and of all where the index has boards of others. */
export type IndexedKeys = { others: string[]; all: string[] | null };

export type AskOptions = {
  cluster: SearchCluster;
  names: IndexNames;
  cache: OpeningCache;
  countSets: LocationSets;
  gazetteer: Gazetteer;
};

/** A question as it is sent to the cluster. */
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
const rankedAgain = 200;

/** Openings whose titles may be near to some words, among those that pass a search (`passing`) and do not meet it. */
async function listNear(
  options: AskOptions,
  { passing, matching }: Pick<AskedQuestion, 'passing' | 'matching'>,
  words: readonly string[],
): Promise<FoundOpening[]> {
  const { filter, should } = nearQuery(words);
  const query = { bool: { filter: [allMet([passing, filter])], must_not: [matching], should } };
  return (await findOpenings({ ...options, query, sort: ['_score', 'name'], most: rankedAgain })).openings;
}

/** Counts what would find something in place of a question that finds nothing. */

/** Counts the search without each of its fields, near titles included, and of each of its words by itself. */
async function countIndexedOffers(options: AskOptions, asked: AskedQuestion, question: Question): Promise<Offers> {
  const { reading, within, query, passing } = asked;
  const set = narrowingFields.filter((field) => query[field] !== '');
  // All stored jobs are no answer to a keyword that has no filter.
  const fields = set.length === 1 && set[0] === 'keyword' ? [] : set;
  const without = fields.map((field) => {
    const subject: SearchSubject = { ...query, [field]: '' };
    const isKeyword = field === 'keyword' || field === 'skills';
    const root = isKeyword ? requiredOf(subject).root : reading.root;
    const passingRest = passingQuery(options, { ...asked, query: subject });
    const matching = allMet([passingRest, keywordQuery(interpretKeyword(root))]);
    return { field, subject, root, passing: passingRest, matching };
  });
  const words = wordsApart(reading.root);
  const queries = new Map<string, ClusterQuery>([
    ...without.map(({ field, matching }) => [`without ${field}`, matching] as const),
    ...words.map((word) => {
      const alone = interpretKeyword(termOf([word], { isExact: true }));
      return [`word ${word}`, allMet([passing, keywordQuery(alone)])] as const;
    }),
  ]);
  const nearOf = async ({ subject, root, ...queries }: (typeof without)[number]): Promise<number> => {
    const telling = broadenable(root);
    if (telling === null) return 0;
    const corpus = await corpusOf(options.cache, await listNear(options, queries, telling));
    const search = { now: question.now, gazetteer: options.gazetteer, reading: { root, notices: [] } };
    const found = searchAnalyzed(corpus, { ...question.search, subject }, search);
    return found.total - found.exact;
  };
  const [{ counts }, ...near] = await Promise.all([countEach(options, { within, queries }), ...without.map(nearOf)]);
  const offered = without.map(
    ({ field }, at) => [field, [counts.get(`without ${field}`) ?? 0, near[at] ?? 0]] as const,
  );
  const alone = words.map((word) => [word, counts.get(`word ${word}`) ?? 0] as const);
  return { fields: tableOf(Object.fromEntries(offered)), words: tableOf(Object.fromEntries(alone)) };
}

/** Searches the openings of the index: the cluster finds, counts and orders them, and our code orders and explains the first ones. */

/** Searches the openings of a question. */
export async function searchOpenings(
  options: AskOptions,
  asked: AskedQuestion,
  { question, depth, records }: ListingSize & { question: Question },
): Promise<Omit<Found, 'searched'>> {
  const { reading, held } = asked;
  const [counted, listed] = await Promise.all([
    countOpenings(options, asked.matching, { withSources: true }),
    listOpenings(options, asked, Math.max(depth, rankedAgain)),
  ]);
  const first = listed.openings.slice(0, listed.isOrder ? Math.min(records, rankedAgain) : rankedAgain);
  const known = counted.total > 0 ? null : await knownByIndex(reading.root, options);
  const search = (corpus: Corpus, withoutNear: boolean) => {
    const searched = {
      now: question.now,
      gazetteer: options.gazetteer,
      reading,
      known,
      readAt: held.readAt,
      withoutNear,
    };
    return searchAnalyzed(corpus, question.search, searched);
  };
  const near = known === null ? [] : await listKnown(options, asked, interpretKeyword(known.root));
  const corpus = await corpusOf(options.cache, [...first, ...near]);
  let found = search(corpus, true);
  const words = asked.keyword.conjunctions.length === 0 ? null : broadenable(reading.root);
  const isTitle = ({ score }: RankedJob): boolean => !isMention(score);
  const titles = listed.isRelevant ? found.list(nearUpTo, 0).ranked.filter(isTitle).length : counted.total;
  if (words !== null && titles < nearUpTo) {
    const listed = new Set(near.map(({ name }) => name));
    const others = (await listNear(options, asked, words)).filter(({ name }) => !listed.has(name));
    found = search(await corpusOf(options.cache, others, corpus), false);
  }
  const list = found.list(rankedAgain + nearUpTo, records);
  const total = counted.total + found.total - found.exact;
  return {
    total,
    exact: counted.total,
    bySource: counted.bySource,
    notices: found.notices,
    place: found.place,
    offers: total > 0 ? null : await countIndexedOffers(options, asked, question),
    ranked: [...list.ranked, ...further(listed, { first, last: list.ranked.at(-1) })].slice(0, depth),
    jobs: list.jobs,
    missing: held.lacking.missing,
    silent: Math.max(counted.silent, listed.silent),
    parts: counted.parts,
  };
}

/** The first openings that have the words of a keyword which the index has, where none has all of them. */
async function listKnown(options: AskOptions, asked: AskedQuestion, keyword: Keyword): Promise<FoundOpening[]> {
  const matching = allMet([asked.passing, keywordQuery(keyword)]);
  return (await listOpenings(options, { ...asked, keyword, matching }, rankedAgain)).openings;
}

/** Openings in the order of the cluster; the first `stated` of them name the keyword apart from their texts. */
type Listed = {
  openings: FoundOpening[];
  stated: number;
  silent: number;
  /** Whether they are ordered by relevance, and whether our code would not order them otherwise. */
  isRelevant: boolean;
  isOrder: boolean;
};

/** Openings after those that our code has ordered: a score of theirs is made when they are shown, and is not above the last one's. */
function further(
  { openings, stated, isRelevant }: Listed,
  { first, last }: { first: readonly FoundOpening[]; last: RankedJob | undefined },
): RankedJob[] {
  const most = Math.min(1000, last?.score ?? 1000);
  return openings.slice(first.length).map(({ id }, at) => {
    const isInText = isRelevant && first.length + at >= stated;
    return { id, score: isInText ? Math.min(most, bands.mention.span) : most, isRough: true };
  });
}

const newestFirst = [{ date: 'desc' }, { isOnSeveral: 'desc' }, { id: 'asc' }, { name: 'asc' }];

/** What the openings of a question are sorted by; `null` = by relevance. */
function sortOf({ query, keyword }: AskedQuestion, { gazetteer }: AskOptions): readonly object[] | null {
  if (query.sortBy === 'salary') return [{ euros: 'desc' }, { eurosFrom: 'desc' }, ...newestFirst];
  const places = query.sortBy === 'distance' ? (createPlaceFilter(query.location, gazetteer)?.centres ?? []) : [];
  const points = places.map(({ lat, lon }) => ({ lat, lon }));
  if (points.length > 0) return [{ _geo_distance: { points, order: 'asc', mode: 'min' } }, ...newestFirst];
  return keyword.conjunctions.length === 0 || query.sortBy === 'recent' ? newestFirst : null;
}

/** Lists the first openings of a question. */
async function listOpenings(options: AskOptions, asked: AskedQuestion, most: number): Promise<Listed> {
  const { keyword, matching, passing, now } = asked;
  const sort = sortOf(asked, options);
  if (sort !== null) {
    const { openings, silent } = await findOpenings({ ...options, query: matching, sort, most });
    const isOrder = keyword.conjunctions.length === 0;
    return { openings, silent, stated: openings.length, isRelevant: false, isOrder };
  }
  const stating = keywordQuery(keyword, 'head');
  const score = { bool: { filter: [allMet([passing, stating])], should: scoreQueries(keyword, now) } };
  const stated = await findOpenings({ ...options, query: score, sort: ['_score', 'name'], most });
  const missing = most - stated.openings.length;
  const mentions =
    missing === 0
      ? { openings: [], silent: 0 }
      : await findOpenings({
          ...options,
          query: allMet([matching, noneMet(stating)]),
          sort: newestFirst,
          most: missing,
        });
  return {
    openings: [...stated.openings, ...mentions.openings],
    stated: stated.openings.length,
    silent: Math.max(stated.silent, mentions.silent),
    isRelevant: true,
    isOrder: false,
  };
}
