import type { Logger } from '../../../../shared/logger.js';
import type { Listener } from '../../../../shared/redis/listener.js';
import type { RedisConnection } from '../../../../shared/redis/redis.js';
import { readCollectionStates } from '../../../../shared/search/collections/collection-store.js';
import type { HeldBoards } from '../../held-boards.js';
import { findIndexed, type IndexedCollections } from './indexed-collections.js';
import type { PostingMover } from './move-postings.js';
import { removeCollection, type WriteTools } from './write-collection.js';

/** Boards that are read within this time are indexed together, and how long is waited after a failure, in milliseconds. */
const gatherMs = 250;
const retryMs = 5000;

/** How often collections that Redis no longer holds are looked for. */
const sweepMs = 3_600_000;

type Options = WriteTools & {
  redis: RedisConnection;
  boards: HeldBoards;
  indexed: IndexedCollections;
  /** Absent = what was collected stays in Redis. */
  mover: PostingMover | undefined;
  collections: Pick<Listener, 'onAny'>;
  logger: Pick<Logger, 'debug' | 'warn'>;
  stop: AbortSignal;
};

/**
 * Puts boards into the index when any worker has read them, so that the next search finds them there, moves what was collected of
 * them out of Redis, and removes what is no longer held. Returns a function that ends it.
 */
export function keepIndexed({
  redis,
  boards,
  indexed,
  mover,
  collections,
  logger,
  stop,
  ...tools
}: Options): () => void {
  let timer: NodeJS.Timeout | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;
  /** Collections that had no head when they were looked at last: a board is indexed while it is still being stored. */
  let headless: ReadonlySet<string> = new Set();
  let isRunning = false;
  let isNews = false;
  let isStopped = false;

  const sweep = async (): Promise<void> => {
    if (performance.now() - sweptAt < sweepMs) return;
    sweptAt = performance.now();
    const keys = await findIndexed(tools);
    const states = await readCollectionStates(redis, keys);
    const without = keys.filter((_, at) => !states[at]?.head);
    for (const key of without) if (!stop.aborted && headless.has(key)) await removeCollection(tools, key);
    headless = new Set(without);
    await mover?.sweep(stop);
  };
  const run = async (): Promise<void> => {
    timer = null;
    isRunning = true;
    isNews = false;
    let next: number | null = null;
    try {
      const refs = await boards();
      await indexed.hold(refs);
      await mover?.move(refs, stop);
      await indexed.withIndexes(sweep);
    } catch (err) {
      logger.debug({ err }, 'opensearch: boards are not indexed yet');
      next = retryMs;
    } finally {
      isRunning = false;
      if (isNews || next !== null) wake(next ?? gatherMs);
    }
  };
  const wake = (ms: number): void => {
    if (isRunning) isNews = true;
    else if (timer === null && !isStopped && !stop.aborted) {
      timer = setTimeout(() => void run(), ms);
      timer.unref();
    }
  };
  const forget = collections.onAny(() => wake(gatherMs));
  wake(0);
  return () => {
    isStopped = true;
    forget();
    if (timer !== null) clearTimeout(timer);
  };
}
