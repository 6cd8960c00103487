import { CommandError } from '../cli/arguments.js';
import { type Config, hidePassword } from '../config.js';
import { createLogger } from '../logger.js';
import { connectRedis, type RedisConnection, type RedisPurpose, redisReady } from './redis.js';

/** How long a command waits for Redis, in milliseconds. */
const redisMs = 5000;

/**
 * Runs an operator's command on the service's Redis, and then closes the connection. Throws a CommandError when no
 * Redis is configured, or it does not answer.
 */
export async function withServiceRedis<Result>(
  config: Config,
  purpose: RedisPurpose,
  use: (redis: RedisConnection) => Promise<Result>,
): Promise<Result> {
  if (config.REDIS_URL === '')
    throw new CommandError(
      'No Redis found: start the service with npx job-search start (and set the same DATA_DIR here), or set REDIS_URL.',
    );
  const redis = connectRedis(config, purpose, createLogger('silent', 'command'));
  try {
    await redisReady(redis, redisMs).catch(() => {
      throw new CommandError(`The Redis at ${hidePassword(config.REDIS_URL)} does not answer. Is the service running?`);
    });
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
