import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import {
  type CollectionWords,
  haveGrown,
  readCollectionWords,
  type WordKind,
  wordTotal,
  writeSuggestions,
} from '../../shared/search/collections/word-counts.js';
import type { Place } from '../../shared/search/job.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { locationOf, searchableLocation } from '../match/rank/facets/place-facets.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import { addWords, countWords, createCounters, createWiderPlaces, listWords } from './count-words.js';

/** Published words: some 100 kB compressed. */
const mostPublished: Readonly<Record<WordKind, number>> = { titles: 5000, skills: 2000, companies: 2000, places: 2000 };

/** Collections whose words are read at once. */
const batch = 20;

/** Milliseconds from a change until the words are published, so that further boards changing then are included. */
const defaultSettleMs = 1000;

/** All workers together publish the words at most this often, in milliseconds. */
const defaultEveryMs = 60_000;

/** The same while they grow (`haveGrown`). */
const defaultGrowingMs = 5000;

/** They are published at least this often, in milliseconds: postings end even if no board has changed. */
const defaultRenewMs = 3_600_000;

type Options = {
  redis: RedisConnection;
  logger: Logger;
  /** Keys of the collections of full boards. */
  keys: () => readonly string[];
  now: () => Date;
  settleMs?: number;
  everyMs?: number;
  growingMs?: number;
  renewMs?: number;
};

type WordPublisher = {
  /** Has the words published, since a collection has changed. */
  changed(): void;
  /** Resolves when nothing is being published; cancels planned work. */
  close(): Promise<void>;
};

/**
 * Publishes the words of all full boards for `GET /api/suggest` after a change. Leaves out sources that are searched
 * per query: their collections belong to the searches of single callers.
 */
export function createWordPublisher(options: Options): WordPublisher {
  const { redis, logger, settleMs = defaultSettleMs } = options;
  const { everyMs = defaultEveryMs, growingMs = defaultGrowingMs, renewMs = defaultRenewMs } = options;
  let published = 0;
  const none = { at: Number.POSITIVE_INFINITY, timer: undefined as NodeJS.Timeout | undefined };
  let planned = none;
  let running: Promise<void> | null = null;
  let isClosed = false;

  /** `isNews`: a board has changed since the last publication, so it is tried again while another worker publishes. */
  const plan = (ms: number, isNews: boolean): void => {
    const at = performance.now() + ms;
    if (isClosed || planned.at <= at) return;
    clearTimeout(planned.timer);
    const timer = setTimeout(() => {
      planned = none;
      running = publish(isNews).finally(() => {
        running = null;
        plan(renewMs, false);
      });
    }, ms);
    planned = { at, timer };
  };
  const publish = async (isNews: boolean): Promise<void> => {
    try {
      const isMine = (await redis.set(redisKeys.suggestionsLock, '1', 'PX', growingMs, 'NX')) !== null;
      if (isMine) {
        const count = await publishWords(options);
        if (count === 0) await redis.del(redisKeys.suggestionsLock);
        else if (!haveGrown(count, published)) await redis.pexpire(redisKeys.suggestionsLock, everyMs);
        published = count;
      }
      if (!isMine && isNews) plan(Math.max(settleMs, await redis.pttl(redisKeys.suggestionsLock)), true);
    } catch (err) {
      logger.debug({ err }, 'suggestions: could not be published');
      plan(everyMs, true);
    }
  };
  plan(renewMs, false);
  return {
    changed: () => plan(settleMs, true),
    async close() {
      isClosed = true;
      clearTimeout(planned.timer);
      await running;
    },
  };
}

/** Adds up the words of all boards' open postings and publishes them. Returns their number. */
export async function publishWords({ redis, keys, now }: Pick<Options, 'redis' | 'keys' | 'now'>): Promise<number> {
  const counters = createCounters(mostPublished);
  const all = keys();
  for (let from = 0; from < all.length; from += batch)
    for (const words of await readCollectionWords(redis, all.slice(from, from + batch), now().getTime()))
      addWords(counters, words);
  const { ends: _none, ...words } = listWords(counters);
  await writeSuggestions(redis, words);
  return wordTotal(words);
}

type SuggestionOptions = {
  redis: RedisConnection;
  logger: Logger;
  gazetteer: Gazetteer;
  /** The current sources. */
  sources: () => readonly Source[];
  now: () => Date;
};

/** A worker's part in `GET /api/suggest`. */
export type Suggestions = WordPublisher & {
  /** The most frequent words of a full board's open postings, which are stored with it. */
  count(jobs: readonly Pick<CollectedJob, 'job'>[]): Promise<CollectionWords>;
};

/** Counts the words of boards and publishes those of all boards. */
export function openSuggestions({ redis, logger, gazetteer, sources, now }: SuggestionOptions): Suggestions {
  const widerOf = createWiderPlaces(gazetteer);
  // An unknown town is found by its name; a state with the same name as its town would give two rows with one name.
  const nameOf = (place: Place) => (place.level === 'city' ? locationOf : searchableLocation)(place, gazetteer);
  return {
    ...createWordPublisher({ redis, logger, now, keys: () => sources().filter(isWholeBoard).map(boardKey) }),
    count: (jobs) => countWords(jobs, { nameOf, widerOf, now: now().getTime() }),
  };
}
