/** Normalises and stores the crawled postings of a source, and reports how its reading ended. */
import { randomUUID } from 'node:crypto';
import type { CollectJob } from '../../../shared/queue/queues.js';
import type { StoredManifest } from '../../../shared/search/collections/collection-manifest.js';
import {
  type CollectedJob,
  type CollectionAttempt,
  type CollectionHead,
  writeCollection,
} from '../../../shared/search/collections/collection-store.js';
import { nobody } from '../../../shared/search/retention.js';
import { hourNumber } from '../../../shared/stats/keys.js';
import { confirmSeconds } from '../../openings/compare-listing.js';
import { hostOf } from '../../sources/fresh-times.js';
import {
  isNarrowed,
  ReadingOverBudget,
  type Source,
  type SourceError,
  type SourceFailure,
} from '../../sources/source.js';
import { measureOf } from '../../stats/record-collection.js';
import { normaliseInThreads } from '../../threads/normalise-in-threads.js';
import type { ThreadTurn } from '../../threads/thread-pool.js';
import type { CollectContext } from '../crawl/collect-context.js';
import { analysisVersion } from '../crawl/crawl-manifest.js';
import { type CrawlResult, describeCrawl } from '../crawl/crawl-result.js';
import { enforceBudget } from '../protect/enforce-budget.js';
import { logCollection, recordAttempt } from '../protect/record-attempt.js';
import { endCooldown, reportFailure, reportToHost } from '../protect/source-cooldown.js';
import {
  assembleJobs,
  biasSample,
  type FollowedOpenings,
  followOpenings,
  type HeldJobs,
  withoutCredentials,
} from './assemble-jobs.js';
import { droppedFlaws, failureDetail, nothingRead, publicDetail, successDetail } from './report-detail.js';

type Crawled = {
  source: Source;
  crawled: CrawlResult;
  /** The jobs of the former collection that entries of the crawl refer to, by index. */
  formerJobs?: HeldJobs;
  /** The hour in which these were last counted for geo-stats (`hourNumber`); `null` = never. */
  countedHour?: number | null;
  /** The hash of the settings for reading the source (`readerBasis`); `null` = the crawl is not recorded. */
  basis?: string | null;
  began: number;
  stop: AbortSignal;
  turn: ThreadTurn;
};

/** Normalises and stores the crawled postings and reports the source's outcome. `began` is from `performance.now()`. */
export async function finishCollection(
  context: CollectContext,
  job: CollectJob,
  { source, crawled, formerJobs = new Map(), countedHour = null, basis = null, began, stop, turn }: Crawled,
): Promise<void> {
  const read = await normaliseInThreads(await withoutCredentials(source, crawled.postings), {
    pool: context.threads,
    turn,
    source: source.id,
    company: source.settings,
    now: context.now(),
    signal: stop,
    others: biasSample(crawled, formerJobs),
  });
  const assembled = await assembleJobs(source.id, crawled.entries, { normalised: read.jobs, held: formerJobs });
  const normalised = { ...read, jobs: assembled.jobs };
  const { dropped, unread } = normalised;
  const flaws = [...droppedFlaws(normalised), ...normalised.flaws];
  if (dropped > 0) context.metrics.dropped(source.id, dropped + unread);
  const at = context.now().getTime();
  const failure =
    crawled.failure ??
    (normalised.isOver ? new ReadingOverBudget(`${unread} postings were`) : null) ??
    (normalised.jobs.length === 0 && crawled.withheld === 0
      ? nothingRead([...crawled.flaws, ...flaws, ...crawled.doubts])
      : null);
  const cause = failure?.failure ?? null;
  const isStored = failure === null || normalised.jobs.length > 0;
  const openings = isStored
    ? await followOpenings(context, job, { source, crawled, normalised, at, stop })
    : nothingFollowed;
  const { jobs, tracked } = openings;

  // Sent before the collection is published, so that its subscribers never see a stale cooldown.
  const now = new Date(at);
  const ended = Promise.all([
    reportToHost(context.redis, hostOf(source), { source: source.id, failure, now }),
    failure === null ? endCooldown(context.redis, source.id) : null,
  ]);
  // Awaited with the collection; until then it must not count as unhandled.
  ended.catch(() => undefined);
  if (failure !== null) await Promise.all([ended, reportFailure(context.redis, source.id, { failure, now })]);
  const outcome = { at, tookMs: Math.round(performance.now() - began), jobs: jobs.length, pages: crawled.pages };
  const attempt = attemptOf(source, { outcome, failure, crawled, flaws, openings });

  if (isStored) {
    const head = headOf(context, job, { source, at, attempt, tracked, company: companyOfAll(jobs) });
    await tracked?.commit(head.version);
    const described = { head, crawled, jobs, postings: assembled.postings };
    const manifest = basis === null ? {} : { manifest: await describeCrawl({ ...described, basis }) };
    const writing = storeCollection(context, job, { head, attempt, jobs, unlisted: tracked?.unlisted, ...manifest });
    await Promise.all([writing, ended]);
  } else await Promise.all([recordAttempt(context, job, { attempt }), ended]);
  context.metrics.collection(source.id, attempt, cause);
  if (tracked !== null) context.metrics.openings(source.kind.kind, tracked.counts, tracked.doubt !== null);
  const counted = new Set(countedHour === hourNumber(at) ? [...formerJobs.values()].map((each) => each.job.id) : []);
  const measures = jobs.filter((each) => !counted.has(each.job.id)).map((each) => measureOf(each.job));
  await context.recorder.collection({ job, attempt, measures });
  logCollection(context, job, { attempt, cause, pages: crawled.pages, tracked });
}

