import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { type StoredWatch, storedWatchSchema } from './watch.js';

const read = (text: string): StoredWatch => storedWatchSchema.parse(JSON.parse(text));

/** KEYS: 1 watches, 2 those of the owner. ARGV: 1 id, 2 the watch, 3 most of an owner. Returns 1 when it was added. */
const addScript = `
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('SADD', KEYS[2], ARGV[1])
return 1`;

/** Adds a watch; `false` when its owner has as many as it may have. */
export async function addWatch(redis: RedisConnection, watch: StoredWatch, most: number): Promise<boolean> {
  const keys = [redisKeys.watches, redisKeys.watchesOf(watch.owner)];
  return (await redis.eval(addScript, 2, ...keys, watch.id, JSON.stringify(watch), most)) === 1;
}

/** A watch; `null` when there is none of this id. */
export async function readWatch(redis: RedisConnection, id: string): Promise<StoredWatch | null> {
  const text = await redis.hget(redisKeys.watches, id);
  return text === null ? null : read(text);
}

/** All watches. */
export const readWatches = async (redis: RedisConnection): Promise<StoredWatch[]> =>
  Object.values(await redis.hgetall(redisKeys.watches)).map(read);

/** The watches of an owner, oldest first. */
export async function readWatchesOf(redis: RedisConnection, owner: string): Promise<StoredWatch[]> {
  const ids = await redis.smembers(redisKeys.watchesOf(owner));
  const found = ids.length === 0 ? [] : await redis.hmget(redisKeys.watches, ...ids);
  const watches = found.flatMap((text) => (text === null ? [] : [read(text)]));
  return watches.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** KEYS: 1 watches. ARGV: 1 id, 2 members to set, as JSON. */
const changeScript = `
local text = redis.call('HGET', KEYS[1], ARGV[1])
if not text then return nil end
local watch = cjson.decode(text)
for name, value in pairs(cjson.decode(ARGV[2])) do watch[name] = value end
text = cjson.encode(watch)
redis.call('HSET', KEYS[1], ARGV[1], text)
return text`;

/** Changes members of a watch, unless it was deleted; returns it. */
export async function changeWatch(
  redis: RedisConnection,
  id: string,
  change: Partial<Pick<StoredWatch, 'state' | 'reason' | 'since' | 'lastDeliveryAt'>>,
): Promise<StoredWatch | null> {
  const text = await redis.eval(changeScript, 1, redisKeys.watches, id, JSON.stringify(change));
  return typeof text === 'string' ? read(text) : null;
}

/** Deletes a watch; its deliveries are dropped when they are due. */
export async function deleteWatch(redis: RedisConnection, { id, owner }: StoredWatch): Promise<void> {
  await redis
    .multi()
    .hdel(redisKeys.watches, id)
    .srem(redisKeys.watchesOf(owner), id)
    .unlink(redisKeys.watchTold(id))
    .exec();
}
