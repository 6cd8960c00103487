import type { CollectJob } from '../../../shared/queue/queues.js';
import type { CollectionHead } from '../../../shared/search/collections/collection-store.js';
import { confirmSeconds } from '../../openings/compare-listing.js';
import type { Source } from '../../sources/source.js';
import type { CollectContext } from '../crawl/collect-context.js';

/** How long a doubted reading counts as fresh: soon after, another one may confirm it (`confirmSeconds`). */
const doubtedFreshSeconds = confirmSeconds + 60;

/**
 * When a collection made or confirmed at `at` (epoch ms) stops being fresh and is dropped. A failed or doubted one is fresh only
 * briefly.
 */
export function collectionTimes(
  { freshTimes, config: { PARTIAL_SECONDS, STALE_SECONDS } }: Pick<CollectContext, 'freshTimes' | 'config'>,
  { freshSeconds }: Pick<CollectJob, 'freshSeconds'>,
  { source, at, isOk, isDoubted = false }: { source: Source; at: number; isOk: boolean; isDoubted?: boolean },
): Pick<CollectionHead, 'collectedAt' | 'freshUntil' | 'staleUntil'> {
  const usual = isOk ? (freshSeconds ?? freshTimes.secondsOf(source)) : PARTIAL_SECONDS;
  const fresh = isDoubted ? Math.min(usual, doubtedFreshSeconds) : usual;
  return {
    collectedAt: at,
    freshUntil: at + fresh * 1000,
    staleUntil: at + Math.max(STALE_SECONDS, fresh) * 1000,
  };
}
