import type { Logger } from '../shared/logger.js';
import type { RedisConnection } from '../shared/redis.js';
import { redisKeys } from '../shared/redis-keys.js';

/** Knows which sources file the workers answer from, so that answers made from another one are not given. */
export type PrintWatch = { current: () => string | null; close(): void };

/** How often it looks: an operator's new sources file counts within this time. */
const lookMs = 2000;

export function createPrintWatch({ redis, logger }: { redis: RedisConnection; logger: Logger }): PrintWatch {
  let print: string | null = null;
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || redis.status !== 'ready') return;
    looking = true;
    try {
      print = await redis.get(redisKeys.sourcesPrint);
    } catch (error) {
      logger.debug({ err: error }, 'the sources file is not known just now');
    } finally {
      looking = false;
    }
  };
  redis.on('ready', () => void look());
  const timer = setInterval(() => void look(), lookMs);
  return { current: () => print, close: () => clearInterval(timer) };
}
