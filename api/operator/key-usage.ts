import { listKeys } from '../../shared/auth/key-store.js';
import { type DayOfKey, readUsage, usageDays, usageKinds } from '../../shared/auth/key-usage.js';
import { csvRow } from '../../shared/export/csv.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** A key's counts of a day; `name`, `owner` and `plan` are `null` for a key that is no longer listed. */
export type UsageRow = { key: string; name: string | null; owner: string | null; plan: string | null } & DayOfKey;

/** The counts of the last days by key and day, newest day first. `days`: 1 to 92, 30 without. */
export async function listUsage(redis: RedisConnection, days: string, now: Date): Promise<UsageRow[]> {
  const wanted = /^\d{1,3}$/.test(days) ? Math.min(usageDays, Math.max(1, Number(days))) : 30;
  const [usage, keys] = await Promise.all([readUsage(redis, wanted, now), listKeys(redis)]);
  const known = new Map(keys.map((key) => [key.id, key]));
  const rows = [...usage].flatMap(([key, counted]) => {
    const { name = null, owner = null, plan = null } = known.get(key) ?? {};
    return counted.map((day) => ({ key, name, owner, plan, ...day }));
  });
  return rows.sort((a, b) => (a.day === b.day ? (a.key < b.key ? -1 : 1) : a.day < b.day ? 1 : -1));
}

/** The same as CSV (RFC 4180) with a header line. */
export const usageCsv = (rows: readonly UsageRow[]): string =>
  [
    csvRow(['day', 'key', 'name', 'owner', 'plan', ...usageKinds]),
    ...rows.map((row) =>
      csvRow([row.day, row.key, row.name, row.owner, row.plan, ...usageKinds.map((kind) => row[kind])]),
    ),
  ].join('');
