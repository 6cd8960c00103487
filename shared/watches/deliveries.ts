/** Deliveries of watches in Redis: recorded with their openings, due, taken, retried, suspended, ended. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { changeWatch, readStoredWatch, type StoredWatch } from './watch.js';

/** Maximum openings of one delivery. */
export const mostOpenings = 50;

/** Maximum deliveries of a watch that may wait while its address fails; beyond, the watch is paused. */
export const mostDeliveries = 40;

/** The same while its address has not failed: large boards add new postings faster than they are sent. */
export const mostUntried = 200;

/** How long a sent opening is remembered after the last one was sent. */
const toldMs = 180 * 86_400_000;

/**
 * An opening to send, with its record as JSON. It was sent before if any of its `same` was, or any of its `alike` by
 * another source.
 */
export type ToldOpening = { record: string; source: string; same: readonly string[]; alike: readonly string[] };

/** Deliveries made while earlier ones fail wait for the first of these, but at most this many milliseconds. */
const mostDelayMs = 600_000;

/** Keys of sent openings that one command reads or writes; even, as keys and values are written in pairs. */
const keysAtOnce = 1000;

/** Why a watch is paused whose deliveries were not accepted for too long; follows their number. */
const overflowReason = ' deliveries wait to be accepted. They are sent when it is resumed.';

/**
 * Records openings, at most `mostOpenings`, as sent to an active watch, and a delivery of those not sent before.
 * Returns their number; -1 when the watch was paused instead because too many deliveries wait. `spacingMs`: between two
 * deliveries of a watch. This way the openings of boards read at the same time arrive in few deliveries, each of which
 * costs more than its openings.
 */
export async function tellOpenings(
  redis: RedisConnection,
  watch: string,
  { openings, now, spacingMs }: { openings: readonly ToldOpening[]; now: number; spacingMs: number },
): Promise<number> {
  const identities = openings.map(({ record, ...identity }) => ({ ...identity, bytes: Buffer.byteLength(record) }));
  const noted = Number(
    await runScript(redis, 'watches/tell-openings', {
      keys: {
        told: redisKeys.watchTold(watch),
        deliveries: redisKeys.deliveries,
        deliveryRecords: redisKeys.deliveryRecords,
        dueTimes: redisKeys.deliveriesDue,
        ofWatch: redisKeys.deliveriesOf(watch),
        watches: redisKeys.watches,
        nextTimes: redisKeys.watchesNext,
        made: redisKeys.deliveriesMade,
      },
      args: {
        openings: JSON.stringify(identities),
        records: openings.map(({ record }) => record).join(','),
        id: `msg_${randomUUID().replaceAll('-', '')}`,
        watch,
        now,
        timestamp: new Date(now).toISOString(),
        toldMs,
        mostOpenings,
        mostWaiting: mostDeliveries,
        mostUntried,
        mostDelayMs,
        spacingMs,
        keysAtOnce,
      },
    }),
  );
  if (noted >= 0) return noted;
  await changeWatch(redis, watch, { state: 'paused', reason: `${-noted}${overflowReason}` });
  return -1;
}

const deliverySchema = z.object({
  watch: z.string(),
  /** Its openings. */
  count: z.number(),
  /** Whether it was sent, accepted or not: its body no longer changes. */
  isSent: z.boolean(),
  createdAt: z.number(),
  /** Its creation time, as in its body; unchanged when `createdAt` starts again. */
  timestamp: z.string(),
  failures: z.number(),
});
/** A delivery with the body that is sent each time. */
export type StoredDelivery = z.infer<typeof deliverySchema> & { body: string };

/** Read at once: more would block Redis for longer than some milliseconds. */
const readAtOnce = 500;

/** A due delivery and its watch, or the watch's defect; `null` when the watch was deleted. */
export type DueDelivery = { id: string; watchId: string; watch: StoredWatch | Error | null };

