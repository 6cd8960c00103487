/** What keys and accounts were used for by day, as rows that are read while they are sent: they grow with the customers. */
import { type ListedKey, readKeysById } from '../../shared/auth/key-store.js';
import { type DayOfKey, lastDays, readDay, usageDays, usageKinds } from '../../shared/auth/key-usage.js';
import { csvRow } from '../../shared/export/csv.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** A key's counts of a day; `name`, `owner` and `plan` are `null` for a key that is no longer listed. */
export type UsageRow = { key: string; name: string | null; owner: string | null; plan: string | null } & DayOfKey;

/** The counts of the keys of one account on a day, or of one key without an account; `owner` is whom limits are counted for. */
export type AccountUsageRow = { account: string | null; owner: string | null; keys: number } & DayOfKey;

/** Keys whose names are read together. */
const namedAtOnce = 100;

type Counted = { id: string; key: ListedKey | undefined; counts: DayOfKey };

/** The keys that were used on a day, some hundred at a time. */
async function* countedOn(redis: RedisConnection, day: string): AsyncGenerator<Counted[]> {
  const used = [...(await readDay(redis, day))];
  for (let from = 0; from < used.length; from += namedAtOnce) {
    const some = used.slice(from, from + namedAtOnce);
    const keys = await readKeysById(
      redis,
      some.map(([id]) => id),
    );
    const known = new Map(keys.map((key) => [key.id, key]));
    yield some.map(([id, counts]) => ({ id, key: known.get(id), counts }));
  }
}

const daysOf = (days: string, now: Date): string[] =>
  lastDays(/^\d{1,3}$/.test(days) ? Math.min(usageDays, Math.max(1, Number(days))) : 30, now);

/** The counts of the last days by key and day, newest day first. `days`: 1 to 92, 30 without. */
export async function* listUsage(redis: RedisConnection, days: string, now: Date): AsyncGenerator<UsageRow[]> {
  for (const day of daysOf(days, now))
    for await (const some of countedOn(redis, day))
      yield some.map(({ id, key, counts }) => {
        const { name = null, owner = null, plan = null } = key ?? {};
        return { key: id, name, owner, plan, ...counts };
      });
}

/** The counts of the last days by account and day, newest day first. `days` as above. */
export async function* listAccountUsage(
  redis: RedisConnection,
  days: string,
  now: Date,
): AsyncGenerator<AccountUsageRow[]> {
  for (const day of daysOf(days, now)) {
    const sums = new Map<string, AccountUsageRow>();
    for await (const some of countedOn(redis, day))
      for (const { id, key, counts } of some) {
        const owner = key?.owner ?? null;
        const none = { day, requests: 0, searches: 0, refused: 0 };
        const sum = sums.get(owner ?? id) ?? { account: null, owner, keys: 0, ...none };
        sum.account ??= key?.account ?? null;
        sum.keys += 1;
        for (const kind of usageKinds) sum[kind] += counts[kind];
        sums.set(owner ?? id, sum);
      }
    const rows = [...sums.values()];
    for (let from = 0; from < rows.length; from += namedAtOnce) yield rows.slice(from, from + namedAtOnce);
  }
}

/** The counts by account as CSV (RFC 4180) with a header line. */
export async function* accountUsageCsv(rows: AsyncIterable<readonly AccountUsageRow[]>): AsyncGenerator<string> {
  yield csvRow(['day', 'account', 'owner', 'keys', ...usageKinds]);
  for await (const some of rows)
    yield some
      .map((row) => csvRow([row.day, row.account, row.owner, row.keys, ...usageKinds.map((kind) => row[kind])]))
      .join('');
}

/** The counts by key as CSV (RFC 4180) with a header line. */
export async function* usageCsv(rows: AsyncIterable<readonly UsageRow[]>): AsyncGenerator<string> {
  yield csvRow(['day', 'key', 'name', 'owner', 'plan', ...usageKinds]);
  for await (const some of rows)
    yield some
      .map((row) => csvRow([row.day, row.key, row.name, row.owner, row.plan, ...usageKinds.map((kind) => row[kind])]))
      .join('');
}

/** Rows as the answer `{"usage": [...]}`. */
export async function* usageJson(rows: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield '{"usage":[';
  let before = '';
  for await (const some of rows) {
    if (some.length === 0) continue;
    yield `${before}${JSON.stringify(some).slice(1, -1)}`;
    before = ',';
  }
  yield ']}';
}
