import { type ListedKey, noteKeysUsed, readKeysById } from '../../shared/auth/key-store.js';
import {
  addUsage,
  type DayOfKey,
  lastDays,
  readDay,
  type UsageKind,
  usageDays,
  usageField,
  usageKinds,
} from '../../shared/auth/key-usage.js';
import { csvRow } from '../../shared/export/csv.js';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Records key uses and counts them by day. Written once a minute, so that a request costs no write. */
export type KeyUses = {
  add(keyId: string): void;
  /** Counts the outcome of a search by the key's owner. */
  count(keyId: string, kind: Exclude<UsageKind, 'requests'>): void;
  /** Writes pending counts and stops. */
  close(): Promise<void>;
};

const flushMs = 60_000;

export function createKeyUses({ redis, logger, now }: KeyUsesOptions): KeyUses {
  let pending = new Map<string, number>();
  let counts = new Map<string, number>();
  const count = (keyId: string, kind: UsageKind): void => {
    const field = usageField(keyId, kind);
    counts.set(field, (counts.get(field) ?? 0) + 1);
  };
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const uses = pending;
    const counted = counts;
    pending = new Map();
    counts = new Map();
    try {
      await noteKeysUsed(redis, uses);
      await addUsage(redis, counted, now());
    } catch (error) {
      // These are accurate to the minute and never worth failing an answer: a lost minute is only logged.
      logger.warn({ err: error }, 'uses of keys not written');
    }
  };
  const timer = setInterval(() => void flush(), flushMs);
  return {
    add(keyId) {
      pending.set(keyId, now().getTime());
      count(keyId, 'requests');
    },
    count,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

type KeyUsesOptions = { redis: RedisConnection; logger: Logger; now: () => Date };

/** Daily use of keys and accounts, as rows streamed while they are read: their number grows with the customers. */

/** A key's counts for a day; `name`, `owner` and `plan` are `null` for a key that is no longer listed. */
type UsageRow = { key: string; name: string | null; owner: string | null; plan: string | null } & DayOfKey;

/** The counts for a day of an account's keys, or of one key without an account; limits apply to `owner`. */
type AccountUsageRow = { account: string | null; owner: string | null; keys: number } & DayOfKey;

/** Keys whose names are read in one batch. */
const namedAtOnce = 100;

type Counted = { id: string; key: ListedKey | undefined; counts: DayOfKey };

/** The keys used on a day, some hundred at a time. */
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

/** The counts of the last days by key and day, newest first. `days`: 1 to 92, default 30. */
export async function* listUsage(redis: RedisConnection, days: string, now: Date): AsyncGenerator<UsageRow[]> {
  for (const day of daysOf(days, now))
    for await (const some of countedOn(redis, day))
      yield some.map(({ id, key, counts }) => {
        const { name = null, owner = null, plan = null } = key ?? {};
        return { key: id, name, owner, plan, ...counts };
      });
}

/** The counts of the last days by account and day, newest first. `days` as above. */
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
