import type { ChunkStore } from '../../cluster/chunk-store.js';
import { EngineUnavailable } from '../../cluster/engine-unavailable.js';
import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';

/**
 * Where collected postings are read: heads are in Redis, and the postings of full boards in `chunks` once moved there
 * (worker/engine/opensearch/keep-indexed.ts). Absent = everything is in Redis.
 */
export type HeldPostings = { redis: RedisConnection; chunks?: Pick<ChunkStore, 'read'> | undefined };

/** The field of a collection whose chunks have left Redis. */
export const apartField = 'apart';

/** Fields of a collection in the order of the request. */
export type CollectionFields = {
  head: Buffer | null;
  fields: (Buffer | null)[];
  chunks: (Buffer | null)[];
  /** The chunks were read from outside Redis. */
  isApart: boolean;
};

/** Reads fields of a collection and chunks of its postings. Rejects with `EngineUnavailable` if their store is down. */
export async function readCollectionFields(
  { redis, chunks: store }: HeldPostings,
  key: string,
  { fields = [], chunks }: { fields?: readonly string[]; chunks: readonly string[] },
): Promise<CollectionFields> {
  const name = redisKeys.collection(key);
  const [head = null, apart = null, ...found] = await redis.hmgetBuffer(name, 'head', apartField, ...fields, ...chunks);
  const inRedis = { fields: found.slice(0, fields.length), chunks: found.slice(fields.length) };
  if (head === null || apart === null) return { head, ...inRedis, isApart: false };
  if (store === undefined)
    throw new EngineUnavailable('OpenSearch', 'Postings are in OpenSearch, but OPENSEARCH_URL is not set.');
  const { version } = JSON.parse(head.toString()) as { version: string };
  return { head, fields: inRedis.fields, chunks: await store.read({ key, version }, chunks), isApart: true };
}
