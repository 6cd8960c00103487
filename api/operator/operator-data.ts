/** Reads the data of the operator's pages and API: watches, searches, queues, workers and keys, without secrets. */
import type { Queue } from 'bullmq';
import { countKeys, oldestFirst, readKeyPage } from '../../shared/auth/key-store.js';
import { sumUsage, type UsageKind } from '../../shared/auth/key-usage.js';
import { parseJson } from '../../shared/parse-json.js';
import { type FailedJob, readFailedJobs } from '../../shared/queue/job-states.js';
import { readQueueState } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readBoardFigures } from '../../shared/schedule/board-figures.js';
import { findSearchRuns, type SearchRequestNote, type SearchRun } from '../../shared/search/search-runs.js';
import {
  countWatchesOf,
  readPausedWatches,
  readWatchesOf,
  readWatchFigures,
  type StoredWatch,
  shownWatch,
} from '../../shared/watches/watch.js';

/** A watch as the operator sees it, without its secret and the secret parts of its address. */
export function watchRow(watch: StoredWatch) {
  const { id, search, url, state, reason, createdAt, lastDeliveryAt } = shownWatch(watch);
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: '?', origin: 'null' };
  return {
    id,
    owner: watch.owner.replace(/^key:/, ''),
    state,
    reason,
    createdAt,
    lastDeliveryAt,
    search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '')),
    address: origin === 'null' ? protocol : origin,
  };
}

/** The watches of a key's owner, oldest first, up to the maximum per owner. */
export const listWatchesOf = async (redis: RedisConnection, owner: string) => ({
  owner,
  watches: (await readWatchesOf(redis, `key:${owner}`)).map(watchRow),
});

/** Maximum rows of a list. */
const mostRows = 100;

const time = (at: number): string => new Date(at).toISOString();

/** A run as the page shows it; times are ISO 8601, `waitedMs` is its time in the queue. */
const runRow = ({ queuedAt, startedAt, endedAt, ...run }: SearchRun) => ({
  ...run,
  queuedAt: time(queuedAt),
  startedAt: time(startedAt),
  endedAt: time(endedAt),
  waitedMs: Math.max(0, startedAt - queuedAt),
  tookMs: endedAt - startedAt,
});
const withTime = <Row extends SearchRequestNote | FailedJob>({ at, ...row }: Row) => ({ ...row, at: time(at) });

/**
 * Recent searches run by workers and failed jobs, latest first. With the `id` of a request, a trace or a search, only
 * matching ones, with the reports of their boards and the requests they answered.
 */
export async function listSearchRuns(redis: RedisConnection, id: string) {
  const [{ runs, requests }, failed] = await Promise.all([findSearchRuns(redis, id), readFailedJobs(redis)]);
  const rows = runs.slice(0, mostRows).map(runRow);
  if (id === '')
    return {
      runs: rows.map(({ sources: _sources, ...row }) => row),
      requests: [],
      failed: failed.slice(0, mostRows).map(withTime),
    };
  const ids = new Set([id, ...runs.flatMap(({ search, requestId }) => [search, requestId])]);
  return {
    runs: rows,
    requests: requests.slice(0, mostRows).map(withTime),
    failed: failed.filter((job) => ids.has(job.id) || ids.has(job.requestId ?? '')).map(withTime),
  };
}

/** The latest run of a scheduled search; `startedAt` in epoch ms. */
type WarmRun = { outcome?: string; total?: number | null; startedAt?: number };

/**
 * Board counts, queues, workers, scheduled searches, watches and one page of keys, without secrets. `keysFrom`: the
 * start of the page of keys, returned with the page before.
 */
export async function readOverview({
  redis,
  queues,
  now,
  keysFrom,
}: {
  redis: RedisConnection;
  queues: readonly Queue[];
  now: Date;
  keysFrom: string;
}) {
  const [progress, states, workers, warm, page, keyCount, watches, paused] = await Promise.all([
    readBoardFigures(redis, now),
    Promise.all(
      queues.map(async (queue) => ({
        name: queue.name.replace(/^\{?js:|\}$/g, ''),
        ...(await readQueueState(queue, now)),
      })),
    ),
    readWorkers(redis, now),
    redis.hgetall(redisKeys.warmRuns),
    readKeyPage(redis, /^\d{1,19}$/.test(keysFrom) ? keysFrom : '0'),
    countKeys(redis),
    readWatchFigures(redis, now),
    readPausedWatches(redis),
  ]);
  const keys = oldestFirst(page.keys);
  const ids = keys.map(({ id }) => id);
  const sums = (kind: UsageKind): Promise<number[]> => sumUsage(redis, { ids, kind, days: 30, now });
  const owners = keys.map(({ owner }) => `key:${owner}`);
  const [counts, searches, refused] = await Promise.all([
    countWatchesOf(redis, owners),
    sums('searches'),
    sums('refused'),
  ]);
  return {
    progress,
    queues: states,
    workers: workers.map(({ id, alive, queues: taken, running, finished, sources, sourceCount = sources.length }) => ({
      id,
      alive,
      queues: taken,
      running,
      finished,
      sources: sourceCount,
    })),
    warm: Object.entries(warm).map(([name, text]) => ({ name, ...(parseJson(text, name) as WarmRun) })),
    watches: { ...watches, pausedWatches: paused.map(watchRow) },
    keyCount,
    nextKeys: page.next,
    keys: keys.map(({ id, name, account = null, plan, lastUsedAt, revokedAt }, at) => ({
      id,
      name,
      account,
      plan,
      revoked: revokedAt !== undefined,
      watches: counts[at] ?? 0,
      searches: searches[at] ?? 0,
      refused: refused[at] ?? 0,
      lastUsedAt: lastUsedAt === null ? null : time(lastUsedAt),
    })),
  };
}
