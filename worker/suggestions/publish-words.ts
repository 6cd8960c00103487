import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readCollectionWords, type WordKind, wordKinds, writeSuggestions } from '../../shared/search/word-counts.js';
import { addWords, createCounters, listWords } from './count-words.js';

/** Words that are published: some 100 kB compressed. */
const mostPublished: Readonly<Record<WordKind, number>> = { titles: 5000, skills: 2000, companies: 2000, places: 2000 };

/** Collections whose words are read at once. */
const batch = 20;

/** After a change, milliseconds until the words are published; further boards of the same moment are then among them. */
const defaultSettleMs = 1000;

/** The words are published at most so often by all workers together, in milliseconds. */
const defaultEveryMs = 60_000;

type Options = {
  redis: RedisConnection;
  logger: Logger;
  /** Keys of the collections of whole boards. */
  keys: () => readonly string[];
  settleMs?: number;
  everyMs?: number;
};

export type WordPublisher = {
  /** Has the words published, since a collection has changed. */
  changed(): void;
  /** Resolves when nothing is being published; drops what was planned. */
  close(): Promise<void>;
};

/**
 * Publishes the words of all whole boards for `GET /api/suggest` after a change. Sources that are searched for each query are
 * left out: their collections belong to the searches of single callers.
 */
export function createWordPublisher(options: Options): WordPublisher {
  const { redis, logger, settleMs = defaultSettleMs, everyMs = defaultEveryMs } = options;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  const plan = (ms: number): void => {
    if (isClosed || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      running = publish().finally(() => {
        running = null;
      });
    }, ms);
  };
  const publish = async (): Promise<void> => {
    try {
      const isMine = (await redis.set(redisKeys.suggestionsLock, '1', 'PX', everyMs, 'NX')) !== null;
      if (isMine && (await publishWords(options)) === 0) await redis.del(redisKeys.suggestionsLock);
      if (!isMine) plan(Math.max(settleMs, await redis.pttl(redisKeys.suggestionsLock)));
    } catch (err) {
      logger.debug({ err }, 'suggestions: could not be published');
      plan(everyMs);
    }
  };
  return {
    changed: () => plan(settleMs),
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

/** Adds up the words of all boards and publishes them. Returns how many there are; the first ones of a new service need not wait. */
export async function publishWords({ redis, keys }: Pick<Options, 'redis' | 'keys'>): Promise<number> {
  const counters = createCounters(mostPublished);
  const all = keys();
  for (let from = 0; from < all.length; from += batch)
    for (const words of await readCollectionWords(redis, all.slice(from, from + batch))) addWords(counters, words);
  const words = listWords(counters);
  await writeSuggestions(redis, words);
  return wordKinds.reduce((sum, kind) => sum + words[kind].length, 0);
}
