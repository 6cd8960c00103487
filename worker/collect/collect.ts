import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { addOnce, type CollectJob } from '../../shared/queue/queues.js';
import { announce } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import {
  type CollectionAttempt,
  type CollectionHead,
  readCollectionStates,
  writeAttempt,
} from '../../shared/search/collection-store.js';
import { noTracing, type Tracing } from '../../shared/tracing/tracing.js';
import { redactError, tellable, withheldSentence } from '../fetch/tellable.js';
import { collectSecondsOf, freshSecondsOf, postingMs } from '../limits.js';
import type { CollectionHandoff } from '../match/corpus/collection-handoff.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { isFresh, isNarrowed } from '../search/plan.js';
import type { Narrow } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import type { Source } from '../sources/sources-file.js';
import type { Measure } from '../stats/measure.js';
import { type NormalisedApart, normaliseInThreads } from '../threads/normalise-in-threads.js';
import { createReadInThreads } from '../threads/read-in-threads.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import { type CrawlResult, type CrawlTools, NeedsBrowser, walk } from './crawl-source.js';
import { keepCollection } from './keep-collection.js';
import { readCooldown, reportFailure, reportSuccess, tryAcquireProbe } from './source-cooldown.js';

/** What a worker that collects is made of. */
export type CollectTools = {
  config: Config;
  logger: Logger;
  redis: RedisConnection;
  sources: readonly Source[];
  /** Where what a source answers is read and normalised. */
  threads: Pick<ThreadPool, 'run' | 'warm'>;
  /** How this wing reaches pages: by HTTP alone, or with a browser too. */
  reach: Pick<CrawlTools, 'fetchPage' | 'openSession' | 'userAgent'>;
  /** Where a page goes that must be rendered; `null` in the wing that is its end. */
  browserQueue: Queue<CollectJob> | null;
  /** Where searches of this process find the collection; absent where none run. */
  handoff?: Pick<CollectionHandoff, 'offer'>;
  measure: Measure;
  metrics: Pick<WorkerMetrics, 'collection' | 'dropped' | 'writeFailed'>;
  tracing?: Pick<Tracing, 'note' | 'traceId'>;
  now: () => Date;
};

/** Reads one source and keeps what it holds; whatever happens is noted as an attempt, so that nobody waits in vain. */
export const createCollect =
  (tools: CollectTools) =>
  async (job: CollectJob, stop: AbortSignal): Promise<void> => {
    const source = tools.sources.find(({ id }) => id === job.source);
    const startedAt = tools.now().getTime();
    // The clock may be set meanwhile: what took how long is measured by another.
    const began = performance.now();
    if (source === undefined) {
      const attempt = unknownSource(job, startedAt);
      tell(tools, job, { attempt, cause: 'unknown-source', pages: 0 });
      return note(tools, job, attempt);
    }

    const at = new Date(startedAt);
    const [[state], seen] = await Promise.all([
      readCollectionStates(tools.redis, [job.key]),
      readCooldown(tools.redis, source.id, at),
    ]);
    if (state !== undefined && isFresh(state, startedAt, job.newerThan))
      return announce(tools.redis, redisChannels.collections, { key: job.key, state: 'ok' });

    // Who may ask first after a rest is settled in Redis; where none was, there is nothing to settle.
    const rest = seen.state === 'over' ? await tryAcquireProbe(tools.redis, source.id, at) : seen;
    if (rest.state === 'resting') {
      const { detail } = rest;
      const attempt: CollectionAttempt = { at: startedAt, status: 'resting', jobs: 0, tookMs: 0, detail, ours: false };
      tools.metrics.collection(source.id, attempt, null);
      tell(tools, job, { attempt, cause: null, pages: 0 });
      return note(tools, job, attempt);
    }

    try {
      const walked = await read(tools, job, { source, stop });
      // A worker that leaves says nothing of the source: who waits queues the collection again.
      stop.throwIfAborted();
      await keep(tools, job, { source, walked, began, stop });
    } catch (error) {
      if (error instanceof NeedsBrowser) return handOver(tools, job, startedAt);
      if (isRedisUnavailable(error)) tools.metrics.writeFailed('collection');
      // Noted as ours before it is thrown: a bug must not have the source asked again every second.
      if (!stop.aborted) await note(tools, job, ourFault(startedAt));
      throw redactError(error, source.redact);
    }
  };

