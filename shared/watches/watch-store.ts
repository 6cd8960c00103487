import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { type StoredWatch, storedWatchSchema } from './watch.js';

const read = (text: string): StoredWatch => storedWatchSchema.parse(JSON.parse(text));

/** KEYS: 1 watches, 2 those of the owner, 3 revision. ARGV: 1 id, 2 the watch, 3 most of an owner, 4 the new revision. Returns 1 when it was added. */
const addScript = `
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('SET', KEYS[3], ARGV[4])
return 1`;

/** Adds a watch; `false` when its owner has as many as it may have. */
export async function addWatch(redis: RedisConnection, watch: StoredWatch, most: number): Promise<boolean> {
  const keys = [redisKeys.watches, redisKeys.watchesOf(watch.owner), redisKeys.watchesRevision];
  return (await redis.eval(addScript, 3, ...keys, watch.id, JSON.stringify(watch), most, randomUUID())) === 1;
}

/** A watch; `null` when there is none of this id. */
export async function readWatch(redis: RedisConnection, id: string): Promise<StoredWatch | null> {
  const text = await redis.hget(redisKeys.watches, id);
  return text === null ? null : read(text);
}

/** How many watches there are. */
export const countWatches = (redis: RedisConnection): Promise<number> => redis.hlen(redisKeys.watches);

/** Changes whenever a watch is added, deleted, paused or resumed; `null` = there was never one. */
export const readRevision = (redis: RedisConnection): Promise<string | null> => redis.get(redisKeys.watchesRevision);

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

/** Paused watches, as many as an operator reads through: a hundred. */
export async function readPausedWatches(redis: RedisConnection): Promise<StoredWatch[]> {
  const ids = await redis.srandmember(redisKeys.watchesPaused, 100);
  const found = ids.length === 0 ? [] : await redis.hmget(redisKeys.watches, ...ids.toSorted());
  return found.flatMap((text) => (text === null ? [] : [read(text)]));
}

/** How many watches each of these owners has. */
export const countWatchesOf = (redis: RedisConnection, owners: readonly string[]): Promise<number[]> =>
  Promise.all(owners.map((owner) => redis.scard(redisKeys.watchesOf(owner))));

/** KEYS: 1 watches, 2 revision, 3 paused. ARGV: 1 id, 2 members to set, as JSON, 3 the new revision, empty = it stays. */
const changeScript = `
local text = redis.call('HGET', KEYS[1], ARGV[1])
if not text then return nil end
local watch = cjson.decode(text)
for name, value in pairs(cjson.decode(ARGV[2])) do watch[name] = value end
text = cjson.encode(watch)
redis.call('HSET', KEYS[1], ARGV[1], text)
if ARGV[3] ~= '' then redis.call('SET', KEYS[2], ARGV[3]) end
redis.call(watch.state == 'paused' and 'SADD' or 'SREM', KEYS[3], ARGV[1])
return text`;

/** Changes members of a watch, unless it was deleted; returns it. */
export async function changeWatch(
  redis: RedisConnection,
  id: string,
  change: Partial<Pick<StoredWatch, 'state' | 'reason' | 'since' | 'lastDeliveryAt'>>,
): Promise<StoredWatch | null> {
  const revision = change.state === undefined && change.since === undefined ? '' : randomUUID();
  const keys = [redisKeys.watches, redisKeys.watchesRevision, redisKeys.watchesPaused];
  const text = await redis.eval(changeScript, keys.length, ...keys, id, JSON.stringify(change), revision);
  return typeof text === 'string' ? read(text) : null;
}

/** KEYS: 1 watches, 2 those of the owner, 3 what it was told, 4 its deliveries, 5 all, 6 when they are due, 7 revision, 8 paused, 9 when they were made. ARGV: 1 id, 2 the new revision. */
const deleteScript = `
for _, delivery in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
  redis.call('HDEL', KEYS[5], delivery)
  redis.call('ZREM', KEYS[6], delivery)
  redis.call('ZREM', KEYS[9], delivery)
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('SREM', KEYS[2], ARGV[1])
redis.call('SREM', KEYS[8], ARGV[1])
redis.call('UNLINK', KEYS[3], KEYS[4])
redis.call('SET', KEYS[7], ARGV[2])`;

/** Deletes a watch with its deliveries. */
export async function deleteWatch(redis: RedisConnection, { id, owner }: StoredWatch): Promise<void> {
  const { watches, watchesOf, watchTold, deliveriesOf, deliveries, deliveriesDue, watchesRevision } = redisKeys;
  const own = [watchesOf(owner), watchTold(id), deliveriesOf(id)];
  const shared = [deliveries, deliveriesDue, watchesRevision, redisKeys.watchesPaused, redisKeys.deliveriesMade];
  const keys = [watches, ...own, ...shared];
  await redis.eval(deleteScript, keys.length, ...keys, id, randomUUID());
}
