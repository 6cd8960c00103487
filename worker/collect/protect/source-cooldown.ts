/** Cools down a failing source, or a host with many failing boards, for a while. */
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { runScript } from '../../../shared/redis/run-script.js';
import { clearFailingHost, noteFailingHost } from '../../../shared/search/collections/failing-hosts.js';
import type { SourceError, SourceFailure } from '../../sources/source.js';

/**
 * Cooldowns in seconds by cause: the first, its growth with each consecutive failure, and the longest. A failure of our own
 * browser causes no cooldown.
 */
const cooldowns: Record<SourceFailure, { first: number; factor: number; longest: number }> = {
  refused: { first: 300, factor: 3, longest: 86_400 },
  blocked: { first: 600, factor: 3, longest: 86_400 },
  robots: { first: 600, factor: 2, longest: 86_400 },
  // One robots.txt request a day shows whether its owner still forbids it.
  forbidden: { first: 86_400, factor: 1, longest: 86_400 },
  unsafe: { first: 600, factor: 2, longest: 86_400 },
  'rate-limited': { first: 60, factor: 2, longest: 7200 },
  changed: { first: 60, factor: 3, longest: 21_600 },
  'too-large': { first: 60, factor: 3, longest: 21_600 },
  unreadable: { first: 300, factor: 3, longest: 86_400 },
  stalled: { first: 60, factor: 3, longest: 21_600 },
  timeout: { first: 15, factor: 2, longest: 3600 },
  unreachable: { first: 10, factor: 2, longest: 1800 },
  certificate: { first: 60, factor: 3, longest: 21_600 },
  gone: { first: 300, factor: 3, longest: 86_400 },
  broken: { first: 15, factor: 2, longest: 3600 },
  browser: { first: 0, factor: 1, longest: 0 },
};

/**
 * A board is gone when its host has answered so this often, over at least this time. It is then requested again every
 * few days: boards come back under their name.
 */
const goneConfirmations = 3;
const goneMs = 6 * 3_600_000;
const goneRetrySeconds = 3 * 86_400;

/** Expiry of a probe whose worker died without reporting. */
const probeMs = 120_000;

/**
 * The state of a source. `none`: no known failure. `expired`: the cooldown is over and no probe was granted yet.
 * `probe`: only the caller may send requests, once. `resting`: no requests until then.
 */
export type Cooldown =
  | { state: 'none' | 'expired' | 'probe' }
  | { state: 'resting'; until: Date; detail: string; isForbidden: boolean };

/** Whether a source may be fetched now; after a cooldown exactly one caller gets the probe. */
export async function tryAcquireProbe(redis: RedisConnection, source: string, now: Date): Promise<Cooldown> {
  const row = (await runScript(redis, 'collect/take-source-probe', {
    keys: { cooldown: redisKeys.rest(source) },
    args: { now: now.getTime(), probeMs },
  })) as string[];
  if (row.length === 0) return { state: 'none' };
  return row.length === 1 ? { state: 'probe' } : resting(row);
}

/** Reads the state of a source without acquiring the probe. */
export async function readCooldown(redis: RedisConnection, source: string, now: Date): Promise<Cooldown> {
  const row = await redis.hmget(redisKeys.rest(source), 'failures', 'until', 'cause');
  const [failures, until] = row;
  if (!failures) return { state: 'none' };
  return Number(until) <= now.getTime() ? { state: 'expired' } : resting(row);
}

/** The sources with a cooldown, current or past; all others are in the state `none`. */
export async function readFailing(redis: RedisConnection, now: Date): Promise<Set<string>> {
  return new Set(await redis.zrangebyscore(redisKeys.rests, `(${now.getTime()}`, '+inf'));
}

function resting([failures, until, cause]: readonly (string | null | undefined)[]): Cooldown {
  const at = new Date(Number(until));
  const isForbidden = cause === 'forbidden';
  const times = failures === '1' ? 'Failed once' : `Failed ${failures} times`;
  const why = isForbidden ? 'Its owner forbids reading it (robots.txt)' : `${times} (${cause})`;
  return {
    state: 'resting',
    until: at,
    detail: `${why}; requested again after ${at.toISOString().slice(0, 19)}Z.`,
    isForbidden,
  };
}

/** Starts a cooldown: longer with each consecutive failure, and at least as long as the source's own Retry-After. */
export async function reportFailure(
  redis: RedisConnection,
  source: string,
  { failure, now }: { failure: SourceError; now: Date },
): Promise<void> {
  const { first, factor, longest } = cooldowns[failure.failure];
  if (longest === 0) return;
  const key = redisKeys.rest(source);
  const failures = await redis.hincrby(key, 'failures', 1);
  if (failure.failure === 'forbidden') await redis.hsetnx(redisKeys.sourcesForbidden, source, now.getTime());
  else await redis.hdel(redisKeys.sourcesForbidden, source);
  const isGone = await confirmGone(redis, source, { failure, now });
  const causeSeconds = isGone ? goneRetrySeconds : Math.min(longest, first * factor ** (failures - 1));
  const seconds = Math.max(causeSeconds, Math.min(failure.retryAfterSeconds ?? 0, longest));
  const until = now.getTime() + seconds * 1000;
  const keptMs = Math.ceil((seconds + longest) * 1000);
  await redis.hset(key, { until, cause: failure.failure });
  // The expiry is relative to Redis' clock: a worker whose clock is behind must not expire the key it has just written.
  await redis.pexpire(key, keptMs);
  await Promise.all([
    redis.zadd(redisKeys.rests, now.getTime() + keptMs, source),
    redis.zremrangebyscore(redisKeys.rests, '-inf', now.getTime()),
  ]);
}

