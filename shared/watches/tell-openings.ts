import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { changeWatch } from './watch-store.js';

/** Openings of one delivery at most. */
export const mostOpenings = 50;

/** Deliveries of a watch that may wait at most while its address fails; a watch that needs more is paused. */
export const mostDeliveries = 40;

/** The same while its address has not failed: boards of thousands of new postings come faster than they are sent. */
export const mostUntried = 200;

/** How long a told opening is remembered after the last one was told. */
const toldMs = 180 * 86_400_000;

/**
 * An opening to be told, with its record as JSON. It was told before when any of its `same` was, or any of its `alike`
 * by another source.
 */
export type ToldOpening = { record: string; source: string; same: readonly string[]; alike: readonly string[] };

/** Deliveries made while earlier ones fail wait for the first of these, but no longer than so many milliseconds. */
const mostDelayMs = 600_000;

/** Keys of told openings that one command reads or writes; even, a key and its value being written together. */
const keysAtOnce = 1000;

/** Why a watch is paused whose deliveries were not accepted for too long, after their number. */
const overflowReason = ' deliveries wait to be accepted. They are sent when it is resumed.';

/**
 * Notes openings, `mostOpenings` at most, as told to an active watch, and a delivery of those that it was not told before.
 * Returns how many these are; -1 when the watch was paused instead because too many deliveries wait.
 * `spacingMs`: between two deliveries of a watch. The openings of boards that are read at the same time arrive in few deliveries
 * then, each of which costs more than the openings in it.
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
        ...{ id: `msg_${randomUUID().replaceAll('-', '')}`, watch, now, timestamp: new Date(now).toISOString() },
        ...{ toldMs, mostOpenings, mostWaiting: mostDeliveries, mostUntried, mostDelayMs, spacingMs, keysAtOnce },
      },
    }),
  );
  if (noted >= 0) return noted;
  await changeWatch(redis, watch, { state: 'paused', reason: `${-noted}${overflowReason}` });
  return -1;
}
