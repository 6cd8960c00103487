import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { createLogger } from '../../../shared/logger.js';
import type { CollectJob } from '../../../shared/queue/queues.js';
import { beat } from '../../../shared/queue/workers.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { writeAttempt, writeCollection } from '../../../shared/search/collections/collection-store.js';
import { endCooldown, reportFailure } from '../../../worker/collect/protect/source-cooldown.js';
import { noteReading } from '../../../worker/schedule/note-reading.js';
import { noteFound, type ScheduleContext } from '../../../worker/schedule/schedule-store.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { createFreshTimes, type FreshTimes } from '../../../worker/sources/fresh-times.js';
import { SourceError } from '../../../worker/sources/source.js';

/** The schedule of some boards on a real Redis, at a time that the test chooses, with readings that the test ends. */
export type ScheduleStage = ReturnType<typeof createScheduleStage>;

/** `count` Greenhouse boards on one host, with further settings. */
export function boardEntries(count: number, more: object = {}, name = 'b'): object[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${name}-${at}`,
    kind: 'greenhouse',
    board: `x${at}`,
    ...more,
  }));
}

export function createScheduleStage(redis: RedisConnection, entries: readonly object[]) {
  const queued: CollectJob[] = [];
  const queue = {
    name: 'collect-http',
    add: async (_name: string, job: CollectJob) => void queued.push(job),
  } as unknown as Queue<CollectJob>;
  const freshTimes: FreshTimes = createFreshTimes(readSourcesFile(JSON.stringify({ sources: entries }), 'test'), 600);
  const stage = {
    /** Epoch ms; assign to move the clock. */
    now: Date.now(),
    /** Jobs queued so far; a test takes them out. */
    queued,
    freshTimes,
    keys: freshTimes.boards.map(({ key }) => key),
    context: {
      ...{ config: { SCHEDULE_AT_ONCE: 16 }, logger: createLogger('silent', 'test'), redis, freshTimes },
      ...{ queues: { http: queue, browser: queue }, sourcesHash: 'test', chance: () => 0.5 },
      ...{ metrics: { scheduled: () => undefined }, now: () => new Date(stage.now) },
    } as ScheduleContext,
    /** Has one worker more be alive, which takes these queues. */
    addWorker(id: string, queues: Parameters<typeof beat>[1]['queues'] = ['collect-http']): Promise<void> {
      return beat(redis, {
        ...{ id, startedAt: stage.now, lastSeenAt: stage.now, queues, running: 0, finished: 0 },
        ...{ sources: [], sourcesPrint: 'test', browser: 'none' },
      });
    },
    /** Ends the reading of a board: it returned this version of its postings, or failed. */
    async end(job: CollectJob, outcome: { version?: string; pages?: number } | 'failed' | 'ours' = {}): Promise<void> {
      const { key, source, freshSeconds = 600 } = job;
      const at = stage.now;
      const attempt = { at, jobs: 0, tookMs: 5, detail: null, ours: outcome === 'ours' };
      if (typeof outcome === 'string') {
        const failure = new SourceError('broken', 'The source answered 500.');
        if (outcome === 'failed') await reportFailure(redis, source, { failure, now: new Date(at) });
        await writeAttempt(redis, key, { attempt: { ...attempt, status: 'failed' }, keepMs: 86_400_000 });
      } else {
        const { version = randomUUID(), pages = 1 } = outcome;
        const times = { collectedAt: at, freshUntil: at + freshSeconds * 1000, staleUntil: at + 86_400_000 };
        await endCooldown(redis, source);
        await writeCollection(redis, key, {
          head: { v: 1, source, version, ...times, jobs: 0, detail: null },
          attempt: { ...attempt, status: 'ok', pages },
          jobs: [],
        });
      }
      await noteReading(stage.context, job, at);
    },
    /** Has searches find postings of boards. */
    find: (keys: readonly string[]): Promise<void> => noteFound(redis, keys, stage.now),
    /** Seconds until each board is read next, in the order of the file. */
    async waits(): Promise<(number | null)[]> {
      const scores = await Promise.all(stage.keys.map((key) => redis.zscore(redisKeys.boardsDue, key)));
      return scores.map((score) => (score === null ? null : Math.round((Number(score) - stage.now) / 1000)));
    },
  };
  return stage;
}
