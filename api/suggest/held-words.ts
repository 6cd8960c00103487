import type { RedisConnection } from '../../shared/redis/redis.js';
import { haveGrown, readSuggestions, wordTotal } from '../../shared/search/collections/word-counts.js';
import { type PreparedWords, prepareWords } from './find-words.js';

/** Milliseconds that the words in memory are used; workers publish them once a minute, and sooner while they grow. */
const maxAgeMs = 60_000;

/** The same while they grow (`haveGrown`), and while none are published. */
const growingAgeMs = 5000;
const emptyAgeMs = 1000;

/** The published words, kept in memory; `null` while none are published. */
export type HeldWords = { read(): Promise<PreparedWords | null> };

/** Creates the memory of an API process. Requests that come together share one read of Redis. */
export function createHeldWords({ redis, now }: { redis: RedisConnection; now: () => Date }): HeldWords {
  let held: { words: PreparedWords | null; count: number; until: number } | null = null;
  let reading: Promise<PreparedWords | null> | null = null;

  const load = async (): Promise<PreparedWords | null> => {
    const published = await readSuggestions(redis);
    const count = published === null ? 0 : wordTotal(published);
    const words = published === null || count === 0 ? null : prepareWords(published);
    const ageMs = words === null ? emptyAgeMs : haveGrown(count, held?.count ?? 0) ? growingAgeMs : maxAgeMs;
    held = { words, count, until: now().getTime() + ageMs };
    return words;
  };
  return {
    async read() {
      if (held !== null && now().getTime() < held.until) return held.words;
      reading ??= load().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}
