import { createLogger } from '../../../shared/logger.js';
import { openQueue, type WarmJob } from '../../../shared/queue/queues.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import type { WarmTools } from '../../../worker/warm/warm-commands.js';

/** The operator's warm-up commands on a Redis, with their output captured. The caller closes it. */
export async function openWarmTools(
  redisUrl: string,
): Promise<WarmTools & { printed: string[]; told: string[]; close(): Promise<void> }> {
  const redis = connectRedis(redisUrl, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
  const queue = openQueue<WarmJob>('warm', redis);
  const printed: string[] = [];
  const told: string[] = [];
  return {
    ...{ redis, queue, printed, told },
    now: () => new Date(),
    print: (line) => void printed.push(line),
    tell: (line) => void told.push(line),
    async close() {
      await queue.close();
      redis.disconnect();
    },
  };
}