/** Sends a collection whose pages must be rendered to a worker that can. */
async function handOver(tools: CollectTools, job: CollectJob, startedAt: number): Promise<void> {
  tools.logger.info({ requestId: job.requestId, source: job.source }, 'collect: needs a browser');
  if (tools.browserQueue === null) await note(tools, job, noBrowser(startedAt));
  else await addOnce(tools.browserQueue, job);
}

async function read(
  tools: CollectTools,
  job: CollectJob,
  { source, stop }: { source: Source; stop: AbortSignal },
): Promise<CrawlResult> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(collectSecondsOf(source) * 1000)]);
  // Every page under way listens to it, and there are as many as the source allows.
  setMaxListeners(0, signal);
  // A thread takes as long to begin as a source to answer.
  tools.threads.warm();
  return walk(source, narrowOf(job), {
    ...tools.reach,
    read: createReadInThreads(tools.threads),
    userAgent: source.settings.userAgent ?? tools.reach.userAgent,
    signal,
  });
}

/** Normalises what was read, keeps it, and tells how the source fared. */
async function keep(
  tools: CollectTools,
  job: CollectJob,
  { source, walked, began, stop }: { source: Source; walked: CrawlResult; began: number; stop: AbortSignal },
): Promise<void> {
  const normalised = await normaliseInThreads(walked.postings, {
    pool: tools.threads,
    source: source.id,
    now: tools.now(),
    signal: stop,
  });
  const { jobs } = normalised;
  const flaws = [...leftOut(normalised), ...normalised.flaws];
  if (normalised.dropped > 0) tools.metrics.dropped(source.id, normalised.dropped + normalised.unread);
  const at = tools.now().getTime();
  const failure =
    walked.failure ??
    (jobs.length === 0 && walked.withheld === 0 ? nothingRead([...walked.flaws, ...flaws, ...walked.doubts]) : null);
  const outcome = { at, tookMs: Math.round(performance.now() - began), jobs: jobs.length };

  // Who is told of the collection finds the rest as it now is: to end one is sent before the collection, and not waited for.
  const awake = failure === null ? reportSuccess(tools.redis, source.id) : null;
  if (failure !== null) await reportFailure(tools.redis, source.id, { failure, now: new Date(at) });
  const told: CollectionAttempt =
    failure === null
      ? { ...outcome, status: 'ok', detail: howRead(walked, flaws), ours: false }
      : { ...outcome, ...faring(failure, walked), ours: failure.failure === 'browser' };
  // From here on it goes to anybody: into answers, the log, traces.
  const attempt = { ...told, detail: told.detail === null ? null : tellable(told.detail, source.redact) };

  if (failure === null || jobs.length > 0) {
    const head = headOf(tools, { source, at, attempt });
    const writing = keepCollection(tools, job, { head, attempt, jobs });
    const ref = { key: job.key, version: head.version, source: source.id };
    tools.handoff?.offer(
      ref,
      jobs.map((each) => each.job),
    );
    await Promise.all([writing, awake]);
  } else await note(tools, job, attempt);
  tools.metrics.collection(source.id, attempt, failure?.failure ?? null);
  await tools.measure.collection({ job, attempt, jobs });
  tell(tools, job, { attempt, cause: failure?.failure ?? null, pages: walked.pages });
}

/** Says in the log and in the trace how a collection went, under the id of the request that began it. */
function tell(
  { logger, tracing = noTracing }: CollectTools,
  { requestId, source }: CollectJob,
  { attempt, cause, pages }: { attempt: CollectionAttempt; cause: string | null; pages: number },
): void {
  const { status, jobs } = attempt;
  const traceId = tracing.traceId();
  tracing.note({
    'job_search.status': status,
    'job_search.jobs': jobs,
    ...(cause === null ? {} : { 'error.type': cause }),
  });
  logger.info({ requestId, traceId, source, ...attempt, cause: cause ?? undefined, pages }, 'collect: done');
}

