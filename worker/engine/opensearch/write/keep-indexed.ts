import type { ChunkStore, StoredVersion } from '../../../../shared/cluster/chunk-store.js';
import type { Logger } from '../../../../shared/logger.js';
import type { Listener } from '../../../../shared/redis/listener.js';
import type { RedisConnection } from '../../../../shared/redis/redis.js';
import { redisKeys } from '../../../../shared/redis/redis-keys.js';
import { runScript } from '../../../../shared/redis/run-script.js';
import {
  type CollectionHead,
  chunkFields,
  isOptionalChunk,
  readCollectionStates,
} from '../../../../shared/search/collections/collection-store.js';
import { chunkSize } from '../../../../shared/search/collections/job-pointers.js';
import { apartField } from '../../../../shared/search/collections/read-chunks.js';
import type { HeldBoards } from '../../held-collections.js';
import { findIndexed, type IndexedCollections } from './indexed-collections.js';
import { removeCollection, type WriteTools, type WriteTurn } from './write-collection.js';

/** Collections looked up at a time, and chunks that are read and written at a time, some 60 kB each. */
const askedAtOnce = 500;
const movedAtOnce = 60;

/** A version that no head names is removed when it is so old: a younger one is being written. */
const writingMs = 600_000;

type MoverOptions = { redis: RedisConnection; chunks: ChunkStore; turn: WriteTurn; now: () => Date };

/** Moves what was collected from Redis to the cluster. */
type PostingMover = {
  /** Moves the postings of whole boards in these versions, unless they were moved. */
  move(refs: readonly StoredVersion[], stop: AbortSignal): Promise<void>;
  /** Removes versions from the cluster that Redis no longer names. */
  sweep(stop: AbortSignal): Promise<void>;
};

/**
 * Boards are written to Redis, which is there when the cluster is not, and moved from there by the first worker that finds them: heads,
 * manifests and what else is small stay.
 */
export function createPostingMover({ redis, chunks, turn, now }: MoverOptions): PostingMover {
  const moved = new Map<string, string>();
  const isMoved = ({ key, version }: StoredVersion): boolean => moved.get(key) === version;
  const moveOne = async (of: StoredVersion): Promise<void> => {
    const name = redisKeys.collection(of.key);
    const [text, apart] = await redis.hmget(name, 'head', apartField);
    const head = text ? (JSON.parse(text) as CollectionHead) : null;
    if (head?.version !== of.version) return;
    const numbers = Array.from({ length: Math.ceil(head.jobs / chunkSize) }, (_, chunk) => chunk);
    const fields = numbers.flatMap(chunkFields);
    if (apart === null && fields.length > 0 && !(await copy(of, fields))) return;
    moved.set(of.key, of.version);
  };
  /** Whether the collection was still of this version. */
  const copy = async (of: StoredVersion, fields: readonly string[]): Promise<boolean> => {
    const name = redisKeys.collection(of.key);
    for (let from = 0; from < fields.length; from += movedAtOnce) {
      const some = fields.slice(from, from + movedAtOnce);
      const packed = await redis.hmgetBuffer(name, ...some);
      const found = some.flatMap((field, at) => {
        const chunk = packed[at];
        return chunk ? [[field, chunk] as const] : [];
      });
      if (some.some((field, at) => !packed[at] && !isOptionalChunk(field))) return false;
      await chunks.write(of, new Map(found));
    }
    const input = { keys: { collection: name }, args: { version: of.version, apart: apartField, chunks: fields } };
    return (await runScript(redis, 'collect/move-chunks', input)) === 1;
  };
  return {
    async move(refs, stop) {
      for (const ref of refs) {
        if (stop.aborted) return;
        if (!isMoved(ref)) await turn(() => moveOne(ref));
      }
    },
    async sweep(stop) {
      for await (const versions of chunks.list())
        for (let from = 0; from < versions.length && !stop.aborted; from += askedAtOnce) {
          const some = versions.slice(from, from + askedAtOnce);
          const states = await readCollectionStates(
            redis,
            some.map(({ key }) => key),
          );
          for (const [at, each] of some.entries()) {
            const isHeld = states[at]?.head?.version === each.version;
            if (!isHeld && each.writtenAt < now().getTime() - writingMs) await chunks.remove(each);
          }
        }
    },
  };
}

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
 * them out of Redis, and removes what is no longer stored. Returns a function that ends it.
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
