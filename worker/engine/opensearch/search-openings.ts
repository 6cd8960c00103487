import { tableOf } from '../../../shared/table-of.js';
import { languageNumber } from '../../../shared/words/languages.js';
import { createPlaceFilter } from '../../match/rank/filter/place-filter.js';
import { compareOrders, leastCompared } from '../../match/rank/score/rank.js';
import { orderingCurrency } from '../../match/rank/score/sort-keys.js';
import { createTopK } from '../../match/rank/score/top-k.js';
import { type CorpusMatches, searching } from '../../match/rank/search-corpus.js';
import { runInStretches } from '../../process/cooperative.js';
import type { Lacking, Question } from '../engine.js';
import type { AskedQuestion, AskOptions } from './ask-question.js';
import { mustMeetAll } from './cluster-query.js';
import { countHeldOffers } from './count-held-offers.js';
import { countOpenings } from './count-openings.js';
import type { FoundOpening, OpeningPage } from './find-openings.js';
import { emptyGathering, gather, gatherAll, noteSilent } from './gather-corpus.js';
import { searchNear } from './near-openings.js';
import { firstStreams, newestStream, type OpeningStream, scoredStreams } from './opening-streams.js';
import { distanceStreams, payStreams } from './sorted-streams.js';

/** What is found of a question: the counts are those of all that is held, the list begins as that of all. */
export type FoundOpenings = { found: CorpusMatches; lacking: Lacking } & Pick<
  CorpusMatches,
  'total' | 'exact' | 'bySource' | 'offers'
>;

/**
 * Searches the openings of the index. The cluster counts those of which it is sure, and lists them in the order of what they can
 * reach; our code ranks so many of them that no other can be among the first `depth`, together with all that it has to decide
 * about. `listed`: ids of jobs that are to be found again, if they still meet the question.
 */
export async function searchOpenings(
  options: AskOptions,
  asked: AskedQuestion,
  { question, depth, listed = [] }: { question: Question; depth: number; listed?: readonly string[] },
): Promise<FoundOpenings> {
  const { cache, gazetteer } = options;
  const { queries, reading, within, held } = asked;
  const gathering = emptyGathering();
  const again = listed.length === 0 ? [] : [mustMeetAll([within, { terms: { posting: [...listed] } }])];
  const [counted, listing] = await Promise.all([
    countOpenings(options, queries.sure),
    listingOf(options, asked, depth),
    gatherAll({ ...options, held }, gathering, [queries.doubtful, ...again]),
  ]);
  noteSilent(gathering, counted);
  const search = (withoutNear: boolean) => {
    const searched = { now: question.now, gazetteer, reading, readAt: held.readAt, withoutNear };
    return runInStretches(searching(gathering.corpus, question.search, searched));
  };
  let found = await search(true);
  const { wanted, isOrder } = listing;
  let waiting: FoundOpening[] = [];
  const known = new Map<string, FoundOpening>();
  while (wanted > 0) {
    const reached = await runInStretches(found.reaching(wanted));
    const pages = await listFurther(listing, { reached, waiting, isFirst: known.size === 0 });
    for (const page of pages) noteSilent(gathering, page);
    const further = pages.flatMap(({ openings }) => openings);
    waiting = [...waiting, ...further].filter(({ order }) => reaches(order, reached));
    if (waiting.length === 0) break;
    const best = waiting.sort((one, other) => compareOrders(one.order, other.order)).splice(0, wanted);
    for (const each of best) known.set(each.name, each);
    await gather(cache, gathering, best);
    found = await search(true);
    if (isOrder) break;
  }
  const exact = found.exact + counted.total - known.size;
  found = await searchNear(options, gathering, { asked, found, exact, search: () => search(false) });
  const { silent, parts } = gathering;
  const near = found.total - found.exact;
  return {
    ...{ found, exact, total: exact + near, lacking: { ...held.lacking, silent, parts } },
    bySource: sumOf(found.bySource, counted.bySource, [...known.values()]),
    offers: exact + near > 0 ? null : await countHeldOffers(options, asked, question),
  };
}

/** Whether openings with this bound may be among the first, the last of which is ordered by `reached`; `null` = so many were not found yet. */
const reaches = (bound: readonly number[] | null, reached: readonly number[] | null): boolean =>
  bound !== null && (reached === null || compareOrders(bound, reached) <= 0);

/** `waiting`: openings that were listed and may be among the first. */
type Turn = { reached: readonly number[] | null; waiting: readonly FoundOpening[]; isFirst: boolean };

/** Lists openings until no other can be among the first, or so many are waiting as are wanted and no other has a higher bound. */
async function listFurther(
  { streams, wanted, first, isOrder }: Listing,
  { reached, waiting, isFirst }: Turn,
): Promise<OpeningPage[]> {
  const pages: OpeningPage[] = [];
  const best = createTopK(wanted);
  for (const { order } of waiting) best.add(order[0] ?? 0);
  for (let isFurther = !isFirst; ; isFurther = true) {
    const least = best.threshold();
    const open = streams.filter(({ unlisted }) => reaches(unlisted, reached) && (unlisted?.[0] ?? 0) >= least);
    if (open.length === 0 || (isOrder && isFurther)) return pages;
    const asked = isFurther ? open : open.slice(0, first);
    const next = await Promise.all(asked.map((each) => each.next(wanted)));
    for (const { order } of next.flatMap(({ openings }) => openings)) best.add(order[0] ?? 0);
    pages.push(...next);
  }
}

/**
 * Where the openings of a question are listed, how many of them are compared at least, and of how many streams the first ones may be.
 * `isOrder`: the first stream has the order of the search.
 */
type Listing = { streams: OpeningStream[]; wanted: number; first: number; isOrder: boolean };

async function listingOf(
  options: AskOptions,
  { keyword, query, queries: { sure }, held, now }: AskedQuestion,
  depth: number,
): Promise<Listing> {
  const { conjunctions } = keyword;
  const isOpen = conjunctions.length < 2 && conjunctions.every(({ clauses }) => clauses.length === 0);
  const listing = { ...options, held };
  const wanted = isOpen ? depth : Math.max(depth, leastCompared);
  const listed = { wanted, first: 1, isOrder: false };
  if (query.sortBy === 'salary') {
    const currency = orderingCurrency(query.salary);
    return { ...listed, ...(await payStreams(listing, { sure, currency })) };
  }
  const centres =
    query.sortBy === 'distance' ? (createPlaceFilter(query.location, options.gazetteer)?.centres ?? []) : [];
  if (centres.length > 0) return { ...listed, streams: await distanceStreams(listing, { sure, centres, wanted }) };
  if (isOpen) return { ...listed, streams: [newestStream(listing, sure)], isOrder: true };
  if (query.sortBy === 'recent') return { ...listed, streams: [newestStream(listing, sure)] };
  const reader = languageNumber(query.reader ?? null);
  const streams = scoredStreams(listing, { sure, keyword, now, reader });
  return { ...listed, streams, first: firstStreams };
}

/** What our code has counted and what the cluster has, of which our code has counted some, too. */
function sumOf(
  ours: CorpusMatches['bySource'],
  counted: ReadonlyMap<string, number>,
  both: readonly FoundOpening[],
): Record<string, number> {
  const sums = new Map(counted);
  const add = (source: string, count: number): void => void sums.set(source, (sums.get(source) ?? 0) + count);
  for (const { sources } of both) for (const source of sources) add(source, -1);
  for (const [source, count] of Object.entries(ours)) add(source, count);
  return tableOf(Object.fromEntries([...sums].filter(([, count]) => count > 0)));
}
