/** Searches the openings of the index: the cluster finds, counts and orders them, and our code orders and explains the first ones. */
import type { RankedJob } from '../../../shared/search/ranked-list.js';
import type { Corpus } from '../../match/corpus/corpus.js';
import { interpretKeyword, type Keyword } from '../../match/keyword/interpret-keyword.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import { broadenable, nearUpTo } from '../../match/rank/near-titles.js';
import { bands, isMention } from '../../match/rank/score/score-bands.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import type { Found, ListingSize, Question } from '../engine.js';
import { type AskedQuestion, type AskOptions, listNear, rankedAgain } from './ask-question.js';
import { allMet, noneMet } from './cluster-query.js';
import { corpusOf, countOpenings, type FoundOpening, findOpenings } from './find-openings.js';
import { countIndexedOffers } from './indexed-offers.js';
import { keywordQuery, scoreQueries } from './keyword-query.js';
import { knownByIndex } from './vocabulary.js';

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
