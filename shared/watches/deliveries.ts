import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** Openings of one delivery at most. */
export const mostOpenings = 50;

/** How long a told opening is remembered after the last one was told. */
const toldMs = 180 * 86_400_000;

const deliverySchema = z.object({
  watch: z.string(),
  /** The body as it is sent each time. */
  body: z.string(),
  createdAt: z.number(),
  failures: z.number(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/**
 * An opening to be told: `record` as JSON. It was told before when any of its `same` was, or any of its `alike` by another
 * source.
 */
export type ToldOpening = { record: string; source: string; same: readonly string[]; alike: readonly string[] };

/**
 * KEYS: 1 what the watch was told, 2 deliveries, 3 when they are due. ARGV: 1 openings, 2 id of the delivery, 3 watch, 4 now,
 * 5 beginning of the body, 6 lifetime. In one step, so that no opening is told twice or is noted without its delivery.
 */
const tellScript = `
local records = {}
for _, opening in ipairs(cjson.decode(ARGV[1])) do
  local told = false
  for _, key in ipairs(opening.same) do told = told or redis.call('HEXISTS', KEYS[1], key) == 1 end
  for _, key in ipairs(opening.alike) do
    local by = redis.call('HGET', KEYS[1], key)
    told = told or (by and by ~= opening.source)
  end
  for _, keys in ipairs({opening.same, opening.alike}) do
    for _, key in ipairs(keys) do redis.call('HSETNX', KEYS[1], key, opening.source) end
  end
  if not told then records[#records + 1] = opening.record end
end
redis.call('PEXPIRE', KEYS[1], ARGV[6])
if #records == 0 then return 0 end
local body = ARGV[5] .. table.concat(records, ',') .. ']}}'
redis.call('HSET', KEYS[2], ARGV[2], cjson.encode({watch = ARGV[3], body = body, createdAt = tonumber(ARGV[4]), failures = 0}))
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[2])
return #records`;

/** Notes openings as told to a watch, and a delivery of those that it was not told before. Returns how many these are. */
export async function tellOpenings(
  redis: RedisConnection,
  watch: string,
  { openings, now }: { openings: readonly ToldOpening[]; now: number },
): Promise<number> {
  const keys = [redisKeys.watchTold(watch), redisKeys.deliveries, redisKeys.deliveriesDue];
  const begin = `{"type":"jobs.found","timestamp":"${new Date(now).toISOString()}","data":{"watch":"${watch}","jobs":[`;
  const ids = [`msg_${randomUUID().replaceAll('-', '')}`, watch, now, begin, toldMs];
  return Number(await redis.eval(tellScript, 3, ...keys, JSON.stringify(openings), ...ids));
}

/** The deliveries that are due, the earliest first. */
export const dueDeliveries = (redis: RedisConnection, now: number): Promise<string[]> =>
  redis.zrangebyscore(redisKeys.deliveriesDue, '-inf', now, 'LIMIT', 0, 1000);

/** A delivery; `null` once it was accepted or dropped. */
export async function readDelivery(redis: RedisConnection, id: string): Promise<Delivery | null> {
  const text = await redis.hget(redisKeys.deliveries, id);
  return text === null ? null : deliverySchema.parse(JSON.parse(text));
}

/** Forgets a delivery. */
export async function endDelivery(redis: RedisConnection, id: string): Promise<void> {
  await redis.multi().hdel(redisKeys.deliveries, id).zrem(redisKeys.deliveriesDue, id).exec();
}

/** Has a delivery tried again at `at`; with `null` when its watch is resumed. */
export async function retryDelivery(
  redis: RedisConnection,
  id: string,
  { delivery, at }: { delivery: Delivery; at: number | null },
): Promise<void> {
  const writing = redis.multi().hset(redisKeys.deliveries, id, JSON.stringify(delivery));
  if (at === null) writing.zrem(redisKeys.deliveriesDue, id);
  else writing.zadd(redisKeys.deliveriesDue, String(at), id);
  await writing.exec();
}

/** Makes all deliveries of a watch due, their three days beginning anew. */
export async function resumeDeliveries(redis: RedisConnection, watch: string, now: number): Promise<void> {
  for (const [id, text] of Object.entries(await redis.hgetall(redisKeys.deliveries))) {
    const delivery = deliverySchema.parse(JSON.parse(text));
    if (delivery.watch !== watch) continue;
    await retryDelivery(redis, id, { delivery: { ...delivery, createdAt: now, failures: 0 }, at: now });
  }
}
