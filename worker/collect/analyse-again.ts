/** Reads the facts of stored postings again after an upgrade, without any request to their boards. */
import { randomUUID } from 'node:crypto';
import type { CollectJob } from '../../shared/queue/queues.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readCollectedJobs } from '../../shared/search/collections/collected-jobs.js';
import { readStoredCrawl, type StoredManifest } from '../../shared/search/collections/collection-manifest.js';
import {
  type CollectedJob,
  type CollectionHead,
  type CollectionState,
  readingOf,
} from '../../shared/search/collections/collection-store.js';
import { firstSeenSeconds } from '../../shared/search/collections/job-pointers.js';
import { postingOf } from '../normalise/source-fields.js';
import { jobId } from '../normalise/text/url.js';
import type { ByteAccount } from '../process/byte-budget.js';
import { isNarrowed, type Source } from '../sources/source.js';
import { measureOf } from '../stats/record-collection.js';
import { normaliseInThreads } from '../threads/normalise-in-threads.js';
import type { ThreadTurn } from '../threads/thread-pool.js';
import type { CollectContext } from './crawl/collect-context.js';
import { analysisVersion, loadPostingManifest, packPostingManifest } from './crawl/crawl-manifest.js';
import { storeCollection } from './finish/finish-collection.js';

/** Whether the postings of a collection were analysed by another version than this process's. */
export const isAnalysedOtherwise = (head: CollectionHead | null): head is CollectionHead =>
  head !== null && head.jobs > 0 && head.analysis !== analysisVersion();

type Stored = {
  source: Source;
  state: CollectionState;
  turn: ThreadTurn;
  account: ByteAccount;
  stop: AbortSignal;
};

/** Approximate memory of a stored posting during analysis, in bytes. */
const bytesOfPosting = 15_000;

/**
 * Analyses a full board's stored postings again if another version analysed them, and replaces its collection; its
 * times, its reading and its openings' identity stay. Returns the stored head. A posting that fails keeps its facts.
 */
export async function analyseAgain(
  context: CollectContext,
  job: CollectJob,
  { source, state: { head, attempt }, turn, account, stop }: Stored,
): Promise<CollectionHead | null> {
  if (!isAnalysedOtherwise(head) || attempt === null || isNarrowed(job.narrow)) return head;
  const room = await account.reserve(stop);
  room.settle(head.jobs * bytesOfPosting);
  const former = [...(await readCollectedJobs(context, job.key, { head, indexes: null })).values()];
  // It was replaced meanwhile, or has lost postings: its source is read.
  if (former.length !== head.jobs) return head;
  const read = await normaliseInThreads(
    former.map((each) => ({ ...postingOf(each), sourceJobId: each.job.id })),
    {
      pool: context.threads,
      turn,
      source: source.id,
      company: source.settings,
      signal: stop,
      now: new Date(head.collectedAt),
    },
  );
  stop.throwIfAborted();
  const byId = new Map(read.jobs.map((each) => [each.job.id, each]));
  const jobs = former.map((each) => withFactsOf(each, byId.get(jobId(source.id, each.job.id))));
  const next = { ...head, version: randomUUID(), reading: readingOf(head), analysis: analysisVersion() };
  const [unlisted, manifest] = await Promise.all([
    context.redis.hget(redisKeys.collection(job.key), 'unlisted'),
    manifestOf(context, job, { head, jobs }),
  ]);
  await storeCollection(context, job, {
    head: next,
    attempt,
    jobs,
    ...(unlisted !== null && { unlisted: new Map(Object.entries(JSON.parse(unlisted) as Record<string, number>)) }),
    ...(manifest !== null && { manifest }),
  });
  account.replace(head.jobs * bytesOfPosting, 0);
  context.logger.debug({ source: source.id, jobs: jobs.length }, 'collect: stored postings analysed again');
  return next;
}

/** Fields whose values depend on when the posting was read; they stay unchanged. */
const dated: readonly string[] = ['postedAt', 'validUntil'];

/** A stored job with the facts of another analysis, but its own identity and times. */
function withFactsOf(former: CollectedJob, next: CollectedJob | undefined): CollectedJob {
  if (next === undefined) return former;
  const { id, url, source, firstSeenAt, seen, postedAt, validUntil, location, inferred } = former.job;
  const job = {
    ...next.job,
    id,
    url,
    source,
    firstSeenAt,
    postedAt,
    validUntil,
    location: { ...next.job.location, text: location.text },
    inferred: [
      ...next.job.inferred.filter((name) => !dated.includes(name)),
      ...inferred.filter((name) => dated.includes(name)),
    ],
    ...(seen !== undefined && { seen }),
  };
  return { ...former, job };
}

/** The manifest of a collection's reading, with its jobs as geo-stats count them now; `null` = none. */
async function manifestOf(
  { redis }: Pick<CollectContext, 'redis'>,
  { key }: Pick<CollectJob, 'key'>,
  { head, jobs }: { head: CollectionHead; jobs: readonly CollectedJob[] },
): Promise<StoredManifest | null> {
  const [crawl, postings] = await Promise.all([readStoredCrawl(redis, key), loadPostingManifest(redis, key, head)]);
  if (crawl === null || postings === null) return null;
  const measures = jobs.map(({ job }) => ({ ...measureOf(job), firstSeen: firstSeenSeconds(job) }));
  return { crawl, postings: await packPostingManifest({ ...postings, jobs: measures }) };
}
