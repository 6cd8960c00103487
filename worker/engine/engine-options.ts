import type { ChunkStore } from '../../shared/cluster/chunk-store.js';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { SegmentMetrics } from '../process/segment-metrics.js';
import type { Source } from '../sources/source.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import type { BoardStates } from './board-states.js';

/** What an engine is opened with; each takes what it needs. */
export type EngineOptions = {
  config: Config;
  redis: RedisConnection;
  /** Where postings lie that were moved out of Redis; absent = none were. */
  chunks?: ChunkStore | undefined;
  logger: Logger;
  now: () => Date;
  /** Announcements of collections that were written. */
  collections: Listener;
  boardStates: BoardStates;
  /** The sources of the moment: postings of others are not found. */
  sources: () => readonly Source[];
  gazetteer: Gazetteer;
  threads: Pick<ThreadPool, 'run' | 'turn'>;
  metrics: SegmentMetrics;
};
