import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../shared/logger.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { type CollectionState, readCollectionStates } from '../../shared/search/collections/collection-store.js';

/** The states of collections; those of full boards are cached. */
export type BoardStates = {
  /** The states of these collections, in order. */
  read(keys: readonly string[]): Promise<CollectionState[]>;
  /** Reads a collection's state from Redis the next time unless this version is known; another process has seen it. */
  expect(key: string, version: string): void;
  /** Reads a collection's state from Redis the next time. */
  forget(key: string): void;
  close(): void;
};

/** Cached states are compared with Redis after this long, when a search uses them: pub/sub may lose announcements. */
const recheckMs = 5000;

/** States read between two turns of the event loop. */
const batch = 200;

type Options = {
  redis: RedisConnection;
  collections: Pick<Listener, 'onAny' | 'onInterrupted'>;
  logger: Pick<Logger, 'debug'>;
  /** The keys of full boards; others are always read. */
  boards: ReadonlySet<string>;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

/**
 * Caches the states of full boards, so that a search over thousands of them does not read each from Redis: a written
 * collection and each attempt to write one are announced, and its state is then read again.
 */
export function createBoardStates({
  redis,
  collections,
  logger,
  boards,
  clock = () => performance.now(),
}: Options): BoardStates {
  const known = new Map<string, CollectionState>();
  /** Keys announced during a read: its result may be older than the announcement. */
  const announced = new Set<string>();
  let reads = 0;
  let epoch = 0;
  let checkedAt = clock();
  let rechecking = false;

  const forget = (key: string): void => {
    known.delete(key);
    if (reads > 0) announced.add(key);
  };
  const forgetAll = (): void => {
    known.clear();
    epoch += 1;
  };
  const offs = [collections.onAny(({ key }) => forget(key)), collections.onInterrupted(forgetAll)];

  /** Reads states from Redis, and caches those of boards. */
  const readNow = async (keys: readonly string[]): Promise<CollectionState[]> => {
    const began = epoch;
    reads += 1;
    try {
      const states = await readCollectionStates(redis, [...keys]);
      for (const [at, key] of keys.entries()) {
        const state = states[at];
        if (state === undefined || !boards.has(key) || announced.has(key) || began !== epoch) continue;
        known.set(key, state);
      }
      return states;
    } finally {
      reads -= 1;
      if (reads === 0) announced.clear();
    }
  };
  const recheck = async (): Promise<void> => {
    const keys = [...known.keys()];
    for (let from = 0; from < keys.length; from += batch) {
      await readNow(keys.slice(from, from + batch));
      await nextTurn();
    }
  };
  const recheckWhenDue = (): void => {
    if (rechecking || clock() - checkedAt < recheckMs) return;
    rechecking = true;
    recheck()
      .catch((err: unknown) => {
        forgetAll();
        logger.debug({ err }, 'boards: their states could not be read again');
      })
      .finally(() => {
        rechecking = false;
        checkedAt = clock();
      });
  };

  return {
    async read(keys) {
      const remembered = keys.map((key) => known.get(key));
      if (remembered.every((state) => state !== undefined)) {
        recheckWhenDue();
        return remembered;
      }
      const lacking = keys.filter((key) => !known.has(key));
      // Taken before Redis answers: an announcement in the meantime drops the cached state.
      const found = new Map(
        keys.flatMap((key) => {
          const state = known.get(key);
          return state === undefined ? [] : [[key, state] as const];
        }),
      );
      const states = lacking.length === 0 ? [] : await readNow(lacking);
      for (const [at, key] of lacking.entries()) {
        const state = states[at];
        if (state !== undefined) found.set(key, state);
      }
      recheckWhenDue();
      return keys.map((key) => found.get(key) ?? { head: null, attempt: null });
    },
    expect(key, version) {
      if (known.get(key)?.head?.version !== version) forget(key);
    },
    forget,
    close() {
      for (const off of offs) off();
    },
  };
}
