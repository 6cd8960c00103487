import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import type { CollectJob } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { WorkerMetrics } from '../process/metrics.js';
import type { FreshTimes } from '../sources/fresh-times.js';

/** Dependencies of the schedule of whole boards. */
export type ScheduleContext = {
  config: Pick<Config, 'SCHEDULE_AT_ONCE'>;
  logger: Logger;
  redis: RedisConnection;
  queues: { http: Queue<CollectJob>; browser: Queue<CollectJob> };
  freshTimes: FreshTimes;
  /** Identifies the content of the sources file. */
  sourcesHash: string;
  metrics: Pick<WorkerMetrics, 'scheduled'>;
  now: () => Date;
  /** A number from 0 to 1 that spreads the readings. */
  chance: () => number;
};

/** How often every worker's turn to look for due boards comes, in ms. */
export const tickMs = 2000;
