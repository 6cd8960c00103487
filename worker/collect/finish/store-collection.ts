/** Stores a collection, with the times until which it is fresh. */
import type { CollectJob } from '../../../shared/queue/queues.js';
import type { StoredManifest } from '../../../shared/search/collections/collection-manifest.js';
import {
  type CollectedJob,
  type CollectionAttempt,
  type CollectionHead,
  writeCollection,
} from '../../../shared/search/collections/collection-store.js';
import { nobody } from '../../../shared/search/retention.js';
import { confirmSeconds } from '../../openings/compare-listing.js';
import { isNarrowed, type Source } from '../../sources/source.js';
import type { CollectContext } from '../crawl/collect-context.js';
import { enforceBudget } from '../protect/enforce-budget.js';

type CollectionParts = {
  head: CollectionHead;
  attempt: CollectionAttempt;
  jobs: CollectedJob[];
  unlisted?: ReadonlyMap<string, number> | undefined;
  manifest?: StoredManifest;
};

/**
 * Writes a collection. One narrowed to a caller's query is kept while it is fresh, at least for RARE_SECONDS, and counts
 * towards that caller's budget unless a search over it is repeated (worker/search/store-document.ts).
 */
export async function storeCollection(
  context: Pick<CollectContext, 'redis' | 'config' | 'logger' | 'suggestions' | 'now'>,
  job: CollectJob,
  collection: CollectionParts,
): Promise<void> {
  if (!isNarrowed(job.narrow)) {
    const words = await context.suggestions?.count(collection.jobs);
    await writeCollection(context.redis, job.key, { ...collection, ...(words && { words }) });
    context.suggestions?.changed();
    return;
  }
  const until = Math.max(collection.head.freshUntil, collection.head.collectedAt + context.config.RARE_SECONDS * 1000);
  const retention = { until, owner: job.budget?.owner ?? nobody };
  const written = await writeCollection(context.redis, job.key, { ...collection, retention });
  await enforceBudget(context, written, job.budget ?? null);
}

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
