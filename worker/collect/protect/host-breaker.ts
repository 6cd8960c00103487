import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { runScript } from '../../../shared/redis/run-script.js';
import { clearFailingHost, noteFailingHost } from '../../../shared/search/collections/failing-hosts.js';
import type { SourceError, SourceFailure } from '../../sources/source.js';
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
const ownFailures: ReadonlySet<SourceFailure> = new Set(['browser', 'robots', 'forbidden', 'unsafe', 'stalled']);

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
 * Whether a board of a host may be read: `resting` while too many of its boards fail. When that time is over, one board is read
 * first, and the others once it succeeded.
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
  const detail = `${boards} boards of ${host} failed without a success in between (${cause}); it is asked again after ${at.toISOString().slice(0, 19)}Z.`;
  return { state: 'resting', until: at, detail, isForbidden: false };
}

/** Notes how the reading of a board ended; `failure` is `null` after a success. */
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
  // Its boards wait for the probe, too.
  if (Number(restMs) > 0) await noteFailingHost(redis, host, new Date(now.getTime() + Number(restMs) + probeMs));
}