const nothingFollowed: FollowedOpenings = { jobs: [], tracked: null, detail: null };

/** The status of a failure; any other is `failed`. A board that its owner forbids has not failed. */
const statuses: Partial<Record<SourceFailure, CollectionAttempt['status']>> = {
  timeout: 'timeout',
  forbidden: 'resting',
};

type Outcome = Pick<CollectionAttempt, 'at' | 'tookMs' | 'jobs' | 'pages'>;

/** The attempt as shown in responses, the log and traces: without secrets of the source's settings. */
function attemptOf(
  { redact }: Source,
  {
    outcome,
    failure,
    crawled,
    flaws,
    openings,
  }: {
    outcome: Outcome;
    failure: SourceError | null;
    crawled: CrawlResult;
    flaws: readonly string[];
    openings: Pick<FollowedOpenings, 'detail'>;
  },
): CollectionAttempt {
  const read = failure === null ? successDetail(crawled, flaws) : failureDetail(failure, crawled);
  // The doubt comes first: a long list of flaws is cut at its end.
  const sentences = [openings.detail, read].filter((sentence) => sentence !== null);
  const detail = sentences.length === 0 ? null : sentences.join(' ');
  return {
    ...outcome,
    status: failure === null ? 'ok' : (statuses[failure.failure] ?? 'failed'),
    ...(failure?.failure === 'forbidden' && { forbidden: true }),
    detail: detail === null ? null : publicDetail(detail, redact),
    ours: failure?.failure === 'browser',
  };
}

function headOf(
  context: CollectContext,
  job: CollectJob,
  {
    source,
    at,
    attempt,
    tracked,
    company,
  }: {
    source: Source;
    at: number;
    attempt: CollectionAttempt;
    tracked: FollowedOpenings['tracked'];
    company: string | null;
  },
): CollectionHead {
  const isDoubted = tracked !== null && tracked.doubt !== null;
  const kept = tracked?.counts.kept ?? 0;
  return {
    v: 1,
    source: source.id,
    version: randomUUID(),
    ...collectionTimes(context, job, { source, at, isOk: attempt.status === 'ok', isDoubted }),
    jobs: attempt.jobs,
    analysis: analysisVersion(),
    ...(kept === 0 ? {} : { kept }),
    ...(company === null ? {} : { company }),
    detail: attempt.detail,
  };
}

/** The company of all jobs; `null` = several, or none is named. */
function companyOfAll(jobs: readonly CollectedJob[]): string | null {
  const name = jobs[0]?.job.company.name ?? null;
  return jobs.every(({ job }) => job.company.name === name) ? name : null;
}

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
