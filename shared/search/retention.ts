import { createHash } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys, sameDocument } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';

/** Identifies the owner of retained data without revealing the caller: a hash of the caller's bucket, which expires. */
export function ownerOf(bucket: string): string {
  return createHash('sha256').update(`owner ${bucket}`).digest('base64url').slice(0, 16);
}

/** The owner of data that several callers share or no caller requested; it counts towards no budget. */
export const nobody = '*';

/**
 * Fields of every hash that is retained for a search: `owner` (a caller's hash, or `nobody`), `until` (epoch ms: how
 * long it is kept after a repeated request), and for a document the keys of the narrowed collections it was made from.
 */
export type RetentionFields = { owner: string; until: string; narrowed?: string };

/** Bytes of a hash's fields, including Redis' overhead. */
export function bytesOf(fields: Readonly<Record<string, string | Buffer>>): number {
  const each = 60;
  return Object.values(fields).reduce((sum, value) => sum + Buffer.byteLength(value) + each, each);
}

/** From this popularity on (shared/search/search-runs.ts) a search is repeated: two requests in about half an hour. */
export const repeatedFrom = 1.5;

/** A retained key, with its expiry (epoch ms). */
type Kept = { key: string; until: number };

/** Extends the retention of a repeated search to its limit, with the narrowed collections it was made from. */
export async function keepRepeated(redis: RedisConnection, key: string, owner: string): Promise<void> {
  const row = (await runScript(redis, 'search/keep-repeated', {
    keys: { kept: key },
    args: { requester: owner, nobody },
  })) as string[];
  const [present, until, narrowed = ''] = row;
  if (present === undefined || until === undefined) return;
  await Promise.all([
    redis.zadd(redisKeys.kept, 'GT', until, key),
    present === nobody ? null : redis.zadd(redisKeys.owned(present), 'XX', 'GT', until, key),
    ...narrowed
      .split(' ')
      .flatMap((name) => (name === '' ? [] : [keepRepeated(redis, redisKeys.collection(name), owner)])),
  ]);
}

/** The owner that data is retained for, and the owner's total budget in bytes of Redis. */
export type Budget = { owner: string; bytes: number };

/** The share of a budget for repeated searches, so that those requested once always find room. */
const repeatedShare = 0.75;

/** A written key, its size, and the keys it needs: the narrowed collections of a document. */
export type WrittenKey = Kept & { bytes: number; uses?: readonly string[] };

/**
 * Records a new key and drops its owner's keys beyond the budget (`chooseDropped`); the keys it needs are kept as long.
 * `now`: epoch ms; `rareMs`: a key that expires later was repeated. Returns the number of keys dropped.
 */
export async function noteKept(
  redis: RedisConnection,
  { key, until, bytes, uses = [] }: WrittenKey,
  budget: Budget | null,
  { now, rareMs = 0 }: { now: number; rareMs?: number },
): Promise<number> {
  await Promise.all(uses.map((name) => keepUsed(redis, { key: name, until }, budget)));
  const noting = redis.zadd(redisKeys.kept, until, key);
  if (budget === null) {
    await noting;
    return 0;
  }
  const { owner } = budget;
  const charging = runScript(redis, 'search/charge-owner', {
    keys: { expiries: redisKeys.owned(owner), sizes: redisKeys.ownedBytes(owner) },
    args: { now, key, bytes, expiry: Math.ceil(until), budget: budget.bytes },
  });
  const [row] = (await Promise.all([charging, noting])) as [string[], unknown];
  // Further records are useless without their document, as is the document to a caller that pages through it.
  const fixed = (name: string): boolean => name === key || uses.includes(name) || sameDocument(name, key);
  return drop(redis, owner, chooseDropped(rows(row), { bytes: budget.bytes, repeatedFrom: now + rareMs, fixed }));
}

/** Keeps a key at least until then, and moves it behind what the same owner needed earlier. */
async function keepUsed(redis: RedisConnection, { key, until }: Kept, budget: Budget | null): Promise<void> {
  const expiry = Math.ceil(until);
  await Promise.all([
    redis.pexpireat(key, expiry, 'GT'),
    redis.zadd(redisKeys.kept, 'XX', 'GT', expiry, key),
    budget === null ? null : redis.zadd(redisKeys.owned(budget.owner), 'XX', 'GT', expiry, key),
  ]);
}

/** A key retained for an owner; `until` (epoch ms) is its expiry. */
export type Owned = { name: string; bytes: number; until: number };

/**
 * The keys to drop so that the rest fit in `bytes`, in order of expiry: repeated ones (expiring after `repeatedFrom`)
 * while they exceed their share, otherwise those requested once. Never `fixed` ones.
 */
export function chooseDropped(
  all: readonly Owned[],
  { bytes, repeatedFrom: from, fixed }: { bytes: number; repeatedFrom: number; fixed: (name: string) => boolean },
): string[] {
  const sum = (some: readonly Owned[]): number => some.reduce((total, each) => total + each.bytes, 0);
  const isRepeated = ({ until }: Owned): boolean => until > from;
  const free = all.filter(({ name }) => !fixed(name));
  const repeated = free.filter(isRepeated);
  const rare = free.filter((each) => !isRepeated(each));
  let total = sum(all);
  let repeatedBytes = sum(repeated);
  const dropped: string[] = [];
  while (total > bytes) {
    const isOver = repeatedBytes > bytes * repeatedShare || rare.length === 0;
    const next = isOver ? repeated.shift() : rare.shift();
    if (next === undefined) break;
    total -= next.bytes;
    if (isOver) repeatedBytes -= next.bytes;
    dropped.push(next.name);
  }
  return dropped;
}

/** Drops keys of an owner; keys that now belong to nobody only stop counting. Returns the number dropped. */
async function drop(redis: RedisConnection, owner: string, names: readonly string[]): Promise<number> {
  let dropped = 0;
  for (const name of names) {
    if ((await redis.hget(name, 'owner')) !== owner) continue;
    await redis.unlink(name);
    dropped += 1;
  }
  if (names.length > 0)
    await redis
      .multi()
      .zrem(redisKeys.owned(owner), ...names)
      .hdel(redisKeys.ownedBytes(owner), ...names)
      .exec();
  return dropped;
}

function rows(row: readonly string[]): Owned[] {
  return Array.from({ length: row.length / 3 }, (_, at) => ({
    name: row[3 * at] ?? '',
    bytes: Number(row[3 * at + 1]),
    until: Number(row[3 * at + 2]),
  }));
}
