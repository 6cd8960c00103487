import type { Keyword } from '../../match/keyword/interpret-keyword.js';
import { foreignLoses, scoreParts } from '../../match/rank/score/rank.js';
import { bands } from '../../match/rank/score/score-bands.js';
import { runInStretches, type Task } from '../../process/cooperative.js';
import { type ClusterQuery, mustMeetAll, mustMeetAny, mustNotMeet } from './cluster-query.js';
import {
  type FoundOpening,
  type ListedIndex,
  type listingOrders,
  listOpenings,
  type OpeningPage,
} from './find-openings.js';
import { createScoreBound } from './heads.js';
import { keywordBands } from './keyword-query.js';

/** What openings are ordered by (`reaching`): the higher one first, by the first value that differs. */
type OrderBound = readonly number[];

/**
 * Openings of one kind in the order of a bound: what a search orders by is at most that for each of them. `unlisted` is the bound
 * of those that were not listed yet; `null` = all were.
 */
export type OpeningStream = {
  readonly unlisted: OrderBound | null;
  /** Lists the next ones, at first at most so many; their `order` is their bound. */
  next(most: number): Promise<OpeningPage>;
};

type Streamed = {
  query: ClusterQuery;
  order: keyof typeof listingOrders;
  first: OrderBound;
  /** The bound by what the index orders by. */
  boundOf(order: OrderBound): OrderBound;
  /** Tighter bounds of openings by their heads, in steps. */
  boundsOf?(openings: readonly FoundOpening[]): Task<OrderBound[]>;
  /** The bound of those after the last one that was listed: its own, unless the index orders otherwise. */
  unlistedAfter?(last: OrderBound | undefined): OrderBound | null;
};

/** How many times as many are listed where the first ones do not suffice: to list openings is cheap beside fetching them. */
const furtherListed = 10;

/** Creates a stream of the openings that meet a query, in an order of the index. */
export function createStream(
  options: ListedIndex,
  { query, order, first, boundOf, boundsOf, unlistedAfter = (last) => last ?? null }: Streamed,
): OpeningStream {
  let unlisted: OrderBound | null = first;
  let after: readonly unknown[] | null = null;
  return {
    get unlisted() {
      return unlisted;
    },
    async next(most) {
      const fields = ['sources', 'locations', ...(boundsOf === undefined ? [] : (['heads'] as const))] as const;
      const size = after === null ? most : furtherListed * most;
      const page = await listOpenings({ ...options, query, order, most: size, after, fields });
      const bounds = page.openings.map((each) => boundOf(each.order));
      const tighter = boundsOf === undefined ? bounds : await runInStretches(boundsOf(page.openings));
      after = page.after;
      unlisted = after === null ? null : unlistedAfter(bounds.at(-1));
      return { ...page, openings: page.openings.map((each, at) => ({ ...each, heads: [], order: tighter[at] ?? [] })) };
    },
  };
}

/** The openings that meet a query, the newest first; `keys`: what all of them have in common that is ordered by before their dates. */
export const newestStream = (options: ListedIndex, query: ClusterQuery, keys: OrderBound = []): OpeningStream =>
  createStream(options, {
    ...{ query, order: 'date', first: [...keys, Number.POSITIVE_INFINITY] },
    boundOf: ([date = 0]) => [...keys, date],
  });

/** Bounds are a little too high: scores are rounded to thousandths, and those of the cluster have 24 bits. */
const slack = 0.6;

/** The most that a title adds, its company left out; and what a company may add to that or, where it is the title, in all. */
const title = scoreParts.together + scoreParts.role + scoreParts.focus;
const company = 0.25;
const companyOfOwn = 0.05;

/** The most that recency and several boards add. */
const other = scoreParts.recency + scoreParts.agreement;

/**
 * The openings that meet a keyword, by the band of scores that they can reach (worker/match/rank/score/text-score.ts), the highest first.
 * `now`: epoch ms; `reader`: `Findings.reader`.
 */
