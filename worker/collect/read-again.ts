/** Reads a source again: renews unchanged parts, and crawls and stores the rest. */
import { setMaxListeners } from 'node:events';
import type { CollectJob } from '../../shared/queue/queues.js';
import { readCollectedJobs } from '../../shared/search/collections/collected-jobs.js';
import type { CollectedJob, CollectionHead } from '../../shared/search/collections/collection-store.js';
import type { ByteAccount } from '../process/byte-budget.js';
import { collectSecondsOf, isNarrowed, type Narrow, type Source } from '../sources/source.js';
import { createParseInThreads } from '../threads/read-in-threads.js';
import type { ThreadTurn } from '../threads/thread-pool.js';
import type { CollectContext } from './crawl/collect-context.js';
import {
  type CrawlManifest,
  type FormerCrawl,
  indexFormerCrawl,
  loadCrawlManifest,
  loadPostingManifest,
  readerBasis,
} from './crawl/crawl-manifest.js';
import { createReceivedPages, fetchWithin, parseWithin, type ReceivedPages } from './crawl/crawl-page.js';
import { type CrawlResult, describeSame } from './crawl/crawl-result.js';
import { type CrawlContext, crawlSource } from './crawl/crawl-source.js';
import type { HeldJobs } from './finish/assemble-jobs.js';
import { finishCollection } from './finish/finish-collection.js';
import { isUnchanged, renewUnchanged } from './renew-unchanged.js';

type Reading = {
  source: Source;
  /** The head of the stored collection. */
  held: CollectionHead | null;
  /** From `performance.now()`. */
  began: number;
  stop: AbortSignal;
  turn: ThreadTurn;
  account: ByteAccount;
};

/** One collection in progress; `basis` is `null` when its crawl is not recorded. */
type Run = Omit<Reading, 'account'> & {
  narrow: Narrow;
  basis: string | null;
  access: CrawlContext & { received: ReceivedPages };
};

/**
 * Reads a source and stores changes. While its responses are unchanged, renews the stored collection without parsing.
 * Otherwise crawls it: requests details of new and changed postings, and normalises only these.
 */
export async function readAgain(context: CollectContext, job: CollectJob, reading: Reading): Promise<void> {
  const { source, held, stop, account } = reading;
  const { fetchHashed, openSession, userAgent: usualAgent } = context.pageAccess;
  const narrow = narrowOf(job);
  const userAgent = source.settings.userAgent ?? usualAgent;
  const basis = isNarrowed(narrow) ? null : readerBasis(source, narrow, userAgent);
  const manifest = held === null || basis === null ? null : await loadCrawlManifest(context.redis, job, held, basis);
  // The source's time begins when there is memory for its first response.
  const first = await account.reserve(stop);
  try {
    const access = {
      fetchHashed: fetchWithin(account, first, fetchHashed),
      parse: parseWithin(account, createParseInThreads(context.threads, reading.turn)),
      openSession,
      userAgent,
      signal: signalOf(source, stop),
      received: createReceivedPages(),
      now: context.now().getTime(),
    };
    const run: Run = { ...reading, narrow, basis, access };
    if (held !== null && manifest !== null && (await readChanges(context, job, { run, held, manifest }))) return;
    const crawled = await crawl(context, run, null);
    await finishCollection(context, job, { ...run, crawled });
  } finally {
    // Unused when every page is rendered.
    first.settle(0);
  }
}

type Remembered = { run: Run; held: CollectionHead; manifest: CrawlManifest };

/**
 * Renews or replaces a collection based on its crawl's record; `false` when it is no longer stored, or must be crawled
 * from scratch.
 */
async function readChanges(context: CollectContext, job: CollectJob, remembered: Remembered): Promise<boolean> {
  const { run, held, manifest } = remembered;
  if (await renewByResponses(context, job, remembered)) return true;
  // A worker that shuts down reports nothing about the source: the search queues the collection again.
  run.stop.throwIfAborted();
  const postings = await loadPostingManifest(context.redis, job.key, held);
  if (postings === null) return false;
  const { detailsNewerThan = 0 } = job;
  const former = indexFormerCrawl(manifest, postings, { now: context.now().getTime(), detailsNewerThan });
  const crawled = await crawl(context, run, former);
  const same = hasUnlisted(held) ? null : describeSame(former, crawled);
  if (same !== null)
    return renewUnchanged(context, job, { ...run, held, stored: manifest, ...same, pages: crawled.pages });
  const jobs = await heldJobs(context, job, { held, former, crawled });
  if (jobs === null) return false;
  await finishCollection(context, job, { ...run, crawled, formerJobs: jobs, countedHour: manifest.countedHour });
  return true;
}

/** Renews the collection if every response is unchanged; `false` when the source must be crawled. */
async function renewByResponses(
  context: CollectContext,
  job: CollectJob,
  { run, held, manifest }: Remembered,
): Promise<boolean> {
  const { source, narrow, access, stop } = run;
  const { requests, detailsDueAt } = manifest;
  const isDue = detailsDueAt !== null && ((job.detailsNewerThan ?? 0) > 0 || context.now().getTime() >= detailsDueAt);
  if (requests === null || isDue || hasUnlisted(held)) return false;
  if (!(await isUnchanged(source, { narrow, requests }, access))) return false;
  stop.throwIfAborted();
  const pages = requests.length;
  return renewUnchanged(context, job, { ...run, held, stored: manifest, manifest, postings: null, pages });
}

/** A board whose collection has jobs not listed by it is written again: another reading may close them. */
const hasUnlisted = ({ kept = 0 }: CollectionHead): boolean => kept > 0;

/** The jobs of the stored collection, if any are reused; `null` when it is no longer stored. */
async function heldJobs(
  context: CollectContext,
  { key }: CollectJob,
  { held, former, crawled }: { held: CollectionHead; former: FormerCrawl; crawled: CrawlResult },
): Promise<HeldJobs | null> {
  const indexes = [...new Set(crawled.entries.flatMap(({ job }) => job ?? []))];
  if (indexes.length === 0) return new Map();
  const byId = await readCollectedJobs(context, key, { head: held, indexes });
  const jobs = new Map<number, CollectedJob>();
  for (const index of indexes) {
    const found = byId.get(former.postings.jobs[index]?.id ?? '');
    if (found === undefined) return null;
    jobs.set(index, found);
  }
  return jobs;
}

async function crawl(
  { threads }: CollectContext,
  { source, narrow, access, stop }: Run,
  former: FormerCrawl | null,
): Promise<CrawlResult> {
  // A thread takes as long to start as a source to respond, so both happen at once.
  threads.warm();
  const crawled = await crawlSource(source, narrow, { ...access, former });
  stop.throwIfAborted();
  return crawled;
}

/** Aborts when the collection's time is up or `stop` aborts. */
function signalOf(source: Source, stop: AbortSignal): AbortSignal {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(collectSecondsOf(source) * 1000)]);
  // Every concurrent request listens to it, and the source's settings determine their number.
  setMaxListeners(0, signal);
  return signal;
}

/** The payload's narrowing without absent members. */
function narrowOf({ narrow: { keyword, location } }: CollectJob): Narrow {
  return { ...(keyword === undefined ? {} : { keyword }), ...(location === undefined ? {} : { location }) };
}