/** The deliveries due at `now` (epoch ms) except those the caller knows, earliest first; of the first 5,000. */
export async function readDueDeliveries(
  redis: RedisConnection,
  now: number,
  isKnown: (id: string) => boolean,
): Promise<DueDelivery[]> {
  const dueIds = await redis.zrangebyscore(redisKeys.deliveriesDue, '-inf', now, 'LIMIT', 0, 5000);
  const ids = dueIds.filter((id) => !isKnown(id));
  const due: DueDelivery[] = [];
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const some = ids.slice(from, from + readAtOnce);
    const texts = await redis.hmget(redisKeys.deliveries, ...some);
    const found = some.flatMap((id, at) => {
      const text = texts[at];
      const watchId = /"watch":"([^"]+)"/.exec(text ?? '')?.[1];
      return watchId === undefined ? [] : [{ id, watchId }];
    });
    if (found.length === 0) continue;
    const watches = await redis.hmget(redisKeys.watches, ...found.map(({ watchId }) => watchId));
    due.push(...found.map((delivery, at) => ({ ...delivery, watch: readIfStored(watches[at]) })));
  }
  return due;
}

const readIfStored = (text: string | null | undefined): StoredWatch | Error | null =>
  text ? readStoredWatch(text) : null;

/** Postpones a delivery that was not taken until `at`; openings are added to it meanwhile. */
export async function postponeDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  await redis.zadd(redisKeys.deliveriesDue, 'XX', String(at), id);
}

/** The same for the rhythm of its watch: it counts as made then, so that this wait does not count as failure. */
export async function deferDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  const { deliveriesDue, deliveriesMade } = redisKeys;
  await redis.multi().zadd(deliveriesDue, 'XX', String(at), id).zadd(deliveriesMade, 'XX', String(at), id).exec();
}

/** When a delivery was made (epoch ms); `null` while it is suspended, or if it does not exist. */
export async function readMadeAt(redis: RedisConnection, id: string): Promise<number | null> {
  const at = await redis.zscore(redisKeys.deliveriesMade, id);
  return at === null ? null : Number(at);
}

/**
 * Takes a delivery to send it: no opening is added to it any more, and it cannot be taken again until `leaseMs` have
 * passed or it is ended, retried or suspended; none of its watch is taken within `spacingMs`. `null` once it was
 * accepted or dropped, while it is suspended, and when it is not due.
 */
export async function takeDelivery(
  redis: RedisConnection,
  id: string,
  { watch, now, leaseMs, spacingMs }: { watch: string; now: number; leaseMs: number; spacingMs: number },
): Promise<StoredDelivery | null> {
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
  const [text = '', madeAt = '', records = ''] = taken.map(String);
  const delivery = deliverySchema.parse(JSON.parse(text));
  const about = `"timestamp":"${delivery.timestamp}","data":{"watch":"${delivery.watch}"`;
  const body = `{"type":"jobs.found",${about},"jobs":[${records}]}}`;
  return { ...delivery, createdAt: madeAt === '' ? delivery.createdAt : Number(madeAt), body };
}

/** Whether a delivery can be taken now, checked without taking it: a message is counted before it is taken. */
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

/** Deletes a delivery of a watch; `nextAt`: when its next one may be sent, `null` = the watch was deleted. */
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

/** Suspends a delivery until its watch is resumed, or until `at` if that is later. */
export async function holdDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  const { deliveriesDue, deliveriesMade, deliveriesHeld } = redisKeys;
  await redis.multi().zrem(deliveriesDue, id).zrem(deliveriesMade, id).zadd(deliveriesHeld, String(at), id).exec();
}

/** Schedules a sent delivery for a retry at `at`; `nextAt`: when any of its watch may be sent. */
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

/** Makes the deliveries of a watch due as they would have been without its pause, restarting their three days. */
export const resumeDeliveries = (redis: RedisConnection, watch: string, now: number): Promise<void> =>
  hasten(redis, watch, { now, reason: 'resumed', leaseEnd: now });

/** Sends deliveries waiting for a retry at once, or when their watch is resumed: its address accepts again. */
export const hastenDeliveries = (
  redis: RedisConnection,
  watch: string,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<void> => hasten(redis, watch, { now, reason: 'accepting', leaseEnd: now + leaseMs });

async function hasten(redis: RedisConnection, watch: string, args: { now: number; reason: string; leaseEnd: number }) {
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
