import type { Config } from '../../../shared/config.js';
import type { Logger } from '../../../shared/logger.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { type Budget, noteKept, type WrittenKey } from '../../../shared/search/retention.js';

/**
 * Records the size of data just written for a caller, and drops data of that caller's searches beyond their budget
 * (`null` = no caller). Runs after the answer is written, so a failure is only logged.
 */
export async function enforceBudget(
  {
    redis,
    logger,
    config,
    now,
  }: { redis: RedisConnection; logger: Logger; config: Pick<Config, 'RARE_SECONDS'>; now: () => Date },
  written: WrittenKey,
  budget: Budget | null,
): Promise<void> {
  try {
    const dropped = await noteKept(redis, written, budget, {
      now: now().getTime(),
      rareMs: config.RARE_SECONDS * 1000,
    });
    if (dropped > 0)
      logger.debug({ dropped, owner: budget?.owner }, 'retention: dropped entries over a caller’s budget');
  } catch (error) {
    logger.warn({ err: error, key: written.key }, 'retention: could not record the size of an entry');
  }
}
