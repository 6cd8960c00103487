/** Moves collected postings from Redis to the cluster. */
import type { ChunkStore, StoredVersion } from '../../shared/cluster/chunk-store.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import type { Turn } from '../../shared/redis/turns.js';
import {
  type CollectionHead,
  chunkFields,
  isOptionalChunk,
  readCollectionStates,
} from '../../shared/search/collections/collection-store.js';
import { chunkSize } from '../../shared/search/collections/job-pointers.js';
import { apartField } from '../../shared/search/collections/read-chunks.js';

/** Collections looked up at a time, and chunks read and written at a time, some 60 kB each. */
const askedAtOnce = 500;
const movedAtOnce = 60;

/** Age at which a version that no head names is removed: a younger one may still be being written. */
const writingMs = 600_000;

type MoverOptions = { redis: RedisConnection; chunks: ChunkStore; turn: Turn; now: () => Date };

type PostingMover = {
  /** Moves the postings of full boards in these versions, unless they were moved. */
  move(refs: readonly StoredVersion[], stop: AbortSignal): Promise<void>;
  /** Removes versions from the cluster that Redis no longer names. */
  sweep(stop: AbortSignal): Promise<void>;
};

/**
 * Boards are written to Redis, which works without the cluster, and moved from there by the first worker that finds
 * them: heads, manifests and other small data stay.
 */
export function createPostingMover({ redis, chunks, turn, now }: MoverOptions): PostingMover {
  const moved = new Map<string, string>();
  /** Copies chunks; returns whether the collection still had this version. */
  const copy = async (of: StoredVersion, fields: readonly string[]): Promise<boolean> => {
    const name = redisKeys.collection(of.key);
    for (let from = 0; from < fields.length; from += movedAtOnce) {
      const some = fields.slice(from, from + movedAtOnce);
      const packed = await redis.hmgetBuffer(name, ...some);
      if (some.some((field, at) => !packed[at] && !isOptionalChunk(field))) return false;
      await chunks.write(of, new Map(some.flatMap((field, at) => (packed[at] ? [[field, packed[at]]] : []))));
    }
    const input = { keys: { collection: name }, args: { version: of.version, apart: apartField, chunks: fields } };
    return (await runScript(redis, 'collect/move-chunks', input)) === 1;
  };
  const moveOne = async (of: StoredVersion): Promise<void> => {
    const [text, apart] = await redis.hmget(redisKeys.collection(of.key), 'head', apartField);
    const head = text ? (JSON.parse(text) as CollectionHead) : null;
    if (head?.version !== of.version) return;
    const fields = Array.from({ length: Math.ceil(head.jobs / chunkSize) }, (_, chunk) => chunkFields(chunk)).flat();
    if (apart !== null || fields.length === 0 || (await copy(of, fields))) moved.set(of.key, of.version);
  };
  return {
    async move(refs, stop) {
      for (const ref of refs) if (!stop.aborted && moved.get(ref.key) !== ref.version) await turn(() => moveOne(ref));
    },
    async sweep(stop) {
      for await (const versions of chunks.list())
        for (let from = 0; from < versions.length && !stop.aborted; from += askedAtOnce) {
          const some = versions.slice(from, from + askedAtOnce);
          const states = await readCollectionStates(
            redis,
            some.map(({ key }) => key),
          );
          const isOld = ({ writtenAt }: (typeof some)[number]) => writtenAt < now().getTime() - writingMs;
          for (const [at, each] of some.entries())
            if (states[at]?.head?.version !== each.version && isOld(each)) await chunks.remove(each);
        }
    },
  };
}
