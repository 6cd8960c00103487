/** Renews a collection whose source has not changed, without parsing it. */
import type { CollectJob } from '../../shared/queue/queues.js';
import type { CollectionAttempt, CollectionHead } from '../../shared/search/collections/collection-store.js';
import { renewCollection } from '../../shared/search/collections/collection-store.js';
import { pointAtJobs, pointersUntil } from '../../shared/search/collections/job-pointers.js';
import { hourNumber } from '../../shared/stats/keys.js';
import type { FetchHashed } from '../fetch/fetch-page.js';
import { touchOpeningRecord } from '../openings/opening-record.js';
import { hostOf } from '../sources/fresh-times.js';
import type { Narrow, PageRequest, Source } from '../sources/source.js';
import { paceOf, SourceError } from '../sources/source.js';
import type { CollectContext } from './crawl/collect-context.js';
import {
  type CrawlManifest,
  loadPostingManifest,
  type ManifestPage,
  type PostingManifest,
  packPostingManifest,
} from './crawl/crawl-manifest.js';
import type { ReceivedPages } from './crawl/crawl-page.js';
import { drainQueue } from './crawl/crawl-source.js';
import { collectionTimes } from './finish/finish-collection.js';
import { logCollection } from './protect/record-attempt.js';
import { endCooldown, reportToHost } from './protect/source-cooldown.js';

type Unchanged = {
  source: Source;
  /** The head of the stored collection. */
  held: CollectionHead;
  /** The stored manifest, and its replacement. */
  stored: CrawlManifest;
  manifest: CrawlManifest;
  /** The new posting manifest; `null` = the stored one stays. */
  postings: PostingManifest | null;
  /** Pages received. */
  pages: number;
  /** From `performance.now()`. */
  began: number;
};

/**
 * Renews the collection of an unchanged source: its times, the attempt and Redis' expiry; its version stays. Returns
 * `false`, with nothing announced, when the collection is no longer stored and must be crawled again.
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

type UnchangedContext = {
  fetchHashed: FetchHashed;
  /** Takes all responses. */
  received: ReceivedPages;
  userAgent: string;
  signal: AbortSignal;
};

/**
 * Whether every request of a source's former crawl is answered as before: by a 304, or by the same bytes. Stops at the
 * first difference or failure; responses received so far need not be requested again.
 */
export async function isUnchanged(
  source: Source,
  { narrow, requests }: { narrow: Narrow; requests: readonly ManifestPage[] },
  { fetchHashed, received, userAgent, signal }: UnchangedContext,
): Promise<boolean> {
  const first = source.kind.requests(source.settings, narrow);
  const waiting = requests.map(({ request, hash }) => ({
    request: typeof request === 'number' ? first[request] : (request as PageRequest),
    hash,
  }));
  const pace = paceOf(source);
  let isSame = requests.length > 0;
  await drainQueue(waiting, pace.concurrency, async ({ request, hash }) => {
    if (request === undefined || !(await isAnsweredBy(request, hash))) {
      isSame = false;
      waiting.length = 0;
    }
  });
  return isSame;

  async function isAnsweredBy(request: PageRequest, hash: string): Promise<boolean> {
    try {
      const page = await fetchHashed(request, { signal, userAgent, ...pace });
      received.add(request, page);
      return page.hash === hash;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      received.add(request, error);
      return false;
    }
  }
}
