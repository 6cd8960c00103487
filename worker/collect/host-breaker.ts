import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { SourceError, SourceFailure } from '../sources/source-errors.js';
import type { Cooldown } from './source-cooldown.js';

/** Failures that the boards of a provider may share; any other one shows that the host answers. */
const sharedFailures: ReadonlySet<SourceFailure> = new Set([
  'rate-limited',
  'refused',
  'blocked',
  'timeout',
  'unreachable',
  'certificate',
  'broken',
]);

/** Failures of our own side, or from before a request is sent: they say nothing of the host. */
const ownFailures: ReadonlySet<SourceFailure> = new Set(['browser', 'robots', 'unsafe', 'stalled']);

/** Boards of one host that fail without any success in between, until all of its boards are left alone. */
export const boardsToOpen = 8;

/** How long the boards of a failing host are left alone: the first time, growing twofold, and at most. */
const firstMs = 60_000;
const longestMs = 1_800_000;

/** Failures count together when no more than this lies between two of them. */
const windowMs = 3_600_000;

/** Expiry of a probe whose worker ended without reporting. */
const probeMs = 120_000;

/**
 * KEYS: 1 the breaker, 2 the boards that failed. ARGV: 1 board, 2 now in ms, 3 cause, 4 Retry-After in ms, 5 boards to open,
 * 6 first and 7 longest rest in ms, 8 window in ms.
 */
const failureScript = `
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[8])
local now = tonumber(ARGV[2])
local row = redis.call('HMGET', KEYS[1], 'until', 'probe')
local isProbe = row[2] == ARGV[1]
if not isProbe and row[1] and tonumber(row[1]) > now then return 0 end
local boards = redis.call('SCARD', KEYS[2])
if boards < tonumber(ARGV[5]) then return 0 end
local opened = redis.call('HINCRBY', KEYS[1], 'opened', 1)
local rest = math.min(tonumber(ARGV[6]) * 2 ^ (opened - 1), tonumber(ARGV[7]))
rest = math.max(rest, math.min(tonumber(ARGV[4]), tonumber(ARGV[7])))
redis.call('HSET', KEYS[1], 'until', now + rest, 'cause', ARGV[3], 'boards', boards)
redis.call('HDEL', KEYS[1], 'probe')
redis.call('PEXPIRE', KEYS[1], rest + ARGV[8])
return 1`;

/** KEYS: 1 the breaker. ARGV: 1 board, 2 now in ms, 3 how long a probe may take in ms. Returns {} when the board may be read. */
const acquireScript = `
local row = redis.call('HMGET', KEYS[1], 'until', 'cause', 'boards')
if not row[1] then return {} end
if tonumber(row[1]) > tonumber(ARGV[2]) then return row end
redis.call('HSET', KEYS[1], 'until', ARGV[2] + ARGV[3], 'probe', ARGV[1])
return {}`;

/**
 * Whether a board of a host may be read: `resting` while too many of its boards fail. When that time is over, one board is read
 * first, and the others once it succeeded.
 */
export async function acquireHost(
  redis: RedisConnection,
  host: string,
  { source, now }: { source: string; now: Date },
): Promise<Cooldown> {
  const row = await redis.eval(acquireScript, 1, redisKeys.hostBreaker(host), source, now.getTime(), probeMs);
  return asCooldown(row as string[], host);
}

/** The state of a host's breaker, without taking its probe. */
export async function readHostCooldown(redis: RedisConnection, host: string, now: Date): Promise<Cooldown> {
  const row = await redis.hmget(redisKeys.hostBreaker(host), 'until', 'cause', 'boards');
  return Number(row[0] ?? 0) > now.getTime() ? asCooldown(row, host) : { state: 'none' };
}

function asCooldown([until, cause, boards]: readonly (string | null | undefined)[], host: string): Cooldown {
  if (!until) return { state: 'none' };
  const at = new Date(Number(until));
  const detail = `${boards} boards of ${host} failed without a success in between (${cause}); it is asked again after ${at.toISOString().slice(0, 19)}Z.`;
  return { state: 'resting', until: at, detail };
}

/** Notes how the reading of a board ended; `failure` is `null` after a success. */
export async function reportToHost(
  redis: RedisConnection,
  host: string,
  { source, failure, now }: { source: string; failure: SourceError | null; now: Date },
): Promise<void> {
  if (failure !== null && ownFailures.has(failure.failure)) return;
  const keys = [redisKeys.hostBreaker(host), redisKeys.hostFailures(host)] as const;
  if (failure === null || !sharedFailures.has(failure.failure)) {
    await redis.del(...keys);
    return;
  }
  const retryMs = (failure.retryAfterSeconds ?? 0) * 1000;
  const limits = [boardsToOpen, firstMs, longestMs, windowMs];
  await redis.eval(failureScript, 2, ...keys, source, now.getTime(), failure.failure, retryMs, ...limits);
}