/** Counts consecutive "not found" answers, and records a source whose board is gone. */
async function confirmGone(
  redis: RedisConnection,
  source: string,
  { failure, now }: { failure: SourceError; now: Date },
): Promise<boolean> {
  const key = redisKeys.rest(source);
  if (failure.failure !== 'gone') {
    // A host that does not answer reveals nothing about its boards.
    if (!isAnswer(failure)) return (await redis.hexists(redisKeys.sourcesGone, source)) === 1;
    await Promise.all([redis.hdel(key, 'gone', 'goneSince'), redis.hdel(redisKeys.sourcesGone, source)]);
    return false;
  }
  await redis.hsetnx(key, 'goneSince', now.getTime());
  const [count, since] = await Promise.all([redis.hincrby(key, 'gone', 1), redis.hget(key, 'goneSince')]);
  if (count < goneConfirmations || now.getTime() - Number(since) < goneMs) return false;
  await redis.hsetnx(redisKeys.sourcesGone, source, since ?? now.getTime());
  return true;
}

/** The failure shows that the board exists. */
const isAnswer = ({ failure }: SourceError): boolean =>
  ['changed', 'too-large', 'unreadable', 'rate-limited', 'refused'].includes(failure);

/** Ends a source's cooldown and forgets its failures. */
export async function endCooldown(redis: RedisConnection, source: string): Promise<void> {
  await Promise.all([
    redis.del(redisKeys.rest(source)),
    redis.zrem(redisKeys.rests, source),
    redis.hdel(redisKeys.sourcesGone, source),
    redis.hdel(redisKeys.sourcesForbidden, source),
  ]);
}

/** Failures that a provider's boards may share; any other shows that the host answers. */
const sharedFailures: ReadonlySet<SourceFailure> = new Set([
  'rate-limited',
  'refused',
  'blocked',
  'timeout',
  'unreachable',
  'certificate',
  'broken',
]);

/** Failures on our side, or before a request is sent: they reveal nothing about the host. */
const ownFailures: ReadonlySet<SourceFailure> = new Set(['browser', 'robots', 'forbidden', 'unsafe', 'stalled']);

/** Boards of one host that must fail without any success in between before all of its boards cool down. */
export const boardsToOpen = 8;

/** How long the boards of a failing host cool down: the first time, doubling, and at most. */
const firstMs = 60_000;
const longestMs = 1_800_000;

/** Failures count together when at most this much time separates them. */
const windowMs = 3_600_000;

/**
 * Whether a board of a host may be read: `resting` while too many of its boards fail. After that time, one board is
 * read first, and the others once it succeeded.
 */
export async function acquireHost(
  redis: RedisConnection,
  host: string,
  { source, now }: { source: string; now: Date },
): Promise<Cooldown> {
  const row = await runScript(redis, 'collect/take-host-probe', {
    keys: { breaker: redisKeys.hostBreaker(host) },
    args: { board: source, now: now.getTime(), probeMs },
  });
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
  const detail = `${boards} boards of ${host} failed without a success in between (${cause}); it is requested again after ${at.toISOString().slice(0, 19)}Z.`;
  return { state: 'resting', until: at, detail, isForbidden: false };
}

/** Records how the reading of a board ended; `failure` is `null` after a success. */
export async function reportToHost(
  redis: RedisConnection,
  host: string,
  { source, failure, now }: { source: string; failure: SourceError | null; now: Date },
): Promise<void> {
  if (failure !== null && ownFailures.has(failure.failure)) return;
  const keys = { breaker: redisKeys.hostBreaker(host), failed: redisKeys.hostFailures(host) };
  if (failure === null || !sharedFailures.has(failure.failure)) {
    if ((await redis.del(keys.breaker, keys.failed)) > 0) await clearFailingHost(redis, host);
    return;
  }
  const retryAfterMs = (failure.retryAfterSeconds ?? 0) * 1000;
  const about = { board: source, now: now.getTime(), cause: failure.failure, retryAfterMs };
  const restMs = await runScript(redis, 'collect/note-host-failure', {
    keys,
    args: { ...about, boardsToOpen, firstMs, longestMs, windowMs },
  });
  // Its boards also wait for the probe.
  if (Number(restMs) > 0) await noteFailingHost(redis, host, new Date(now.getTime() + Number(restMs) + probeMs));
}
