import type { CollectJob } from '../../shared/queue/queues.js';
import {
  type CollectedJob,
  type CollectionAttempt,
  type CollectionHead,
  writeCollection,
} from '../../shared/search/collection-store.js';
import { nobody } from '../../shared/search/retention.js';
import { accountFor } from '../search/account-for.js';
import { isNarrowed } from '../search/plan.js';
import type { CollectTools } from './collect.js';

/** A collection to be kept. */
type KeepCollectionOptions = { head: CollectionHead; attempt: CollectionAttempt; jobs: CollectedJob[] };

/**
 * Writes a collection. One that holds only what a caller's words found is kept while it is fresh, RARE_SECONDS at least, and
 * counts towards that caller's budget, unless a search over it is repeated (worker/search/keep-document.ts).
 */
export async function keepCollection(tools: CollectTools, job: CollectJob, made: KeepCollectionOptions): Promise<void> {
  if (!isNarrowed(job)) {
    await writeCollection(tools.redis, job.key, made);
    return;
  }
  const until = Math.max(made.head.freshUntil, made.head.collectedAt + tools.config.RARE_SECONDS * 1000);
  const retention = { until, owner: job.budget?.owner ?? nobody };
  const written = await writeCollection(tools.redis, job.key, { ...made, retention });
  await accountFor(tools, written, job.budget ?? null);
}
