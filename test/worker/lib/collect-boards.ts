import { createReadHeld } from '../../../api/jobs/ask-held.js';
import { findJob } from '../../../api/jobs/job.js';
import { type Config, readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import {
  type CollectionAttempt,
  type CollectionHead,
  readCollectionStates,
  readPackedJobs,
  unpackJobs,
} from '../../../shared/search/collections/collection-store.js';
import type { HeldJob, WholeJob } from '../../../shared/search/job.js';
import { readJobCopies } from '../../../shared/search/lookup.js';
import { createCollectSource } from '../../../worker/collect/collect-source.js';
import { createPageAccess } from '../../../worker/collect/crawl/page-access.js';
import type { OpeningCounts } from '../../../worker/openings/track-openings.js';
import { noWorkerMetrics } from '../../../worker/process/metrics.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { createFreshTimes } from '../../../worker/sources/fresh-times.js';
import { createCollectionRecorder } from '../../../worker/stats/record-collection.js';
import { createThreadPool, threadFile } from '../../../worker/threads/thread-pool.js';

/** One reading of a source: what it stored and what became of its openings. */
export type Reading = {
  head: CollectionHead;
  attempt: CollectionAttempt;
  jobs: HeldJob[];
  /** `null` unless the reading was stored as one of a whole board. */
  openings: (OpeningCounts & { doubted: boolean }) | null;
};

export type BoardCollector = {
  /** The moment that the clock shows; assign to move it. */
  now: Date;
  /** Collects one source now, however fresh it is. */
  read(source: string, narrow?: { keyword?: string }): Promise<Reading>;
  /** `GET /api/jobs/{id}`; `null` for a 404. */
  job(id: string): Promise<WholeJob | null>;
  close(): Promise<void>;
};

/** Collects sources of loopback boards as a worker does, at a time that the test chooses. The caller closes it. */
export function createBoardCollector(redis: RedisConnection, sources: object[], start: Date): BoardCollector {
  const logger = createLogger('silent', 'test');
  const config: Config = readConfig({ ALLOW_PRIVATE_HOSTS: '127.0.0.1', CHROMIUM_PATH: '' });
  const threads = createThreadPool({ threads: 1, file: threadFile(), logger });
  const pageAccess = createPageAccess({ config, logger, redis });
  let openings: Reading['openings'] = null;
  const now = () => collector.now;
  const recorder = createCollectionRecorder({ redis, logger, now });
  const read = readSourcesFile(JSON.stringify({ sources }), 'test');
  const collect = createCollectSource({
    ...{ config, logger, redis, threads, pageAccess, recorder, now },
    ...{ sources: read, freshTimes: createFreshTimes(read, config.FRESH_SECONDS) },
    browserQueue: null,
    metrics: {
      ...noWorkerMetrics,
      openings(_kind, counts, doubted) {
        openings = { ...(counts as OpeningCounts), doubted };
      },
    },
  });
  const collector: BoardCollector = {
    now: start,
    async read(source, narrow = {}) {
      openings = null;
      const key = `c-${source}${narrow.keyword ?? ''}`;
      const newerThan = collector.now.getTime();
      const job = {
        v: 1,
        key,
        source,
        narrow,
        requestId: 'r',
        runId: `${newerThan}`,
        priority: 20,
        newerThan,
      } as const;
      await collect(job, new AbortController().signal);
      const [state] = await readCollectionStates(redis, [key]);
      if (!state?.head || !state.attempt) throw new Error(`The source ${source} has no collection.`);
      const packed = await readPackedJobs({ redis }, key, state.head.version);
      const jobs = packed === null ? null : await unpackJobs(packed);
      if (jobs === null) throw new Error(`The collection of ${source} was replaced.`);
      return { head: state.head, attempt: state.attempt, jobs, openings };
    },
    job: (id) =>
      findJob(
        {
          redis,
          now,
          readHeld: createReadHeld({ redis, now }),
          askCopies: ({ id: asked }) => readJobCopies(redis, asked),
        },
        id,
      ).catch(() => null),
    async close() {
      await pageAccess.close();
      await threads.close();
    },
  };
  return collector;
}
