import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { writtenAtOnce } from './key-store.js';

/** Counts kept for a key: all requests, those that count as searches, and those refused for lack of quota. */
export const usageKinds = ['requests', 'searches', 'refused'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** Days kept, including today. */
export const usageDays = 92;

const dayMs = 86_400_000;

/** Counts of one key on one day (UTC, "2026-11-23"). */
export type DayOfKey = { day: string } & Record<UsageKind, number>;

/** The day of a moment, in UTC. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Adds to the counts of today: `id kind` → how many. */
export async function addUsage(redis: RedisConnection, counts: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const key = redisKeys.apiKeyUsage(dayOf(now));
  const all = [...counts];
  for (let from = 0; from < all.length; from += writtenAtOnce) {
    const writing = redis.multi();
    for (const [field, count] of all.slice(from, from + writtenAtOnce)) writing.hincrby(key, field, count);
    writing.expire(key, ((usageDays + 1) * dayMs) / 1000);
    for (const [error] of (await writing.exec()) ?? []) if (error !== null) throw error;
  }
}

/** The field of a count. */
export const usageField = (id: string, kind: UsageKind): string => `${id} ${kind}`;

/** The last days, today first. */
export const lastDays = (days: number, now: Date): string[] =>
  Array.from({ length: days }, (_, ago) => dayOf(new Date(now.getTime() - ago * dayMs)));

/** Fields of a day read together. */
const readAtOnce = 1000;

/** The counts of each key on a day, by its id. A day may name all customers: keep one in memory at a time. */
export async function readDay(redis: RedisConnection, day: string): Promise<Map<string, DayOfKey>> {
  const found = new Map<string, DayOfKey>();
  let cursor = '0';
  do {
    const [next, fields] = await redis.hscan(redisKeys.apiKeyUsage(day), cursor, 'COUNT', readAtOnce);
    for (let at = 0; at < fields.length; at += 2) {
      const [id = '', name] = fields[at]?.split(' ') ?? [];
      const kind = usageKinds.find((each) => each === name);
      const counted = found.get(id) ?? { day, requests: 0, searches: 0, refused: 0 };
      if (kind !== undefined) counted[kind] = Number(fields[at + 1]);
      found.set(id, counted);
    }
    cursor = next;
  } while (cursor !== '0');
  return found;
}

/** Sums of a kind of count over some keys in the last days. */
export async function sumUsage(
  redis: RedisConnection,
  { ids, kind, days, now }: { ids: readonly string[]; kind: UsageKind; days: number; now: Date },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const fields = ids.map((id) => usageField(id, kind));
  const rows = await Promise.all(lastDays(days, now).map((day) => redis.hmget(redisKeys.apiKeyUsage(day), ...fields)));
  return ids.map((_, at) => rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0));
}
