import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import {
  type CollectionState,
  readCollectionStates,
  readPackedJobs,
  unpackJobs,
} from '../../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { createCollectSource } from '../../../worker/collect/collect-source.js';
import { createPageAccess } from '../../../worker/collect/crawl/page-access.js';
import { noWorkerMetrics } from '../../../worker/process/metrics.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { createFreshTimes } from '../../../worker/sources/fresh-times.js';
import { createCollectionRecorder } from '../../../worker/stats/record-collection.js';
import { createThreadPool, threadFile } from '../../../worker/threads/thread-pool.js';

export type CollectorCounts = {
  /** Responses parsed and batches of postings normalised in threads. */
  parsed: number;
  normalised: number;
  /** Collections that were renewed without being read. */
  unchanged: number;
};

/** Collects one source as a worker does, over HTTP on loopback and with threads of its own; needs a build. */
export type Collector = {
  /** Counts since the last call of `collect`. */
  counts: CollectorCounts;
  /** The clock of the collector, epoch ms; collections are made anew however fresh they are. */
  now: number;
  /** Settings of the source beside its id; a change makes it another reading of the same collection. */
  settings: object;
  /** `demand`: as for a caller who wants nothing older than now, or as for a board that is only to be analysed. */
  collect(demand?: 'everything' | 'analysis'): Promise<void>;
  state(): Promise<CollectionState>;
  jobs(): Promise<HeldJob[]>;
  key: string;
  close(): Promise<void>;
};

export function openCollector(redis: RedisConnection, settings: object): Collector {
  const logger = createLogger('silent', 'test');
  const config = readConfig({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  const pool = createThreadPool({ threads: 1, file: threadFile(), logger });
  const access = createPageAccess({ config, logger, redis });
  const recorder = createCollectionRecorder({ redis, logger, now: () => new Date(collector.now) });
  const collector: Collector = {
    counts: { parsed: 0, normalised: 0, unchanged: 0 },
    now: Date.now(),
    settings,
    key: 'c-board',
    async collect(demand) {
      const counts = { parsed: 0, normalised: 0, unchanged: 0 };
      collector.counts = counts;
      const entry = { id: 'board', perMinute: 60_000, concurrency: 4, ...collector.settings };
      const run: typeof pool.run = (name, task, options) => {
        if (name === 'parsePage' || name === 'parseMails') counts.parsed += 1;
        if (name === 'normaliseBatch') counts.normalised += 1;
        return pool.run(name, task, options);
      };
      const unchanged = (): void => {
        counts.unchanged += 1;
      };
      const sources = readSourcesFile(JSON.stringify({ sources: [entry] }), 'test');
      const collectSource = createCollectSource({
        ...{ config, logger, redis, recorder, pageAccess: access, browserQueue: null },
        sources,
        freshTimes: createFreshTimes(sources, config.FRESH_SECONDS),
        threads: { run, turn: pool.turn, warm: pool.warm },
        metrics: { ...noWorkerMetrics, unchanged },
        now: () => new Date(collector.now),
      });
      const job = { v: 1, key: collector.key, source: 'board', narrow: {}, requestId: 'r', runId: `run-${counter++}` };
      const detailsNewerThan = demand === 'everything' ? collector.now : 0;
      const newerThan = demand === 'analysis' ? 0 : collector.now + 1;
      const more = { priority: 20, newerThan, detailsNewerThan } as const;
      await collectSource({ ...job, ...more, v: 1 }, new AbortController().signal);
    },
    async state() {
      const [state] = await readCollectionStates(redis, [collector.key]);
      return state ?? { head: null, attempt: null };
    },
    async jobs() {
      const { head } = await collector.state();
      const packed = head === null ? null : await readPackedJobs({ redis }, collector.key, head.version);
      return packed === null ? [] : unpackJobs(packed);
    },
    async close() {
      await access.close();
      await pool.close();
    },
  };
  return collector;
}

let counter = 0;
