import { randomUUID } from 'node:crypto';
import { createLogger } from '../../shared/logger.js';
import { addOnce, type CollectJob, openQueue } from '../../shared/queue/queues.js';
import { createListener } from '../../shared/redis/listener.js';
import { connectRedis } from '../../shared/redis/redis.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';

/** Makes a worker collect one source again; resolves when it has reported. */
export type CollectOnce = { (source: string): Promise<void>; close(): Promise<void> };

/** The caller closes it. */
export function createCollectOnce(redisUrl: string, pool: 'collect-http' | 'collect-browser'): CollectOnce {
  const logger = createLogger('silent', 'bench');
  const listening = connectRedis(redisUrl, 'listening', logger);
  const redis = connectRedis(redisUrl, 'working', logger);
  const listener = createListener(listening, redisChannels.collections);
  const queue = openQueue<CollectJob>(pool, redis);
  const collect = async (source: string): Promise<void> => {
    // A new key each time, so that no older collection counts as fresh.
    const key = `bench-${randomUUID()}`;
    const run = { narrow: {}, requestId: 'bench', runId: randomUUID(), priority: 10, newerThan: 0 };
    let off = (): void => undefined;
    const reported = new Promise<string>((resolve) => {
      off = listener.on(key, ({ state }) => resolve(state));
    });
    await addOnce(queue, { v: 1, key, source, ...run });
    const state = await reported;
    off();
    if (state !== 'ok') throw new Error(`The collection of ${source} ended as ${state}.`);
  };
  return Object.assign(collect, {
    async close() {
      await queue.close();
      listening.disconnect();
      redis.disconnect();
    },
  });
}
