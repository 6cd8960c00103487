import type { RedisConnection } from '../../shared/redis/redis.js';
import { readSuggestions, wordKinds } from '../../shared/search/collections/word-counts.js';
import { type PreparedWords, prepareWords } from './find-words.js';

/** Milliseconds that the words in memory are used; workers publish them at most once a minute. */
const maxAgeMs = 60_000;

/** The same while none are published, so that the first ones are soon found. */
const emptyAgeMs = 1000;

/** The published words, kept in memory; `null` while none are published. */
export type HeldWords = { read(): Promise<PreparedWords | null> };

/** Creates the memory of an API process. Requests that come together share one read of Redis. */
export function createHeldWords({ redis, now }: { redis: RedisConnection; now: () => Date }): HeldWords {
  let held: { words: PreparedWords | null; until: number } | null = null;
  let reading: Promise<PreparedWords | null> | null = null;

  const load = async (): Promise<PreparedWords | null> => {
    const published = await readSuggestions(redis);
    const isEmpty = published === null || wordKinds.every((kind) => published[kind].length === 0);
    const words = isEmpty ? null : prepareWords(published);
    held = { words, until: now().getTime() + (words === null ? emptyAgeMs : maxAgeMs) };
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
