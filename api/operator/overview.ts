import type { Queue } from 'bullmq';
import { listKeys } from '../../shared/auth/key-store.js';
import { parseJson } from '../../shared/parse-json.js';
import { readQueueState } from '../../shared/queue/queue-state.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/** Queues, workers, scheduled searches and keys, as the operator's page shows them. No secret is in it. */
export async function readOverview({
  redis,
  queues,
  now,
}: {
  redis: RedisConnection;
  queues: readonly Queue[];
  now: Date;
}) {
  const [states, workers, warm, keys] = await Promise.all([
    Promise.all(
      queues.map(async (queue) => ({
        name: queue.name.replace(/^\{?js:|\}$/g, ''),
        ...(await readQueueState(queue, now)),
      })),
    ),
    readWorkers(redis, now),
    redis.hgetall(redisKeys.warmRuns),
    listKeys(redis),
  ]);
  return {
    queues: states,
    workers: workers.map(({ id, alive, queues: taken, running, finished, sources, sourceCount = sources.length }) => ({
      ...{ id, alive, queues: taken, running, finished, sources: sourceCount },
    })),
    warm: Object.entries(warm).map(([name, text]) => ({ name, ...(parseJson(text, name) as object) })),
    keys: keys.map(({ id, name, plan, lastUsedAt, revokedAt }) => ({
      ...{ id, name, plan, revoked: revokedAt !== undefined },
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
  };
}
