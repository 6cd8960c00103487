import { z } from 'zod';
import { addLatest, type LatestEntries, readLatest } from '../redis/latest-entries.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { sourceReportSchema } from './result.js';

/** The outcome of a search run: `unchanged` = its document was current, `broken` = it threw. */
export const runOutcomes = ['complete', 'partial', 'failed', 'unchanged', 'broken'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** One run of a search by a worker, for operators. Times are epoch ms, durations ms. */
const searchRunSchema = z.object({
  id: z.string(),
  /** Key of the search: requests for the same search share it. */
  search: z.string(),
  /** The request that queued it, and its trace. */
  requestId: z.string(),
  traceId: z.string().nullable(),
  worker: z.string(),
  /** The requested fields. */
  query: z.record(z.string(), z.string()),
  queuedAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  outcome: z.enum(runOutcomes),
  /** Why it is broken. */
  cause: z.string().nullable(),
  /** Jobs found; `null` if nothing was searched. */
  total: z.number().nullable(),
  /** Until every source had reported; and the time for searching and storing afterwards. */
  collectMs: z.number().nullable(),
  searchMs: z.number().nullable(),
  storeMs: z.number().nullable(),
  /** How many sources it had, and those that failed or took longest. */
  sourceCount: z.number(),
  sources: z.array(sourceReportSchema),
});
export type SearchRun = z.infer<typeof searchRunSchema>;

/** An answered request for a search. */
const searchRequestSchema = z.object({
  requestId: z.string(),
  traceId: z.string().nullable(),
  search: z.string(),
  at: z.number(),
  outcome: z.string(),
  tookMs: z.number(),
});
export type SearchRequestNote = z.infer<typeof searchRequestSchema>;

const dayMs = 86_400_000;
const runs: LatestEntries = {
  entries: redisKeys.searchRuns,
  times: redisKeys.searchRunTimes,
  most: 500,
  keepMs: dayMs,
};
const requests: LatestEntries = {
  entries: redisKeys.searchRequests,
  times: redisKeys.searchRequestTimes,
  most: 2000,
  keepMs: dayMs,
};

/** Sources of a run recorded. */
const mostSources = 40;

/** Longer texts of a query and longer causes are cut. */
const longestText = 300;

/** Records a run. The caller has redacted its cause. */
export async function noteSearchRun(redis: RedisConnection, run: SearchRun): Promise<void> {
  const isWell = ({ status }: SearchRun['sources'][number]): number => (status === 'ok' ? 1 : 0);
  const sources = run.sources.toSorted((a, b) => isWell(a) - isWell(b) || b.tookMs - a.tookMs).slice(0, mostSources);
  const query = Object.fromEntries(
    Object.entries(run.query).map(([name, value]) => [name, value.slice(0, longestText)]),
  );
  const text = JSON.stringify({ ...run, query, sources, cause: run.cause?.slice(0, longestText) ?? null });
  await addLatest(redis, runs, { at: run.endedAt, added: new Map([[run.id, text]]) });
}

/** Records requests that were just answered. */
export async function noteSearchRequests(
  redis: RedisConnection,
  notes: readonly SearchRequestNote[],
  now: Date,
): Promise<void> {
  const added = new Map(notes.map((note) => [note.requestId, JSON.stringify(note)]));
  await addLatest(redis, requests, { at: now.getTime(), added });
}

/**
 * The runs of the last day, the latest first, and the requests that led to them. With an `id` those of this request,
 * trace or search; a request leads to every run of its search.
 */
export async function findSearchRuns(
  redis: RedisConnection,
  id: string,
): Promise<{ runs: SearchRun[]; requests: SearchRequestNote[] }> {
  const [runTexts, requestTexts] = await Promise.all([readLatest(redis, runs), readLatest(redis, requests)]);
  const allRuns = runTexts.map((text) => searchRunSchema.parse(JSON.parse(text)));
  if (id === '') return { runs: allRuns, requests: [] };
  const known = requestTexts.map((text) => searchRequestSchema.parse(JSON.parse(text)));
  const isMeant = (each: { requestId: string; traceId: string | null; search: string }): boolean =>
    each.requestId === id || each.traceId === id || each.search === id;
  const searches = new Set([...allRuns, ...known].filter(isMeant).map(({ search }) => search));
  return { runs: allRuns.filter(({ search }) => searches.has(search)), requests: known.filter(isMeant) };
}

/** Half-life of a request's weight. */
const halfLifeMs = 1_800_000;

/** Maximum number of searches counted; the least popular are evicted. */
const mostCounted = 2000;

/** Below this a search counts as forgotten: requested once, four half-lives ago. */
const forgottenBelow = 1 / 16;

const halfLives = (now: Date): number => now.getTime() / halfLifeMs;

/** Adds to the popularity of searches, by key; returns each one's recent popularity in the same order. */
export async function noteAsked(
  redis: RedisConnection,
  asked: ReadonlyMap<string, number>,
  now: Date,
): Promise<AskedSearch[]> {
  const at = halfLives(now);
  const lowest = at + Math.log2(forgottenBelow);
  const scores = (await runScript(redis, 'search/note-asked', {
    keys: { popularity: redisKeys.asked },
    args: { now: at, lowest, mostCounted, asked: [...asked].flat() },
  })) as string[];
  return [...asked.keys()].map((key, index) => ({ key, times: 2 ** (Number(scores[index]) - at) }));
}

/** The recent popularity of a search. */
export async function readAskedTimes(redis: RedisConnection, key: string, now: Date): Promise<number> {
  const score = await redis.zscore(redisKeys.asked, key);
  return score === null ? 0 : 2 ** (Number(score) - halfLives(now));
}

/** A frequent search; in `times`, requests of half an hour ago count half, and so on. */
type AskedSearch = { key: string; times: number };

/** The most popular searches, with a recent popularity of at least `least`, highest first. */
export async function readBusiest(
  redis: RedisConnection,
  { top, least, now }: { top: number; least: number; now: Date },
): Promise<AskedSearch[]> {
  if (top === 0) return [];
  const row = await redis.zrevrange(redisKeys.asked, 0, top - 1, 'WITHSCORES');
  const at = halfLives(now);
  const found = Array.from({ length: row.length / 2 }, (_, index) => ({
    key: row[2 * index] ?? '',
    times: 2 ** (Number(row[2 * index + 1]) - at),
  }));
  return found.filter(({ times }) => times >= least);
}
