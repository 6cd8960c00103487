import { setMaxListeners } from 'node:events';
import type { CollectJob } from '../../shared/queue/queues.js';
import { readCollectedJobs } from '../../shared/search/collections/collected-jobs.js';
import type { CollectedJob, CollectionHead } from '../../shared/search/collections/collection-store.js';
import type { ByteAccount, Reservation } from '../process/byte-budget.js';
import { isNarrowed, type Narrow, type Source } from '../sources/source.js';
import { collectSecondsOf } from '../sources/source-limits.js';
import { createParseInThreads } from '../threads/read-in-threads.js';
import type { ThreadTurn } from '../threads/thread-pool.js';
import { fetchHashedWithin, fetchWithin, parseWithin } from './crawl/bounded-intake.js';
import type { CollectContext } from './crawl/collect-context.js';
import type { CrawlManifest } from './crawl/crawl-manifest.js';
import { type CrawlContext, type CrawlResult, crawlSource } from './crawl/crawl-source.js';
import { describeSame } from './crawl/describe-crawl.js';
import { type FormerCrawl, indexFormerCrawl } from './crawl/former-crawl.js';
import { loadCrawlManifest, loadPostingManifest } from './crawl/manifest-store.js';
import { readerBasis } from './crawl/reader-versions.js';
import { createReceivedPages, type ReceivedPages } from './crawl/received-pages.js';
import { isUnchanged } from './find-unchanged.js';
import type { HeldJobs } from './finish/assemble-jobs.js';
import { finishCollection } from './finish/finish-collection.js';
import { renewUnchanged } from './renew-unchanged.js';

type Reading = {
  source: Source;
  /** The head of the collection that is held. */
  held: CollectionHead | null;
  /** From `performance.now()`. */
  began: number;
  stop: AbortSignal;
  turn: ThreadTurn;
  account: ByteAccount;
};

/** One collection in progress: how it fetches and parses pages, the signal that ends it, the responses received so far. */
type Run = Omit<Reading, 'account'> & {
  narrow: Narrow;
  access: Pick<CrawlContext, 'fetchPage' | 'fetchHashed' | 'parse' | 'userAgent'>;
  signal: AbortSignal;
  received: ReceivedPages;
};

/**
 * Reads a source and stores what is new. While its responses are the former ones, the held collection is renewed and nothing is
 * parsed. Otherwise the source is crawled: details are requested for new and changed postings, and only these are normalised.
 */
export async function readAgain(context: CollectContext, job: CollectJob, reading: Reading): Promise<void> {
  const { source, held, stop, account } = reading;
  const narrow = narrowOf(job);
  const basis = isNarrowed(narrow) ? null : readerBasis(source, narrow, agentOf(context, source));
  const manifest = held === null || basis === null ? null : await loadCrawlManifest(context.redis, job, held, basis);
  // The source's time begins when there is memory for its first response.
  const first = await account.reserve(stop);
  try {
    const access = accessOf(context, reading, first);
    const run: Run = { ...reading, narrow, access, signal: signalOf(source, stop), received: createReceivedPages() };
    const isDone =
      held !== null && manifest !== null && (await readChanges(context, job, { run, basis, held, manifest }));
    if (!isDone) await crawlAll(context, job, { run, basis });
  } finally {
    // Unused when every page is rendered.
    first.settle(0);
  }
}

type Remembered = { run: Run; basis: string | null; held: CollectionHead; manifest: CrawlManifest };

/** Renews or replaces a collection by what is remembered of its crawl; `false` when it must be crawled as if it were the first. */
async function readChanges(context: CollectContext, job: CollectJob, remembered: Remembered): Promise<boolean> {
  const { run, basis, held, manifest } = remembered;
  if (await renewByResponses(context, job, remembered)) return true;
  // A worker that shuts down reports nothing about the source: the search queues the collection again.
  run.stop.throwIfAborted();
  const postings = await loadPostingManifest(context.redis, job.key, held);
  if (postings === null) return false;
  const { detailsNewerThan = 0 } = job;
  const former = indexFormerCrawl(manifest, postings, { now: context.now().getTime(), detailsNewerThan });
  return crawlChanges(context, job, { run, basis, held, former });
}

