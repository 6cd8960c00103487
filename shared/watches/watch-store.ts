import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { readStored, type StoredWatch } from './watch.js';

/** KEYS: 1 watches, 2 those of the owner, 3 revision, 4 paused. ARGV: 1 id, 2 the watch, 3 most of an owner, 4 the new revision, 5 its state. Returns 1 when it was added. */
const addScript = `
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('SET', KEYS[3], ARGV[4])
if ARGV[5] == 'paused' then redis.call('SADD', KEYS[4], ARGV[1]) end
return 1`;

/** Adds a watch; `false` when its owner has as many as it may have. */
export async function addWatch(redis: RedisConnection, watch: StoredWatch, most: number): Promise<boolean> {
  const keys = [
    redisKeys.watches,
    redisKeys.watchesOf(watch.owner),
    redisKeys.watchesRevision,
    redisKeys.watchesPaused,
  ];
  const args = [watch.id, JSON.stringify(watch), most, randomUUID(), watch.state];
  return (await redis.eval(addScript, keys.length, ...keys, ...args)) === 1;
}

/** The watches among some texts that this release can read; others, of a later release or damaged, are nobody else's trouble. */
const readable = (texts: readonly (string | null)[]): StoredWatch[] =>
  texts.flatMap((text) => {
    const watch = text === null ? null : readStored(text);
    return watch === null || watch instanceof Error ? [] : [watch];
  });

/** A watch; `null` when there is none of this id that can be read. */
export async function readWatch(redis: RedisConnection, id: string): Promise<StoredWatch | null> {
  return readable([await redis.hget(redisKeys.watches, id)])[0] ?? null;
}

/** How many watches there are. */
export const countWatches = (redis: RedisConnection): Promise<number> => redis.hlen(redisKeys.watches);

/** Changes whenever a watch is added, deleted, paused or resumed; `null` = there was never one. */
export const readRevision = (redis: RedisConnection): Promise<string | null> => redis.get(redisKeys.watchesRevision);

/** All watches, and how many more cannot be read. */
export async function readWatches(redis: RedisConnection): Promise<{ watches: StoredWatch[]; unreadable: number }> {
  const texts = await redis.hvals(redisKeys.watches);
  const watches = readable(texts);
  return { watches, unreadable: texts.length - watches.length };
}

/** The watches of an owner, oldest first. */
export async function readWatchesOf(redis: RedisConnection, owner: string): Promise<StoredWatch[]> {
  const ids = await redis.smembers(redisKeys.watchesOf(owner));
  const found = ids.length === 0 ? [] : await redis.hmget(redisKeys.watches, ...ids);
  return readable(found).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** Paused watches, as many as an operator reads through: a hundred. */
export async function readPausedWatches(redis: RedisConnection): Promise<StoredWatch[]> {
  const ids = await redis.srandmember(redisKeys.watchesPaused, 100);
  const found = ids.length === 0 ? [] : await redis.hmget(redisKeys.watches, ...ids.toSorted());
  return readable(found);
}

/** How many watches each of these owners has. */
export const countWatchesOf = (redis: RedisConnection, owners: readonly string[]): Promise<number[]> =>
  Promise.all(owners.map((owner) => redis.scard(redisKeys.watchesOf(owner))));

/** KEYS: 1 watches, 2 revision, 3 paused. ARGV: 1 id, 2 the watch as it was read, 3 as it is to be, 4 the new revision, empty = it stays, 5 SADD or SREM. Returns 1 when it was as it was read. */
const replaceScript = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if ARGV[4] ~= '' then redis.call('SET', KEYS[2], ARGV[4]) end
redis.call(ARGV[5], KEYS[3], ARGV[1])
return 1`;

/** Changes of a watch at the same time are few. */
const mostTries = 50;

/** Changes members of a watch, unless it was deleted or cannot be read; returns it. Members of a later release stay. */
export async function changeWatch(
  redis: RedisConnection,
  id: string,
  change: Partial<Pick<StoredWatch, 'state' | 'reason' | 'since' | 'lastDeliveryAt' | 'hangs'>>,
): Promise<StoredWatch | null> {
  const revision = change.state === undefined && change.since === undefined ? '' : randomUUID();
  const keys = [redisKeys.watches, redisKeys.watchesRevision, redisKeys.watchesPaused];
  for (let tries = 0; tries < mostTries; tries++) {
    const text = await redis.hget(redisKeys.watches, id);
    const [before] = readable([text]);
    if (text === null || before === undefined) return null;
    const watch = { ...before, ...change };
    const next = JSON.stringify({ ...(JSON.parse(text) as object), ...change });
    const toPaused = watch.state === 'paused' ? 'SADD' : 'SREM';
    if ((await redis.eval(replaceScript, keys.length, ...keys, id, text, next, revision, toPaused)) === 1) return watch;
  }
  throw new Error(`Watch ${id} changes too often to be changed.`);
}

/** KEYS: 1 watches, 2 those of the owner, 3 what it was told, 4 its deliveries, 5 all, 6 when they are due, 7 revision, 8 paused, 9 when they were made, 10 those held, 11 when the next of a watch may be sent. ARGV: 1 id, 2 the new revision. */
const deleteScript = `
for _, delivery in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
  redis.call('HDEL', KEYS[5], delivery)
  redis.call('ZREM', KEYS[6], delivery)
  redis.call('ZREM', KEYS[9], delivery)
  redis.call('ZREM', KEYS[10], delivery)
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[11], ARGV[1])
redis.call('SREM', KEYS[2], ARGV[1])
redis.call('SREM', KEYS[8], ARGV[1])
redis.call('UNLINK', KEYS[3], KEYS[4])
redis.call('SET', KEYS[7], ARGV[2])`;

/** Deletes a watch with its deliveries. */
export async function deleteWatch(redis: RedisConnection, { id, owner }: StoredWatch): Promise<void> {
  const { watches, watchesOf, watchTold, deliveriesOf, deliveries, deliveriesDue, watchesRevision } = redisKeys;
  const own = [watchesOf(owner), watchTold(id), deliveriesOf(id)];
  const shared = [deliveries, deliveriesDue, watchesRevision, redisKeys.watchesPaused, redisKeys.deliveriesMade];
  const keys = [watches, ...own, ...shared, redisKeys.deliveriesHeld, redisKeys.watchesNext];
  await redis.eval(deleteScript, keys.length, ...keys, id, randomUUID());
}
