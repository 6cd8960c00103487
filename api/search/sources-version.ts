import type { Logger } from '../../shared/logger.js';
import { createSourceNames, type SourceNames } from '../../shared/queue/source-names.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/** Knows which sources file the workers use, so that documents made with another one are not served. */
export type SourcesVersionWatch = {
  /** Hash of the workers' sources file; `null` until known. */
  sourcesHash: () => string | null;
  /** Names of the sources of a search, in the workers' order; `[]` while no worker is alive. */
  sourceNames: () => Promise<readonly string[]>;
  /** Names of the sources that the workers know. */
  namesOf: SourceNames['of'];
  close(): void;
};

/** Polling interval: a new sources file takes effect within this time. */
const pollMs = 2000;

export function createSourcesVersionWatch({ redis, logger, now }: SourcesVersionOptions): SourcesVersionWatch {
  let hash: string | null = null;
  let names: readonly string[] = [];
  const sourceNames = createSourceNames(redis);
  let reading = false;
  const read = async (): Promise<void> => {
    const [stored, workers] = await Promise.all([redis.get(redisKeys.sourcesPrint), readWorkers(redis, now())]);
    hash = stored;
    const current = workers.find(({ alive, sourcesPrint }) => alive && sourcesPrint === stored);
    names = current === undefined ? [] : await sourceNames.of([current]);
  };
  const poll = async (): Promise<void> => {
    if (reading || redis.status !== 'ready') return;
    reading = true;
    try {
      await read();
    } catch (error) {
      logger.debug({ err: error }, 'sources version not read');
    } finally {
      reading = false;
    }
  };
  redis.on('ready', () => void poll());
  const timer = setInterval(() => void poll(), pollMs);
  return {
    sourcesHash: () => hash,
    async sourceNames() {
      // A worker may have started since the last poll.
      if (names.length === 0) await read();
      return names;
    },
    namesOf: sourceNames.of,
    close: () => clearInterval(timer),
  };
}

type SourcesVersionOptions = { redis: RedisConnection; logger: Logger; now: () => Date };
