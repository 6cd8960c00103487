import { tableOf } from '../../../shared/table-of.js';
import { languageNumber } from '../../../shared/words/languages.js';
import { leastCompared } from '../../match/rank/score/rank.js';
import { type CorpusMatches, searching } from '../../match/rank/search-corpus.js';
import { runInStretches } from '../../process/cooperative.js';
import type { Lacking, Question } from '../engine.js';
import type { AskedQuestion, AskOptions } from './ask-question.js';
import { mustMeetAll, nothing } from './cluster-query.js';
import { countHeldOffers } from './count-held-offers.js';
import { countOpenings } from './count-openings.js';
import type { FoundOpening, OpeningPage } from './find-openings.js';
import { emptyGathering, gather, gatherAll, noteSilent } from './gather-corpus.js';
import { keywordBands } from './keyword-query.js';
import { gatherNear } from './near-openings.js';
import { firstStreams, newestStream, type OpeningStream, scoredStreams } from './opening-streams.js';

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
  // The index has no order by pay or distance: our code has all that meets the question.
  const isSorted = asked.query.sortBy === 'salary' || asked.query.sortBy === 'distance';
  const [counted] = await Promise.all([
    countOpenings(options, isSorted ? nothing : queries.sure),
    gatherAll({ ...options, held }, gathering, [isSorted ? queries.all : queries.doubtful, ...again]),
  ]);
  noteSilent(gathering, counted);
  const search = () =>
    runInStretches(
      searching(gathering.corpus, question.search, { now: question.now, gazetteer, reading, readAt: held.readAt }),
    );
  const known = new Map<string, FoundOpening>();
  let found = await search();
  const { streams, wanted, isOrder } = isSorted ? noStreams : streamsOf(options, asked, depth);
  let waiting: FoundOpening[] = [];
  for (let turn = 0; wanted > 0; turn++) {
    const reached = await runInStretches(found.reaching(wanted));
    // As many as there are: what is searched anew each time is twice as much.
    const more = Math.max(wanted, known.size);
    const { pages, isOver } = await nextOf(streams, { reached, wanted: more, isFirst: turn === 0 });
    for (const page of pages) noteSilent(gathering, page);
    waiting = [...waiting, ...pages.flatMap(({ openings }) => openings)].filter(({ order }) => order >= reached);
    waiting.sort((one, other) => other.order - one.order);
    const best = waiting.splice(0, more);
    if (best.length === 0 && isOver) break;
    for (const each of best) known.set(each.name, each);
    await gather(cache, gathering, best);
    if (best.length > 0) found = await search();
    if (isOrder) break;
  }
  const exact = found.exact + counted.total - known.size;
  if (await gatherNear(options, gathering, { asked, found, exact })) found = await search();
  const { silent, parts } = gathering;
  const near = found.total - found.exact;
  return {
    ...{ found, exact, total: exact + near, lacking: { ...held.lacking, silent, parts } },
    bySource: sumOf(found.bySource, counted.bySource, [...known.values()]),
    offers: exact + near > 0 ? null : await countHeldOffers(options, asked, question),
  };
}

const noStreams = { streams: [], wanted: 0, isOrder: true };

type Turn = { reached: number; wanted: number; isFirst: boolean };

/** The next openings of all streams that may have better ones than were reached; `isOver`: none may. */
async function nextOf(
  streams: readonly OpeningStream[],
  { reached, wanted, isFirst }: Turn,
): Promise<{ pages: OpeningPage[]; isOver: boolean }> {
  const open = streams.filter(({ unlisted }) => unlisted > Number.NEGATIVE_INFINITY && unlisted >= reached);
  const asked = isFirst ? open.slice(0, firstStreams) : open;
  return { pages: await Promise.all(asked.map((each) => each.next(wanted))), isOver: open.length === 0 };
}

/**
 * Where the openings of a question are listed, and how many of them are compared at least. `isOrder`: the first stream has the order
 * of the search.
 */
function streamsOf(
  options: AskOptions,
  { keyword, query, queries: { sure }, held, now }: AskedQuestion,
  depth: number,
): { streams: OpeningStream[]; wanted: number; isOrder: boolean } {
  const { conjunctions } = keyword;
  const isOpen = conjunctions.length < 2 && conjunctions.every(({ clauses }) => clauses.length === 0);
  const listing = { ...options, held };
  if (isOpen) return { streams: [newestStream(listing, sure)], wanted: depth, isOrder: true };
  const wanted = Math.max(depth, leastCompared);
  const streams =
    query.sortBy === 'recent'
      ? [newestStream(listing, sure)]
      : scoredStreams(listing, {
          sure,
          bands: keywordBands(keyword),
          now,
          reader: languageNumber(query.reader ?? null),
        });
  return { streams, wanted, isOrder: false };
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
