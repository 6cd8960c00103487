import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { SourceError, SourceFailure } from '../sources/source-errors.js';

/**
 * How long a source rests by what went wrong: at first, growing by the factor with each failure in a row, at most.
 * Seconds. What is our own fault costs the source nothing.
 */
const rests: Record<SourceFailure, { first: number; factor: number; longest: number }> = {
  refused: { first: 300, factor: 3, longest: 86_400 },
  blocked: { first: 600, factor: 3, longest: 86_400 },
  robots: { first: 600, factor: 2, longest: 86_400 },
  unsafe: { first: 600, factor: 2, longest: 86_400 },
  'rate-limited': { first: 60, factor: 2, longest: 7200 },
  changed: { first: 60, factor: 3, longest: 21_600 },
  'too-large': { first: 60, factor: 3, longest: 21_600 },
  unreadable: { first: 300, factor: 3, longest: 86_400 },
  stalled: { first: 60, factor: 3, longest: 21_600 },
  timeout: { first: 15, factor: 2, longest: 3600 },
  unreachable: { first: 10, factor: 2, longest: 1800 },
  gone: { first: 300, factor: 3, longest: 86_400 },
  broken: { first: 15, factor: 2, longest: 3600 },
  browser: { first: 0, factor: 1, longest: 0 },
};

/** A probe that never reports (its worker died) is over after this. */
const probeMs = 120_000;

/**
 * How a source stands. `over`: its rest is over, and it is not said yet who may ask it; `probe`: the caller alone may, once.
 */
export type Rest = { state: 'awake' | 'over' | 'probe' } | { state: 'resting'; until: Date; detail: string };

/**
 * KEYS: 1 hash of a source's rest. ARGV: 1 now in ms, 2 how long a probe may take.
 * Returns {failures, until, cause} while it rests, {} when it is awake, {"probe"} when the caller may probe.
 */
const lookScript = `
local row = redis.call('HMGET', KEYS[1], 'failures', 'until', 'cause')
if not row[1] then return {} end
if tonumber(row[2]) > tonumber(ARGV[1]) then return row end
redis.call('HSET', KEYS[1], 'until', ARGV[1] + ARGV[2])
return {'probe'}`;

/** Says whether a source may be asked now; after a rest exactly one caller is told to probe. */
export async function tryAcquireProbe(redis: RedisConnection, source: string, now: Date): Promise<Rest> {
  const row = (await redis.eval(lookScript, 1, redisKeys.rest(source), now.getTime(), probeMs)) as string[];
  if (row.length === 0) return { state: 'awake' };
  return row.length === 1 ? { state: 'probe' } : resting(row);
}

/** Says how a source stands without taking the probe. */
export async function readCooldown(redis: RedisConnection, source: string, now: Date): Promise<Rest> {
  const row = await redis.hmget(redisKeys.rest(source), 'failures', 'until', 'cause');
  const [failures, until] = row;
  if (!failures) return { state: 'awake' };
  return Number(until) <= now.getTime() ? { state: 'over' } : resting(row);
}

function resting([failures, until, cause]: readonly (string | null | undefined)[]): Rest {
  const at = new Date(Number(until));
  const times = failures === '1' ? 'Failed once' : `Failed ${failures} times`;
  const detail = `${times} (${cause}); asked again after ${at.toISOString().slice(0, 19)}Z.`;
  return { state: 'resting', until: at, detail };
}

/** Lets a source rest, longer with each failure in a row, and at least as long as it asked for itself. */
export async function reportFailure(
  redis: RedisConnection,
  source: string,
  { failure, now }: { failure: SourceError; now: Date },
): Promise<void> {
  const { first, factor, longest } = rests[failure.failure];
  if (longest === 0) return;
  const key = redisKeys.rest(source);
  const failures = await redis.hincrby(key, 'failures', 1);
  const own = Math.min(longest, first * factor ** (failures - 1));
  const seconds = Math.max(own, Math.min(failure.retryAfterSeconds ?? 0, longest));
  const until = now.getTime() + seconds * 1000;
  await redis.hset(key, { until, cause: failure.failure });
  // By Redis' own clock, so that a worker whose clock is behind does not forget the rest it has just written.
  await redis.pexpire(key, Math.ceil((seconds + longest) * 1000));
}

/** A source that answered well is awake again, its failures forgotten. */
export async function reportSuccess(redis: RedisConnection, source: string): Promise<void> {
  await redis.del(redisKeys.rest(source));
}
