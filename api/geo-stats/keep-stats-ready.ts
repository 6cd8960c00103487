import type { Logger } from '../../shared/logger.js';
import type { StatsBook } from '../../shared/stats/book.js';
import { bucketAt, units } from '../../shared/stats/buckets.js';
import { usualSpan } from './read-stats-query.js';

/** An hour's rows are read anew this long after it began. */
const settleMs = 100;

/** Reads the usual window when the API starts and as each hour begins, so that nobody who asks waits for it. */
export function keepStatsReady({ stats, logger, now }: Tools): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const read = async (): Promise<void> => {
    const at = now().getTime();
    timer = setTimeout(() => void read(), bucketAt('hour', at) + units.hour.ms - at + settleMs);
    try {
      await stats.read(usualSpan);
    } catch (error) {
      logger.debug({ err: error }, 'geo-stats: not read ahead');
    }
  };
  void read();
  return { close: () => clearTimeout(timer) };
}

type Tools = { stats: StatsBook; logger: Logger; now: () => Date };
