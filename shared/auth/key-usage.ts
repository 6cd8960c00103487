import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** What is counted of a key: all requests, those that count as searches, and those refused because its quota was used up. */
export const usageKinds = ['requests', 'searches', 'refused'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** Days that are kept, today included. */
export const usageDays = 92;

const dayMs = 86_400_000;

/** Counts of one key on one day (UTC, "2026-11-23"). */
export type DayOfKey = { day: string } & Record<UsageKind, number>;

/** The day of a moment, in UTC. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Adds to the counts of today: `id kind` → how many. */
export async function addUsage(redis: RedisConnection, counts: ReadonlyMap<string, number>, now: Date): Promise<void> {
  if (counts.size === 0) return;
  const key = redisKeys.apiKeyUsage(dayOf(now));
  const writing = redis.multi();
  for (const [field, count] of counts) writing.hincrby(key, field, count);
  writing.expire(key, ((usageDays + 1) * dayMs) / 1000);
  for (const [error] of (await writing.exec()) ?? []) if (error !== null) throw error;
}

/** The field of a count. */
export const usageField = (id: string, kind: UsageKind): string => `${id} ${kind}`;

/** The last days of all keys that were used on them, by the id of the key; newest day first. */
export async function readUsage(redis: RedisConnection, days: number, now: Date): Promise<Map<string, DayOfKey[]>> {
  const names = Array.from({ length: days }, (_, ago) => dayOf(new Date(now.getTime() - ago * dayMs)));
  const rows = await Promise.all(names.map((day) => redis.hgetall(redisKeys.apiKeyUsage(day))));
  const found = new Map<string, DayOfKey[]>();
  for (const [at, row] of rows.entries()) {
    const ids = new Set(Object.keys(row).map((field) => field.split(' ')[0] ?? ''));
    for (const id of ids) {
      const count = (kind: UsageKind): number => Number(row[usageField(id, kind)] ?? 0);
      const day = { requests: count('requests'), searches: count('searches'), refused: count('refused') };
      found.set(id, [...(found.get(id) ?? []), { day: names[at] ?? '', ...day }]);
    }
  }
  return found;
}