/** Renews the collection if every response is the former one; `false` when the source must be crawled. */
async function renewByResponses(
  context: CollectContext,
  job: CollectJob,
  { run, held, manifest }: Remembered,
): Promise<boolean> {
  const { source, narrow, received, signal, began, stop } = run;
  const { requests, detailsDueAt } = manifest;
  const { detailsNewerThan = 0 } = job;
  const { fetchHashed, userAgent } = run.access;
  const isDue = detailsDueAt !== null && (detailsNewerThan > 0 || context.now().getTime() >= detailsDueAt);
  if (requests === null || isDue || hasUnlisted(held) || fetchHashed === undefined) return false;
  const access = { fetchHashed, received, signal, userAgent };
  if (!(await isUnchanged(source, { narrow, requests }, access))) return false;
  stop.throwIfAborted();
  const pages = requests.length;
  return renewUnchanged(context, job, { source, held, stored: manifest, manifest, postings: null, pages, began });
}

/** A board whose collection holds jobs that it did not list is written anew: another reading may close them. */
const hasUnlisted = ({ kept = 0 }: CollectionHead): boolean => kept > 0;

/** Crawls what has changed since the former crawl; `false` when the collection that it refers to is no longer held. */
async function crawlChanges(
  context: CollectContext,
  job: CollectJob,
  { run, basis, held, former }: Omit<Remembered, 'manifest'> & { former: FormerCrawl },
): Promise<boolean> {
  const { source, began, stop, turn } = run;
  const crawled = await crawl(context, run, former);
  stop.throwIfAborted();
  const same = hasUnlisted(held) ? null : describeSame(former, crawled);
  if (same !== null) {
    const { pages } = crawled;
    return renewUnchanged(context, job, { source, held, stored: former.manifest, ...same, pages, began });
  }
  const jobs = await heldJobs(context, job, { held, former, crawled });
  if (jobs === null) return false;
  const { countedHour } = former.manifest;
  await finishCollection(context, job, { source, crawled, held: jobs, countedHour, basis, began, stop, turn });
  return true;
}

/** The jobs of the held collection, if any are used again; `null` when it is no longer held. */
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

async function crawlAll(
  context: CollectContext,
  job: CollectJob,
  { run, basis }: Pick<Remembered, 'run' | 'basis'>,
): Promise<void> {
  const { source, began, stop, turn } = run;
  const crawled = await crawl(context, run, null);
  stop.throwIfAborted();
  await finishCollection(context, job, { source, crawled, basis, began, stop, turn });
}

function crawl(
  { threads, pageAccess, now }: CollectContext,
  run: Run,
  former: FormerCrawl | null,
): Promise<CrawlResult> {
  const { source, narrow, access, signal, received } = run;
  // A thread takes as long to start as a source to respond, so both happen at once.
  threads.warm();
  const { openSession } = pageAccess;
  return crawlSource(source, narrow, { openSession, ...access, signal, former, received, now: now().getTime() });
}

/** Fetches and parses within the memory that collections may take. */
function accessOf(context: CollectContext, { source, turn, account }: Reading, first: Reservation): Run['access'] {
  const { threads, pageAccess } = context;
  const { fetchPage, fetchHashed } = pageAccess;
  return {
    fetchPage: fetchWithin(account, first, fetchPage),
    ...(fetchHashed === undefined ? {} : { fetchHashed: fetchHashedWithin(account, first, fetchHashed) }),
    parse: parseWithin(account, createParseInThreads(threads, turn)),
    userAgent: agentOf(context, source),
  };
}

/** Aborts when the collection's time is up or `stop` aborts. */
function signalOf(source: Source, stop: AbortSignal): AbortSignal {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(collectSecondsOf(source) * 1000)]);
  // Every concurrent request listens to it, and the source's settings say how many there are.
  setMaxListeners(0, signal);
  return signal;
}

const agentOf = ({ pageAccess }: CollectContext, { settings }: Source): string =>
  settings.userAgent ?? pageAccess.userAgent;

/** The payload's narrowing without absent members. */
function narrowOf({ narrow: { keyword, location } }: CollectJob): Narrow {
  return { ...(keyword === undefined ? {} : { keyword }), ...(location === undefined ? {} : { location }) };
}
