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

/** The counts of the keys of one account on a day, or of one key without an account; `owner` is whom limits are counted for. */
export type AccountUsageRow = { account: string | null; owner: string | null; keys: number } & DayOfKey;

/** The counts of the last days by account and day, newest day first. `days` as above. */
export async function listAccountUsage(redis: RedisConnection, days: string, now: Date): Promise<AccountUsageRow[]> {
  const [rows, keys] = await Promise.all([listUsage(redis, days, now), listKeys(redis)]);
  const accountOf = new Map(keys.map(({ owner, account = null }) => [owner, account]));
  const sums = new Map<string, AccountUsageRow>();
  for (const { key, owner, day, ...counted } of rows) {
    const name = `${day} ${owner ?? key}`;
    const none = { requests: 0, searches: 0, refused: 0 };
    const sum = sums.get(name) ?? { account: accountOf.get(owner ?? '') ?? null, owner, keys: 0, day, ...none };
    sum.keys += 1;
    for (const kind of usageKinds) sum[kind] += counted[kind];
    sums.set(name, sum);
  }
  return [...sums.values()];
}

export const accountUsageCsv = (rows: readonly AccountUsageRow[]): string =>
  [
    csvRow(['day', 'account', 'owner', 'keys', ...usageKinds]),
    ...rows.map((row) => csvRow([row.day, row.account, row.owner, row.keys, ...usageKinds.map((kind) => row[kind])])),
  ].join('');

/** The counts by key as CSV (RFC 4180) with a header line. */
export const usageCsv = (rows: readonly UsageRow[]): string =>
  [
    csvRow(['day', 'key', 'name', 'owner', 'plan', ...usageKinds]),
    ...rows.map((row) =>
      csvRow([row.day, row.key, row.name, row.owner, row.plan, ...usageKinds.map((kind) => row[kind])]),
    ),
  ].join('');
