import { type Budget, noteKept } from '../../shared/search/retention.js';
import type { SearchTools } from './run-search.js';

/**
 * Notes what was just written for a search, and drops what its caller's searches keep beyond their budget. The answer is out
 * by then: what fails here is logged and is worth no answer.
 */
export async function accountFor(
  { redis, logger, config }: Pick<SearchTools, 'redis' | 'logger' | 'config'>,
  written: { key: string; bytes: number; until: number },
  budget: Budget | null,
): Promise<void> {
  try {
    const dropped = await noteKept(redis, written, budget, config.RARE_SECONDS * 1000);
    if (dropped > 0) logger.debug({ dropped, owner: budget?.owner }, 'kept: beyond a caller’s budget');
  } catch (error) {
    logger.warn({ err: error, kept: written.key }, 'kept: not accounted for');
  }
}
