import { noteAsked } from '../shared/asked.js';
import type { Logger } from '../shared/logger.js';
import type { RedisConnection } from '../shared/redis.js';

/** Counts how much each search is asked for, by its key alone, gathered and written behind the answers. */
export type AskedSearches = {
  add(searchKey: string): void;
  /** Writes what is gathered and stops. */
  close(): Promise<void>;
};

/** How long counts are gathered, and of how many searches at most; of the others nothing is kept this once. */
const gatherMs = 1000;
const mostGathered = 2000;

/** `wanted`: whether anybody reads the counts. */
export function createAskedSearches({ redis, logger, now, wanted }: Made): AskedSearches {
  let asked = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (asked.size === 0) return;
    const gathered = asked;
    asked = new Map();
    try {
      await noteAsked(redis, gathered, now());
    } catch (error) {
      // What is lost is a second of counting; the next ones show the same searches.
      logger.debug({ err: error }, 'asked searches: not counted');
    }
  };

  return {
    add(key) {
      if (!wanted) return;
      const known = asked.get(key);
      if (known === undefined && asked.size >= mostGathered) return;
      asked.set(key, (known ?? 0) + 1);
      timer ??= setTimeout(() => void write(), gatherMs);
    },
    close: write,
  };
}

type Made = { redis: RedisConnection; logger: Logger; now: () => Date; wanted: boolean };
