import type { Queue } from 'bullmq';
import { countKeys, oldestFirst, readKeyPage } from '../../shared/auth/key-store.js';
import { sumUsage, type UsageKind } from '../../shared/auth/key-usage.js';
import { parseJson } from '../../shared/parse-json.js';
import { readQueueState } from '../../shared/queue/queue-state.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { countWatchesOf, readPausedWatches, readWatchFigures } from '../../shared/watches/watch.js';
import { watchRow } from './watch-rows.js';

/**
 * Queues, workers, scheduled searches, watches and a page of the keys, as the operator's page shows them. No secret is in it.
 * `keysFrom`: where the page of keys begins, as the one before says.
 */
export async function readOverview({
  redis,
  queues,
  now,
  keysFrom,
}: {
  redis: RedisConnection;
  queues: readonly Queue[];
  now: Date;
  keysFrom: string;
}) {
  const [states, workers, warm, page, keyCount, watches, paused] = await Promise.all([
    Promise.all(
      queues.map(async (queue) => ({
        name: queue.name.replace(/^\{?js:|\}$/g, ''),
        ...(await readQueueState(queue, now)),
      })),
    ),
    readWorkers(redis, now),
    redis.hgetall(redisKeys.warmRuns),
    readKeyPage(redis, /^\d{1,20}$/.test(keysFrom) ? keysFrom : '0'),
    countKeys(redis),
    readWatchFigures(redis, now),
    readPausedWatches(redis),
  ]);
  const keys = oldestFirst(page.keys);
  const ids = keys.map(({ id }) => id);
  const sums = (kind: UsageKind): Promise<number[]> => sumUsage(redis, { ids, kind, days: 30, now });
  const owners = keys.map(({ owner }) => `key:${owner}`);
  const [counts, searches, refused] = await Promise.all([
    countWatchesOf(redis, owners),
    sums('searches'),
    sums('refused'),
  ]);
  return {
    queues: states,
    workers: workers.map(({ id, alive, queues: taken, running, finished, sources, sourceCount = sources.length }) => ({
      ...{ id, alive, queues: taken, running, finished, sources: sourceCount },
    })),
    warm: Object.entries(warm).map(([name, text]) => ({ name, ...(parseJson(text, name) as object) })),
    watches: { ...watches, pausedWatches: paused.map(watchRow) },
    ...{ keyCount, nextKeys: page.next },
    keys: keys.map(({ id, name, account = null, plan, lastUsedAt, revokedAt }, at) => ({
      ...{ id, name, account, plan, revoked: revokedAt !== undefined, watches: counts[at] ?? 0 },
      ...{ searches: searches[at] ?? 0, refused: refused[at] ?? 0 },
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
  };
}