export function scoredStreams(
  options: ListedIndex,
  { sure, keyword, ...by }: { sure: ClusterQuery; keyword: Keyword } & ScoredBy,
): OpeningStream[] {
  const { own, employer, named, stated, met } = keywordBands(keyword);
  const scoresAtMost = createScoreBound(keyword, { canLose: by.reader !== 0 });
  const { from, otherSpan } = bands.title;
  const highest = (score: number): number => 1000 * (scoreParts.met + title + score) + slack;
  const lower = (score: number): number => from + otherSpan * score + slack;
  const mention = (score: number): number => bands.mention.span * score + slack;
  const most = scoreParts.met + other;
  const beyond = (query: ClusterQuery, ...others: ClusterQuery[]): ClusterQuery =>
    mustMeetAll([sure, query, mustNotMeet(mustMeetAny(others))]);
  const stream = (
    query: ClusterQuery,
    { score, boundOf, first }: { score: ClusterQuery | null; boundOf(score: number): number; first: number },
  ): OpeningStream => {
    const otherOf = (found = 0): number => (by.reader === 0 ? found : found - foreignLoses);
    const highestOf = (found = 0): number => Math.floor(boundOf(Math.max(0, otherOf(found))));
    const sum = score === null ? scoreParts.met : 0;
    return createStream(options, {
      ...{ query: scoredQuery(query, score, by), order: 'score', first: [boundOf(first)] },
      // Scores are whole numbers, of which thousands of openings may have the same: their dates decide then.
      boundOf: ([found, date = 0]) => [highestOf(found), date],
      *boundsOf(openings) {
        const scores = yield* scoresAtMost(
          openings.map(({ heads, order: [found] }) => ({ heads, other: sum + otherOf(found) })),
        );
        return openings.map(({ order: [found, date = 0] }, at) => [
          Math.min(highestOf(found), Math.floor((scores[at] ?? 0) + slack)),
          date,
        ]);
      },
      unlistedAfter: (last) => (last === undefined ? null : last.slice(0, 1)),
    });
  };
  return [
    stream(beyond(own, employer), { score: null, boundOf: highest, first: other }),
    stream(mustMeetAll([sure, own, employer]), {
      ...{ score: null, first: other },
      boundOf: (score) => highest(score + companyOfOwn),
    }),
    stream(beyond(named, own), {
      ...{ score: met, first: most },
      boundOf: (score) => lower(score + company + title),
    }),
    stream(beyond(stated, own, named), { score: met, boundOf: lower, first: most }),
    stream(beyond(sure, own, named, stated), { score: met, boundOf: mention, first: most }),
  ];
}

const dayMs = 86_400_000;

/** How many streams hold what may be the best: the others are asked when these are too few. */
export const firstStreams = 2;

type ScoredBy = { now: number; reader: number };

/**
 * A query scored by `scoreParts.met` times the score of another, by recency, by whether several boards have the opening, and by
 * whether it is in its reader's language.
 */
function scoredQuery(query: ClusterQuery, score: ClusterQuery | null, { now, reader }: ScoredBy): ClusterQuery {
  const recent = { range: { postedAt: { gt: now } } };
  const known = { range: { postedAt: { lte: now } } };
  return {
    function_score: {
      query: {
        bool: { filter: [query], ...(score && { must: [{ bool: { must: [score], boost: scoreParts.met } }] }) },
      },
      functions: [
        {
          filter: known,
          exp: { postedAt: { origin: now, scale: 14 * dayMs, decay: 0.5 } },
          weight: scoreParts.recency,
        },
        { filter: recent, weight: scoreParts.recency },
        { filter: { term: { isOnSeveral: true } }, weight: scoreParts.agreement },
        ...(reader === 0 ? [] : [{ filter: { term: { language: reader } }, weight: foreignLoses }]),
        // Without a function that applies the score would be raised by 1.
        { weight: 0 },
      ],
      ...{ score_mode: 'sum', boost_mode: 'sum' },
    },
  };
}
