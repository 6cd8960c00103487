import type { Logger } from '../../shared/logger.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/** Knows which sources file the workers answer from, so that answers made from another one are not given. */
export type SourcesVersionWatch = {
  current: () => string | null;
  /** The sources a search asks, in the workers' order; `[]` while no worker lives. */
  sourceNames: () => Promise<readonly string[]>;
  close(): void;
};

/** How often it looks: an operator's new sources file counts within this time. */
const lookMs = 2000;

export function createSourcesVersionWatch({ redis, logger, now }: SourcesVersionOptions): SourcesVersionWatch {
  let print: string | null = null;
  let names: readonly string[] = [];
  let looking = false;
  const read = async (): Promise<void> => {
    const [seen, workers] = await Promise.all([redis.get(redisKeys.sourcesPrint), readWorkers(redis, now())]);
    print = seen;
    names = workers.find(({ alive, sourcesPrint }) => alive && sourcesPrint === seen)?.sources ?? [];
  };
  const look = async (): Promise<void> => {
    if (looking || redis.status !== 'ready') return;
    looking = true;
    try {
      await read();
    } catch (error) {
      logger.debug({ err: error }, 'the sources file is not known just now');
    } finally {
      looking = false;
    }
  };
  redis.on('ready', () => void look());
  const timer = setInterval(() => void look(), lookMs);
  return {
    current: () => print,
    async sourceNames() {
      // A worker that came within the last moments has not been seen yet.
      if (names.length === 0) await read();
      return names;
    },
    close: () => clearInterval(timer),
  };
}

type SourcesVersionOptions = { redis: RedisConnection; logger: Logger; now: () => Date };
