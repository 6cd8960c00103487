import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { readStoredWatch, type StoredWatch } from './watch.js';

const deliverySchema = z.object({
  watch: z.string(),
  /** Its openings. */
  count: z.number(),
  /** Whether it was sent, accepted or not: its body does not change any more. */
  isSent: z.boolean(),
  createdAt: z.number(),
  /** When it was made, as its body says; it stays while `createdAt` begins anew. */
  timestamp: z.string(),
  failures: z.number(),
});
/** A delivery with its body as it is sent each time. */
export type StoredDelivery = z.infer<typeof deliverySchema> & { body: string };

/** The deliveries that are due, the earliest first, at most 5,000, with when each of them is due (epoch ms). */
export async function dueTimes(redis: RedisConnection, now: number): Promise<[id: string, at: string][]> {
  const found = await redis.zrangebyscore(redisKeys.deliveriesDue, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 5000);
  return found.flatMap((id, at) => (at % 2 === 0 ? [[id, found[at + 1] ?? ''] as [string, string]] : []));
}

/** Has a delivery that was not taken wait until `at`; openings are added to it meanwhile. */
export async function postponeDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  await redis.zadd(redisKeys.deliveriesDue, 'XX', String(at), id);
}

/** The same for the rhythm of its watch: it counts as made then, so that the time in which it waits is none of failure. */
export async function deferDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  const { deliveriesDue, deliveriesMade } = redisKeys;
  await redis.multi().zadd(deliveriesDue, 'XX', String(at), id).zadd(deliveriesMade, 'XX', String(at), id).exec();
}

/** When a delivery was made (epoch ms); `null` while it is held, and when there is none. */
export async function readMadeAt(redis: RedisConnection, id: string): Promise<number | null> {
  const at = await redis.zscore(redisKeys.deliveriesMade, id);
  return at === null ? null : Number(at);
}

/**
 * The watch of a delivery: its id, and the watch or what is wrong with it; `null` when it was deleted. `null` when there is no such
 * delivery.
 */
export async function watchOfDelivery(
  redis: RedisConnection,
  id: string,
): Promise<{ id: string; watch: StoredWatch | Error | null } | null> {
  const found = await runScript(redis, 'watches/watch-of-delivery', {
    keys: { deliveries: redisKeys.deliveries, watches: redisKeys.watches },
    args: { id },
  });
  if (!Array.isArray(found)) return null;
  const [watch = '', text = ''] = found.map(String);
  return { id: watch, watch: text === '' ? null : readStoredWatch(text) };
}

/** A delivery to be sent, or when it may be taken (epoch ms). */
export type TakenDelivery = { delivery: StoredDelivery } | { at: number };

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
  const taken = await runScript(redis, 'watches/take-delivery', {
    keys: {
      deliveries: redisKeys.deliveries,
      deliveryRecords: redisKeys.deliveryRecords,
      dueTimes: redisKeys.deliveriesDue,
      nextTimes: redisKeys.watchesNext,
      made: redisKeys.deliveriesMade,
      ofWatch: redisKeys.deliveriesOf(watch),
    },
    args: { id, watch, now, leaseEnd: now + leaseMs, spacingMs },
  });
  if (!Array.isArray(taken)) return null;
  const [text = '', madeAt, records = ''] = taken.map(String);
  if (madeAt === undefined) return { at: Number(text) };
  const delivery = deliverySchema.parse(JSON.parse(text));
  const about = `"timestamp":"${delivery.timestamp}","data":{"watch":"${delivery.watch}"`;
  const body = `{"type":"jobs.found",${about},"jobs":[${records}]}}`;
  return { delivery: { ...delivery, createdAt: madeAt === '' ? delivery.createdAt : Number(madeAt), body } };
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
    .hdel(redisKeys.deliveryRecords, id)
    .zrem(redisKeys.deliveriesDue, id)
    .zrem(redisKeys.deliveriesMade, id)
    .zrem(redisKeys.deliveriesHeld, id)
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
  { delivery: { body: _body, ...delivery }, at, nextAt }: { delivery: StoredDelivery; at: number; nextAt: number },
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

type Hastening = { now: number; reason: 'resumed' | 'accepting'; leaseEnd: number };

async function hasten(redis: RedisConnection, watch: string, args: Hastening): Promise<void> {
  await runScript(redis, 'watches/hasten-deliveries', {
    keys: {
      ofWatch: redisKeys.deliveriesOf(watch),
      dueTimes: redisKeys.deliveriesDue,
      made: redisKeys.deliveriesMade,
      heldTimes: redisKeys.deliveriesHeld,
    },
    args,
  });
}

/** Makes the deliveries of a watch due when they would have been without its pause, their three days beginning anew. */
export const resumeDeliveries = (redis: RedisConnection, watch: string, now: number): Promise<void> =>
  hasten(redis, watch, { now, reason: 'resumed', leaseEnd: now });

/** Has the deliveries that wait for another try sent at once, or when their watch is resumed: its address accepts again. */
export const hastenDeliveries = (
  redis: RedisConnection,
  watch: string,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<void> => hasten(redis, watch, { now, reason: 'accepting', leaseEnd: now + leaseMs });
