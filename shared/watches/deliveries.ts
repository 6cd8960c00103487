import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { readStored, type StoredWatch } from './watch.js';

const deliverySchema = z.object({
  watch: z.string(),
  /** The body as it is sent each time. */
  body: z.string(),
  /** Its openings. */
  count: z.number(),
  /** Whether it was sent, accepted or not: its body does not change any more. */
  isSent: z.boolean(),
  createdAt: z.number(),
  failures: z.number(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/**
 * A function in Lua that finds a member of the JSON of a delivery or a watch without decoding it: a body may have 100 kB, and the
 * words of a search may be none that Lua decodes. Quotes within texts are escaped, so that a name in quotes before a colon is a
 * member.
 */
export const memberFunction = `
local function member(text, name)
  local _, last = string.find(text, '"' .. name .. '":', 1, true)
  return last and string.match(text, '^"?([^",}]*)', last + 1)
end`;

/** The deliveries that are due, the earliest first, at most 5,000. */
export const dueDeliveries = async (redis: RedisConnection, now: number): Promise<string[]> =>
  (await dueTimes(redis, now)).map(([id]) => id);

/** The same with when each of them is due (epoch ms). */
export async function dueTimes(redis: RedisConnection, now: number): Promise<[id: string, at: string][]> {
  const found = await redis.zrangebyscore(redisKeys.deliveriesDue, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 5000);
  return found.flatMap((id, at) => (at % 2 === 0 ? [[id, found[at + 1] ?? ''] as [string, string]] : []));
}

/** Has a delivery that was not taken wait until `at`; openings are added to it meanwhile. */
export async function postponeDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  await redis.zadd(redisKeys.deliveriesDue, 'XX', String(at), id);
}

/** KEYS: 1 deliveries, 2 watches. ARGV: 1 id. Returns the id of the watch of a delivery, and the watch; empty = it was deleted. */
const watchScript = `${memberFunction}
local text = redis.call('HGET', KEYS[1], ARGV[1])
local watch = text and member(text, 'watch')
return watch and {watch, redis.call('HGET', KEYS[2], watch) or ''}`;

/**
 * The watch of a delivery: its id, and the watch or what is wrong with it; `null` when it was deleted. `null` when there is no such
 * delivery.
 */
export async function watchOfDelivery(
  redis: RedisConnection,
  id: string,
): Promise<{ id: string; watch: StoredWatch | Error | null } | null> {
  const found = await redis.eval(watchScript, 2, redisKeys.deliveries, redisKeys.watches, id);
  if (!Array.isArray(found)) return null;
  const [watch = '', text = ''] = found.map(String);
  return { id: watch, watch: text === '' ? null : readStored(text) };
}

/**
 * KEYS: 1 deliveries, 2 when they are due, 3 when the next one of each watch may be sent, 4 when they were made, 5 those of its watch.
 * ARGV: 1 id, 2 watch, 3 now, 4 until when nobody else takes it, 5 milliseconds between two of its watch. Openings are added to a
 * delivery until it is taken. Returns it and when it was made; or when it may be taken, which differs for each of a watch.
 */
const takeScript = `${memberFunction}
local text = redis.call('HGET', KEYS[1], ARGV[1])
local due = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not text or not due then return nil end
local now, spacing = tonumber(ARGV[3]), tonumber(ARGV[5])
if tonumber(due) > now then return {due} end
local nextAt = tonumber(redis.call('HGET', KEYS[3], ARGV[2]) or 0)
if nextAt > now then
  local before = redis.call('ZRANK', KEYS[5], ARGV[1]) or 0
  local at = string.format('%.0f', nextAt + before * spacing)
  redis.call('ZADD', KEYS[2], at, ARGV[1])
  return {at}
end
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
redis.call('HSET', KEYS[3], ARGV[2], string.format('%.0f', now + spacing))
local from, to = string.find(text, '"isSent":false', 1, true)
if from then
  text = string.sub(text, 1, from - 1) .. '"isSent":true' .. string.sub(text, to + 1)
  redis.call('HSET', KEYS[1], ARGV[1], text)
end
return {text, redis.call('ZSCORE', KEYS[4], ARGV[1]) or ''}`;

/** A delivery to be sent, or when it may be taken (epoch ms). */
export type TakenDelivery = { delivery: Delivery } | { at: number };

/**
 * Takes a delivery to send it: no opening is added to it any more, and nobody else can take it until `leaseMs` have passed or it is
 * ended, tried again or held; none of its watch is taken within `spacingMs`. `null` once it was accepted or dropped, or while it is
 * held.
 */
export async function takeDelivery(
  redis: RedisConnection,
  id: string,
  { watch, now, leaseMs, spacingMs }: { watch: string; now: number; leaseMs: number; spacingMs: number },
): Promise<TakenDelivery | null> {
  const { deliveries, deliveriesDue, watchesNext, deliveriesMade, deliveriesOf } = redisKeys;
  const keys = [deliveries, deliveriesDue, watchesNext, deliveriesMade, deliveriesOf(watch)];
  const taken = await redis.eval(takeScript, keys.length, ...keys, id, watch, now, now + leaseMs, spacingMs);
  if (!Array.isArray(taken)) return null;
  const [text = '', madeAt] = taken.map(String);
  if (madeAt === undefined) return { at: Number(text) };
  const delivery = deliverySchema.parse(JSON.parse(text));
  return { delivery: { ...delivery, createdAt: madeAt === '' ? delivery.createdAt : Number(madeAt) } };
}

/** Whether a delivery can be taken now, as far as can be seen without taking it: a message is counted before it is taken. */
export async function isDeliverable(
  redis: RedisConnection,
  id: string,
  { watch, now }: { watch: string; now: number },
): Promise<boolean> {
  const [due, nextAt] = await Promise.all([
    redis.zscore(redisKeys.deliveriesDue, id),
    redis.hget(redisKeys.watchesNext, watch),
  ]);
  return due !== null && Number(due) <= now && Number(nextAt ?? 0) <= now;
}

/** Forgets a delivery of a watch; `nextAt`: when the next one of its watch may be sent, `null` = the watch was deleted. */
export async function endDelivery(
  redis: RedisConnection,
  id: string,
  { watch, nextAt }: { watch: string; nextAt: number | null },
): Promise<void> {
  const writing = redis
    .multi()
    .hdel(redisKeys.deliveries, id)
    .zrem(redisKeys.deliveriesDue, id)
    .zrem(redisKeys.deliveriesMade, id)
    .zrem(redisKeys.deliveriesOf(watch), id);
  if (nextAt === null) writing.hdel(redisKeys.watchesNext, watch);
  else writing.hset(redisKeys.watchesNext, watch, String(nextAt));
  await writing.exec();
}

/** Has a delivery wait until its watch is resumed, and then until `at` if that is later. */
export async function holdDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  const { deliveriesDue, deliveriesMade, deliveriesHeld } = redisKeys;
  await redis.multi().zrem(deliveriesDue, id).zrem(deliveriesMade, id).zadd(deliveriesHeld, String(at), id).exec();
}

/** Has a delivery that was sent tried again at `at`; `nextAt`: when any of its watch may be sent. */
export async function retryDelivery(
  redis: RedisConnection,
  id: string,
  { delivery, at, nextAt }: { delivery: Delivery; at: number; nextAt: number },
): Promise<void> {
  const { deliveries, deliveriesDue, deliveriesMade, watchesNext } = redisKeys;
  await redis
    .multi()
    .hset(deliveries, id, JSON.stringify(delivery))
    .hset(watchesNext, delivery.watch, String(nextAt))
    .zadd(deliveriesDue, String(at), id)
    .zadd(deliveriesMade, String(delivery.createdAt), id)
    .exec();
}

/**
 * KEYS: 1 the deliveries of a watch, 2 when they are due, 3 when they were made, 4 those that are held. ARGV: 1 now, 2 "resumed": those
 * that are held become due when they would have been, and the time of each begins anew; "accepting": none waits longer, 3 but those
 * due until then, which may be on their way.
 */
const hastenScript = `
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local due, held = redis.call('ZSCORE', KEYS[2], id), redis.call('ZSCORE', KEYS[4], id)
  if ARGV[2] == 'accepting' then
    if not due or tonumber(due) > tonumber(ARGV[3]) then redis.call('ZADD', due and KEYS[2] or KEYS[4], ARGV[1], id) end
  else
    local at = due or held or ARGV[1]
    redis.call('ZADD', KEYS[2], tonumber(at) > tonumber(ARGV[1]) and at or ARGV[1], id)
    redis.call('ZADD', KEYS[3], ARGV[1], id)
    redis.call('ZREM', KEYS[4], id)
  end
end`;

async function hasten(redis: RedisConnection, watch: string, args: readonly (string | number)[]): Promise<void> {
  const { deliveriesOf, deliveriesDue, deliveriesMade, deliveriesHeld } = redisKeys;
  await redis.eval(hastenScript, 4, deliveriesOf(watch), deliveriesDue, deliveriesMade, deliveriesHeld, ...args);
}

/** Makes the deliveries of a watch due when they would have been without its pause, their three days beginning anew. */
export const resumeDeliveries = (redis: RedisConnection, watch: string, now: number): Promise<void> =>
  hasten(redis, watch, [now, 'resumed']);

/** Has the deliveries that wait for another try sent at once, or when their watch is resumed: its address accepts again. */
export const hastenDeliveries = (
  redis: RedisConnection,
  watch: string,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<void> => hasten(redis, watch, [now, 'accepting', now + leaseMs]);
