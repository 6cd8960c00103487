import type { CollectJob } from '../../shared/queue/queues.js';
import {
  type CollectionAttempt,
  type CollectionHead,
  renewCollection,
} from '../../shared/search/collections/collection-store.js';
import { pointAtJobs, pointersUntil } from '../../shared/search/collections/job-pointers.js';
import { hourNumber } from '../../shared/stats/keys.js';
import { touchOpeningRecord } from '../openings/opening-record.js';
import { hostOf } from '../sources/fresh-times.js';
import type { Source } from '../sources/source.js';
import type { CollectContext } from './crawl/collect-context.js';
import type { CrawlManifest, PostingManifest } from './crawl/crawl-manifest.js';
import { loadPostingManifest, packPostingManifest } from './crawl/manifest-store.js';
import { collectionTimes } from './finish/collection-times.js';
import { reportToHost } from './protect/host-breaker.js';
import { logCollection } from './protect/record-attempt.js';
import { endCooldown } from './protect/source-cooldown.js';

export type Unchanged = {
  source: Source;
  /** The head of the held collection. */
  held: CollectionHead;
  /** The manifest that is stored, and what it is from now on. */
  stored: CrawlManifest;
  manifest: CrawlManifest;
  /** The new posting manifest; `null` = the stored one stays. */
  postings: PostingManifest | null;
  /** Pages that were received. */
  pages: number;
  /** From `performance.now()`. */
  began: number;
};

/**
 * Renews the collection of a source that has not changed: its times, the attempt and Redis' expiry; its version stays.
 * Returns `false`, without having announced anything, when the collection is no longer held: then it must be crawled anew.
 */
export async function renewUnchanged(
  context: CollectContext,
  job: CollectJob,
  { source, held, stored, manifest, postings, pages, began }: Unchanged,
): Promise<boolean> {
  const { redis } = context;
  const at = context.now().getTime();
  const head = { ...held, ...collectionTimes(context, job, { source, at, isOk: true }) };
  const hour = hourNumber(at);
  const mustCount = manifest.countedHour !== hour;
  // Pointers must outlive the collection.
  const mustPoint = manifest.pointersUntil < head.staleUntil;
  const known = postings ?? (mustCount || mustPoint ? await loadPostingManifest(redis, job.key, held) : null);
  if ((mustCount || mustPoint) && known === null) return false;
  const until = mustPoint ? pointersUntil(head) : manifest.pointersUntil;
  if (mustPoint && known !== null) await pointAtJobs(redis, job.key, { jobs: known.jobs, until, now: at });

  const crawl = JSON.stringify({ ...manifest, countedHour: hour, pointersUntil: until } satisfies CrawlManifest);
  const tookMs = Math.round(performance.now() - began);
  const { jobs, detail } = head;
  const attempt: CollectionAttempt = { at, status: 'ok', jobs, tookMs, pages, detail, ours: false };
  const changed = {
    ...(crawl === JSON.stringify(stored) ? {} : { crawl }),
    ...(postings === null ? {} : { postings: await packPostingManifest(postings) }),
  };
  // Sent before the collection is announced, so that its subscribers never see a stale cooldown.
  const now = new Date(at);
  const ended = Promise.all([
    endCooldown(redis, source.id),
    reportToHost(redis, hostOf(source), { source: source.id, failure: null, now }),
  ]);
  const renewing = renewCollection(redis, job.key, { head, attempt, manifest: changed });
  const [renewed] = await Promise.all([renewing, ended, touchOpeningRecord(redis, source.id)]);
  if (!renewed) return false;
  context.metrics.collection(source.id, attempt, null);
  context.metrics.unchanged(source.id);
  await context.recorder.collection({ job, attempt, measures: mustCount && known !== null ? known.jobs : [] });
  logCollection(context, job, { attempt, cause: null, pages, unchanged: true });
  return true;
}
