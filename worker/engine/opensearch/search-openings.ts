/** Searches the index: the cluster finds, counts and orders openings; our code reorders and explains the first. */
import type { RankedJob } from '../../../shared/search/ranked-list.js';
import { tableOf } from '../../../shared/table-of.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { correctKeyword, knownPart } from '../../match/keyword/correct-keyword.js';
import { interpretKeyword } from '../../match/keyword/interpret-keyword.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import { broadenable, nearUpTo } from '../../match/rank/near-titles.js';
import { isMention } from '../../match/rank/score/scores.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import type { Found, ListingSize, Question } from '../engine.js';
import type { SearchedHeld } from '../held-collections.js';
import { filterQuery } from './filter-query.js';
import { allMet, anyMet, type ClusterQuery, keywordQuery, nearQuery, noneMet, scoreQueries } from './keyword-query.js';
import { corpusOf, countOpenings, type FoundOpening, findOpenings, type Index } from './openings.js';
import { readByIndex } from './vocabulary.js';

export type AskOptions = Index & { gazetteer: Gazetteer };

/** A question in the form sent to the cluster. */
export type AskedQuestion = Awaited<ReturnType<typeof askQuestion>>;

/** Interprets a question by the words of the index. */
export async function askQuestion(
  options: AskOptions,
  { search: { subject: query, root }, now: date }: Question,
  held: SearchedHeld<{ within: ClusterQuery }>,
) {
  const reading = (await readByIndex(options, (words) => correctKeyword(root, words))) ?? { root, notices: [] };
  const { within } = held;
  const [keyword, now] = [interpretKeyword(reading.root), date.getTime()];
  // Openings that pass the search's filters, regardless of its keyword; and those that also match it.
  const passing = allMet([within, filterQuery(query, { ...options, now })]);
  const matching = allMet([passing, keywordQuery(keyword)]);
  return { held, within, query, now, reading, keyword, passing, matching };
}

/** Openings that our code reorders by its finer score, and near ones it compares; beyond, the cluster's order stays. */
const rankedAgain = 200;

/** Searches the openings of a question. */
export async function searchOpenings(
  options: AskOptions,
  asked: AskedQuestion,
  { question, depth, records }: ListingSize & { question: Question },
): Promise<Omit<Found, 'searched'>> {
  const { reading, keyword, held, passing, matching, now } = asked;
  // The index counts at most 65,536 values.
  const bySource = { terms: { field: 'sources', size: 65_000 } };
  const [counted, listed] = await Promise.all([
    countOpenings(options, matching, { bySource }),
    listOpenings(options, asked, { depth, records }),
  ]);
  const { total: exact, silent, parts } = counted;
  const first = listed.openings.filter(({ postings }) => postings.length > 0);
  const corpus = await corpusOf(first);
  const at = { now: question.now, gazetteer: options.gazetteer, reading, readAt: held.readAt };
  let found = searchAnalyzed(corpus, question.search, { ...at, withoutNear: true });
  const words = keyword.conjunctions.length === 0 ? null : broadenable(reading.root);
  const isTitle = ({ score }: RankedJob): boolean => !isMention(score);
  const titles = listed.isRelevant ? found.list(nearUpTo, 0).ranked.filter(isTitle).length : exact;
  if (words !== null && titles < nearUpTo) {
    // If nothing has all words of the keyword, openings with those that the index has count as near, too.
    const known = exact > 0 ? null : await readByIndex(options, (held) => knownPart(reading.root, held));
    const rest = known && interpretKeyword(known.root);
    const near = nearQuery(words);
    const filter = allMet([passing, rest === null ? near.filter : anyMet([near.filter, keywordQuery(rest)])]);
    const should = [...near.should, ...(rest === null ? [] : scoreQueries(rest, now))];
    const query = { bool: { filter: [filter], must_not: [matching], should } };
    const most = rest === null ? rankedAgain : 2 * rankedAgain;
    const { openings } = await findOpenings(options, { query, sort: ['_score', 'name'], most });
    found = searchAnalyzed(await corpusOf(openings, corpus), question.search, { ...at, known });
  }
  const { notices, place } = found;
  const { ranked, jobs } = found.list(rankedAgain + nearUpTo, records);
  // Openings ordered only by the cluster are scored when shown, not above the last one before them.
  const score = Math.min(1000, ranked.at(-1)?.score ?? 1000);
  const further = listed.openings.slice(first.length).map(({ id }): RankedJob => ({ id, score, isRough: true }));
  return {
    total: exact + found.total - found.exact,
    exact,
    notices,
    place,
    jobs,
    ranked: [...ranked, ...further].slice(0, depth),
    bySource: tableOf(Object.fromEntries(counted.countsOf('bySource'))),
    missing: held.lacking.missing,
    silent: Math.max(silent, listed.silent),
    parts,
  };
}

const newestFirst = [{ date: 'desc' }, { isOnSeveral: 'desc' }, { id: 'asc' }, { name: 'asc' }];

/** The sort order of a question's openings; `null` = by relevance. */
function sortOf({ query, keyword }: AskedQuestion, { gazetteer }: AskOptions): readonly object[] | null {
  if (query.sortBy === 'salary') return [{ euros: 'desc' }, { eurosFrom: 'desc' }, ...newestFirst];
  const places = query.sortBy === 'distance' ? (createPlaceFilter(query.location, gazetteer)?.centres ?? []) : [];
  const points = places.map(({ lat, lon }) => ({ lat, lon }));
  if (points.length > 0) return [{ _geo_distance: { points, order: 'asc', mode: 'min' } }, ...newestFirst];
  return keyword.conjunctions.length === 0 || query.sortBy === 'recent' ? newestFirst : null;
}

/** Lists openings in the order of the cluster, the first ones with their postings: those that our code orders. */
async function listOpenings(options: AskOptions, asked: AskedQuestion, { depth, records }: ListingSize) {
  const { keyword, matching, passing, now } = asked;
  const most = Math.max(depth, rankedAgain);
  const sort = sortOf(asked, options);
  // Our code would order openings without a keyword in the same way.
  const full = keyword.conjunctions.length === 0 ? Math.min(records, rankedAgain) : rankedAgain;
  const stating = keywordQuery(keyword, 'head');
  const scored = { bool: { filter: [allMet([passing, stating])], should: scoreQueries(keyword, now) } };
  const byRelevance = [
    { query: scored, sort: ['_score', 'name'] },
    { query: allMet([matching, noneMet(stating)]), sort: newestFirst },
  ];
  const found = { openings: [] as FoundOpening[], silent: 0, isRelevant: sort === null };
  for (const each of sort === null ? byRelevance : [{ query: matching, sort }]) {
    const { length } = found.openings;
    const listing = { ...each, most: most - length, full: Math.max(0, full - length) };
    const { openings, silent } = await findOpenings(options, listing);
    found.openings.push(...openings);
    found.silent = Math.max(found.silent, silent);
  }
  return found;
}
