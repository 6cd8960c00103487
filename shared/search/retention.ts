import { createHash } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys, sameDocument } from '../redis/redis-keys.js';

/** Names who caused something to be kept, without saying who that is: a hash of the caller's bucket, which expires. */
export function ownerOf(bucket: string): string {
  return createHash('sha256').update(`owner ${bucket}`).digest('base64url').slice(0, 16);
}

/** The owner of what several callers share, and of what no caller asked for: it counts towards nobody's budget. */
export const nobody = '*';

/**
 * Fields that every hash has which is kept because of a search: `owner` (a caller's hash, or `nobody`), `until` (epoch ms: how
 * long it is kept once it was asked for again), and for a document the keys of the narrowed collections it was made from.
 */
export type RetentionFields = { owner: string; until: string; narrowed?: string };

/** Bytes of a hash's fields, with what Redis needs besides for each. */
export function bytesOf(fields: Readonly<Record<string, string | Buffer>>): number {
  const each = 60;
  return Object.values(fields).reduce((sum, value) => sum + Buffer.byteLength(value) + each, each);
}

/** Asked for so often lately (shared/search/search-popularity.ts), a search counts as repeated: twice within about half an hour. */
export const repeatedFrom = 1.5;

/** A key that is kept, with its expiry (epoch ms). */
type Kept = { key: string; until: number };

/**
 * KEYS: 1 hash. ARGV: 1 the owner who asks. Keeps it as long as its `until` says, and for nobody alone when another owner
 * asks. Returns its owner, its `until` and its narrowed collections; nothing when it is gone.
 */
const keepScript = `
local until_, owner, narrowed = unpack(redis.call('HMGET', KEYS[1], 'until', 'owner', 'narrowed'))
if not until_ then return {} end
if owner and owner ~= ARGV[1] and owner ~= '${nobody}' then
  owner = '${nobody}'
  redis.call('HSET', KEYS[1], 'owner', owner)
end
redis.call('PEXPIREAT', KEYS[1], until_, 'GT')
return {owner or '${nobody}', until_, narrowed or ''}`;

/** Keeps what was asked for again as long as it may be kept, and the narrowed collections it was made from. */
export async function keepRepeated(redis: RedisConnection, key: string, owner: string): Promise<void> {
  const row = (await redis.eval(keepScript, 1, key, owner)) as string[];
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

/**
 * KEYS: 1 zset of keys by expiry, 2 hash of their bytes. ARGV: 1 now, 2 key, 3 its bytes, 4 its expiry, 5 the budget.
 * Returns {} within the budget, else key and bytes of each, the one that expires first before the others.
 */
const chargeScript = `
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])) do redis.call('HDEL', KEYS[2], name) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
redis.call('PEXPIREAT', KEYS[1], string.format('%d', last))
redis.call('PEXPIREAT', KEYS[2], string.format('%d', last))
local total = 0
for _, bytes in ipairs(redis.call('HVALS', KEYS[2])) do total = total + tonumber(bytes) end
if total <= tonumber(ARGV[5]) then return {} end
local all = {}
for _, name in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  all[#all + 1] = name
  all[#all + 1] = redis.call('HGET', KEYS[2], name) or '0'
end
return all`;

/** Whose searches something is kept for, and how many bytes of Redis they may take together. */
export type Budget = { owner: string; bytes: number };

/**
 * Notes what was just written, and drops what its owner's searches keep beyond their budget: what expires first goes
 * first, so what nobody repeated before what was repeated. Answers how many keys were dropped.
 */
export async function noteKept(
  redis: RedisConnection,
  { key, until, bytes }: Kept & { bytes: number },
  budget: Budget | null,
): Promise<number> {
  const noting = redis.zadd(redisKeys.kept, until, key);
  if (budget === null) {
    await noting;
    return 0;
  }
  const { owner } = budget;
  const names = [redisKeys.owned(owner), redisKeys.ownedBytes(owner)] as const;
  const charging = redis.eval(chargeScript, 2, ...names, Date.now(), key, bytes, Math.ceil(until), budget.bytes);
  const [row] = (await Promise.all([charging, noting])) as [string[], unknown];
  return dropBeyond(redis, pairs(row), { key, budget });
}

/** Drops the owner's own keys in their order until the rest is within the budget; what belongs to nobody by now is let go of. */
async function dropBeyond(
  redis: RedisConnection,
  all: readonly [string, number][],
  { key, budget: { owner, bytes } }: { key: string; budget: Budget },
): Promise<number> {
  let total = all.reduce((sum, [, each]) => sum + each, 0);
  let dropped = 0;
  const settled: string[] = [];
  for (const [name, each] of all) {
    if (total <= bytes) break;
    // Further records are of no use without their document, nor it to who pages through it without them.
    if (name === key || sameDocument(name, key)) continue;
    const present = await redis.hget(name, 'owner');
    if (present === owner) {
      await redis.unlink(name);
      dropped += 1;
    }
    settled.push(name);
    total -= each;
  }
  if (settled.length > 0)
    await redis
      .multi()
      .zrem(redisKeys.owned(owner), ...settled)
      .hdel(redisKeys.ownedBytes(owner), ...settled)
      .exec();
  return dropped;
}

function pairs(row: readonly string[]): [string, number][] {
  return Array.from({ length: row.length / 2 }, (_, at) => [row[2 * at] ?? '', Number(row[2 * at + 1])]);
}
