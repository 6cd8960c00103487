import type { Queue } from 'bullmq';
import { listKeys } from '../../shared/auth/key-store.js';
import { readUsage, type UsageKind } from '../../shared/auth/key-usage.js';
import { parseJson } from '../../shared/parse-json.js';
import { readQueueState } from '../../shared/queue/queue-state.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readWatchFigures } from '../../shared/watches/watch-figures.js';
import { countWatchesOf, readPausedWatches } from '../../shared/watches/watch-store.js';
import { watchRow } from './watch-rows.js';

/** Queues, workers, scheduled searches, keys and watches, as the operator's page shows them. No secret is in it. */
export async function readOverview({
  redis,
  queues,
  now,
}: {
  redis: RedisConnection;
  queues: readonly Queue[];
  now: Date;
}) {
  const [states, workers, warm, keys, watches, paused, usage] = await Promise.all([
    Promise.all(
      queues.map(async (queue) => ({
        name: queue.name.replace(/^\{?js:|\}$/g, ''),
        ...(await readQueueState(queue, now)),
      })),
    ),
    readWorkers(redis, now),
    redis.hgetall(redisKeys.warmRuns),
    listKeys(redis),
    readWatchFigures(redis, now),
    readPausedWatches(redis),
    readUsage(redis, 30, now),
  ]);
  const sumOf = (id: string, kind: UsageKind): number => (usage.get(id) ?? []).reduce((sum, day) => sum + day[kind], 0);
  const counts = await countWatchesOf(
    redis,
    keys.map(({ owner }) => `key:${owner}`),
  );
  return {
    queues: states,
    workers: workers.map(({ id, alive, queues: taken, running, finished, sources, sourceCount = sources.length }) => ({
      ...{ id, alive, queues: taken, running, finished, sources: sourceCount },
    })),
    warm: Object.entries(warm).map(([name, text]) => ({ name, ...(parseJson(text, name) as object) })),
    watches: { ...watches, pausedWatches: paused.map(watchRow) },
    keys: keys.map(({ id, name, account = null, plan, lastUsedAt, revokedAt }, at) => ({
      ...{ id, name, account, plan, revoked: revokedAt !== undefined, watches: counts[at] ?? 0 },
      ...{ searches: sumOf(id, 'searches'), refused: sumOf(id, 'refused') },
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
  };
}
