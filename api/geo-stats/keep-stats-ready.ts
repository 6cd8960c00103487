import type { Logger } from '../../shared/logger.js';
import { bucketAt, units } from '../../shared/stats/buckets.js';
import type { StatsCache } from '../../shared/stats/stats-cache.js';
import { defaultSpan } from './read-stats-query.js';

/** Delay between the start of an hour and the read of its window. */
const settleMs = 100;

/** Reads the default window at startup and at the start of each hour, so that no request waits for a full read. */
export function keepStatsReady({ stats, logger, now }: Tools): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const read = async (): Promise<void> => {
    const at = now().getTime();
    timer = setTimeout(() => void read(), bucketAt('hour', at) + units.hour.ms - at + settleMs);
    try {
      await stats.read(defaultSpan);
    } catch (error) {
      logger.debug({ err: error }, 'geo-stats: reading ahead failed');
    }
  };
  void read();
  return { close: () => clearTimeout(timer) };
}

type Tools = { stats: StatsCache; logger: Logger; now: () => Date };
