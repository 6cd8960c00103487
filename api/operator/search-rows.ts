import { type FailedJob, readFailedJobs } from '../../shared/queue/failed-jobs.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { findSearchRuns, type SearchRequestNote, type SearchRun } from '../../shared/search/search-runs.js';

/** Rows of a list at most. */
const mostRows = 100;

const time = (at: number): string => new Date(at).toISOString();

/** A run as the page shows it; times are ISO 8601, `waitedMs` is its time in the queue. */
const runRow = ({ queuedAt, startedAt, endedAt, ...run }: SearchRun) => ({
  ...run,
  ...{ queuedAt: time(queuedAt), startedAt: time(startedAt), endedAt: time(endedAt) },
  ...{ waitedMs: Math.max(0, startedAt - queuedAt), tookMs: endedAt - startedAt },
});
const withTime = <Row extends SearchRequestNote | FailedJob>({ at, ...row }: Row) => ({ ...row, at: time(at) });

/**
 * The searches that workers ran lately and the jobs that failed, the latest first. With the `id` of a request, a trace or a search
 * those of it alone, with the reports of its boards and the requests that it answered.
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
