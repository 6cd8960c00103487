/** Writes and logs how a collection ended. */
import { type CollectJob, collectJobSchema, priorities } from '../../../shared/queue/queues.js';
import { noteSourceReading } from '../../../shared/schedule/listed-sources.js';
import { type CollectionAttempt, writeAttempt } from '../../../shared/search/collections/collection-store.js';
import { noTracing } from '../../../shared/tracing/tracing.js';
import type { TrackedOpenings } from '../../openings/track-openings.js';
import { isNarrowed, SourceError } from '../../sources/source.js';
import type { CollectContext } from '../crawl/collect-context.js';
import { readCooldown, reportFailure } from './source-cooldown.js';

/** An attempt that failed before anything was fetched. `at` is epoch ms. */
export function failedAttempt(at: number, detail: string): CollectionAttempt {
  return { at, status: 'failed', jobs: 0, tookMs: 0, detail, ours: false };
}

/**
 * Writes an attempt without postings; the previous collection stays. With a `cause` (`null` = no failure) it is logged as
 * the end of the collection, too.
 */
export function recordAttempt(
  context: Pick<CollectContext, 'redis' | 'config' | 'logger' | 'tracing'>,
  job: CollectJob,
  { attempt, cause }: { attempt: CollectionAttempt; cause?: string | null },
): Promise<void> {
  if (cause !== undefined) logCollection(context, job, { attempt, cause, pages: 0 });
  const { RARE_SECONDS, STALE_SECONDS } = context.config;
  return writeAttempt(context.redis, job.key, {
    attempt,
    keepMs: (isNarrowed(job.narrow) ? Math.min(RARE_SECONDS, STALE_SECONDS) : STALE_SECONDS) * 1000,
  });
}

/**
 * Logs and traces how a collection ended, with the id of the request that started it. Successful scheduled ones are
 * logged at `debug`: thousands of boards would fill the log.
 */
export function logCollection(
  { redis, logger, tracing = noTracing }: Pick<CollectContext, 'redis' | 'logger' | 'tracing'>,
  { requestId, source, priority }: CollectJob,
  { attempt, cause, pages, tracked = null, unchanged = false }: LoggedCollection,
): void {
  const { status, jobs } = attempt;
  const traceId = tracing.traceId();
  tracing.note({
    'job_search.status': status,
    'job_search.jobs': jobs,
    ...(cause === null ? {} : { 'error.type': cause }),
  });
  noteSourceReading(redis, source, {
    at: attempt.at,
    status: attempt.forbidden ? 'forbidden' : status,
    jobs,
    requests: pages,
    tookMs: attempt.tookMs,
    detail: attempt.detail ?? null,
    opened: tracked?.counts.opened ?? null,
    closed: tracked?.counts.closed ?? null,
  }).catch((err: unknown) => logger.debug({ err, source }, 'collect: the reading was not noted'));
  const openings = tracked === null ? {} : { openings: { ...tracked.counts, doubted: tracked.doubt !== null } };
  const isRoutine = priority === priorities.scheduled && status === 'ok' && !tracked?.doubt;
  logger[isRoutine ? 'debug' : 'info'](
    {
      requestId,
      traceId,
      source,
      ...attempt,
      cause: cause ?? undefined,
      pages,
      ...openings,
      ...(unchanged && { unchanged }),
    },
    'collect: done',
  );
}

/**
 * How a collection ended. `tracked`: the state of a full board's openings. `unchanged`: the source gave the same
 * postings, so nothing was stored.
 */
type LoggedCollection = {
  attempt: CollectionAttempt;
  cause: string | null;
  pages: number;
  tracked?: Pick<TrackedOpenings, 'counts' | 'doubt'> | null;
  unchanged?: boolean;
};

/**
 * Reports a collection that crashed two workers and is not retried: its source cools down as after any failure, and
 * waiting searches are notified at once.
 */
export async function reportStalled(
  { redis, config, logger, metrics, now }: Pick<CollectContext, 'redis' | 'config' | 'logger' | 'metrics' | 'now'>,
  payload: unknown,
): Promise<void> {
  const { key, source, requestId } = collectJobSchema.parse(payload);
  const at = now();
  const failure = new SourceError('stalled', 'The worker that read this source was lost twice');
  await reportFailure(redis, source, { failure, now: at });
  const cooldown = await readCooldown(redis, source, at);
  const until =
    cooldown.state === 'resting' ? `; it is not requested until ${cooldown.until.toISOString().slice(0, 19)}Z.` : '.';
  const detail = `${failure.message}${until}`;
  const attempt: CollectionAttempt = { at: at.getTime(), status: 'failed', jobs: 0, tookMs: 0, detail, ours: false };
  metrics.collection(source, attempt, failure.failure);
  logger.warn({ requestId, source, ...attempt, cause: failure.failure }, 'collect: stalled twice');
  await writeAttempt(redis, key, { attempt, keepMs: config.STALE_SECONDS * 1000 });
}