function headOf(
  tools: CollectTools,
  { source, at, attempt }: { source: Source; at: number; attempt: CollectionAttempt },
): CollectionHead {
  const { FRESH_SECONDS, PARTIAL_SECONDS, STALE_SECONDS } = tools.config;
  const fresh = attempt.status === 'ok' ? freshSecondsOf(source, FRESH_SECONDS) : PARTIAL_SECONDS;
  return {
    v: 1,
    source: source.id,
    version: randomUUID(),
    collectedAt: at,
    freshUntil: at + fresh * 1000,
    staleUntil: at + Math.max(STALE_SECONDS, fresh) * 1000,
    jobs: attempt.jobs,
    detail: attempt.detail,
  };
}

/** Notes an attempt that brought nothing; the former collection stays. */
function note(tools: CollectTools, job: CollectJob, attempt: CollectionAttempt): Promise<void> {
  const { RARE_SECONDS, STALE_SECONDS } = tools.config;
  return writeAttempt(tools.redis, job.key, {
    attempt,
    keepMs: (isNarrowed(job) ? Math.min(RARE_SECONDS, STALE_SECONDS) : STALE_SECONDS) * 1000,
  });
}

function unknownSource(job: CollectJob, at: number): CollectionAttempt {
  const detail = `The worker that took this up has no source "${job.source}" in its sources file.`;
  return { at, status: 'failed', jobs: 0, tookMs: 0, detail, ours: false };
}

function ourFault(at: number): CollectionAttempt {
  const detail = 'Something broke on our side while the source was read; the log has the cause.';
  return { at, status: 'failed', jobs: 0, tookMs: 0, detail, ours: false };
}

function noBrowser(at: number): CollectionAttempt {
  const detail = 'The page must be rendered, and no Chromium is installed where it would be (CHROMIUM_PATH).';
  return { at, status: 'failed', jobs: 0, tookMs: 0, detail, ours: false };
}

/** Pages that were read and held nothing readable are a failure, never an empty board. */
function nothingRead(flaws: readonly string[]): SourceError | null {
  const [first] = flaws;
  return first === undefined ? null : new SourceError('changed', flawSentence(flaws, first));
}

function faring(failure: SourceError, { postings }: CrawlResult): Pick<CollectionAttempt, 'status' | 'detail'> {
  const kept = postings.length === 0 ? '' : ` ${postings.length} postings were read before.`;
  return { status: failure.failure === 'timeout' ? 'timeout' : 'failed', detail: failure.message + kept };
}

/** Says which postings were left out because reading one of them took too long. */
function leftOut({ dropped, unread }: NormalisedApart): string[] {
  if (dropped === 0) return [];
  const many = dropped === 1 ? '1 posting took' : `${dropped} postings took`;
  const were = dropped === 1 ? 'was' : 'were';
  const beside = unread === 0 ? '' : ` ${unread} beside them are unread.`;
  return [`${many} longer than ${postingMs / 1000} s to read and ${were} left out.${beside}`];
}

/** What an answer should know of a good reading that was not quite whole. */
function howRead(walked: CrawlResult, flaws: readonly string[]): string | null {
  const all = [...walked.flaws, ...flaws];
  const sentences = [
    walked.capped === null ? '' : `Stopped at ${walked.capped}; the source holds more.`,
    walked.withheld === 0 ? '' : withheldSentence(walked.withheld),
    all[0] === undefined ? '' : flawSentence(all, all[0]),
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? null : sentences.join(' ');
}

function flawSentence(flaws: readonly string[], first: string): string {
  return flaws.length === 1 ? first : `${first} And ${flaws.length - 1} more like it.`;
}

/** The payload's narrowing, without the members that are not there. */
function narrowOf({ narrow }: CollectJob): Narrow {
  const { keyword, location } = narrow;
  return { ...(keyword === undefined ? {} : { keyword }), ...(location === undefined ? {} : { location }) };
}
