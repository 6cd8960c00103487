import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Logger } from '../../shared/logger.js';
import { addOnce, payloadVersion, priorities, type SearchJob, type WarmJob } from '../../shared/queue/queues.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { searchKey } from '../../shared/search/query/query.js';
import { type DocumentHead, documentVersion, readDocument } from '../../shared/search/search-document.js';
import { isPartial, summaryOf } from '../../shared/search/source-summary.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { beginRun, endRun, noteRun, type WarmOutcome, type WarmRun } from './warm-run.js';

/** Dependencies of warming. */
export type WarmContext = {
  redis: RedisConnection;
  logger: Logger;
  searches: Queue<SearchJob>;
  /** Notifications about written documents. */
  documents: Listener;
  sourcesHash: string;
  metrics: Pick<WorkerMetrics, 'warmed'>;
  now: () => Date;
};

/** A run also polls at this interval, in case a notification is lost. */
const pollMs = 1000;

/** Timeout of a run; long, because interactive searches take precedence. */
const runMs = 900_000;

type Scheduled = Extract<WarmJob, { kind: 'scheduled' }>;

/**
 * Runs a scheduled search unless its previous run is still in progress; logs and stores the outcome. Throws when `stop`
 * aborts: the run returns to the queue and another worker continues it.
 */
export async function runScheduled(
  context: WarmContext,
  job: Scheduled,
  { id, stop }: { id: string; stop: AbortSignal },
): Promise<WarmRun> {
  const { redis, metrics, logger, now } = context;
  const { name } = job;
  const startedAt = now().getTime();
  const isHolder = await beginRun(redis, name, { id, leaseMs: runMs + 10 * pollMs });
  const ended = isHolder
    ? await releaseIfBroken(context, job, { id, stop })
    : { outcome: 'skipped' as const, head: null };
  const run: WarmRun = {
    startedAt,
    tookMs: now().getTime() - startedAt,
    outcome: ended.outcome,
    total: ended.head?.total ?? null,
    failing: (ended.head?.sources ?? []).filter(({ status }) => status !== 'ok').map((source) => source.name),
  };
  await noteRun(redis, name, run);
  if (isHolder) await endRun(redis, name, id);
  metrics.warmed('scheduled', run.outcome);
  logger.info({ warm: name, ...run }, 'warm: run ended');
  return run;
}

/**
 * Releases the run's lease when the run throws, since the next runs would otherwise be skipped. A run that returns to the
 * queue keeps its lease.
 */
async function releaseIfBroken(
  context: WarmContext,
  job: Scheduled,
  { id, stop }: { id: string; stop: AbortSignal },
): Promise<Ended> {
  try {
    return await warm(context, job, stop);
  } catch (error) {
    if (!stop.aborted)
      await endRun(context.redis, job.name, id).catch((err: unknown) =>
        context.logger.warn(
          { err, warm: job.name },
          'warm: could not release the lease of a broken run; it expires by itself',
        ),
      );
    throw error;
  }
}

type Ended = { outcome: WarmOutcome; head: DocumentHead | null };

/** Queues the search at the lowest priority and waits for its document. */
async function warm(context: WarmContext, { name, subject }: Scheduled, stop: AbortSignal): Promise<Ended> {
  const { redis, searches, documents, now } = context;
  const key = searchKey(subject);
  const search: SearchJob = {
    ...{ v: payloadVersion, key, subject, requestId: `warm-${name}`, runId: randomUUID() },
    ...{ documents: documentVersion, priority: priorities.warming, newerThan: 0 },
  };
  const until = now().getTime() + runMs;
  let broken = false;
  const offBroken = documents.on(key, ({ state }) => {
    if (state === 'broken' || state === 'unavailable' || state === 'full' || state === 'engine') broken = true;
  });
  const changes = subscribeToChanges(documents, [key]);
  stop.addEventListener('abort', changes.close);
  try {
    const { head: previous } = await readDocument(redis, key, { from: 0, count: 0 });
    if (previous !== null && isFresh(context, previous)) return { outcome: 'fresh', head: previous };
    await addOnce(searches, search);
    while (now().getTime() < until) {
      const outcome = await changes.next(pollMs);
      stop.throwIfAborted();
      if (broken) return { outcome: 'broken', head: null };
      const { head } = await readDocument(redis, key, { from: 0, count: 0 });
      if (head !== null && head.state !== 'growing' && head.version !== previous?.version)
        return { outcome: outcomeOf(head), head };
      // Adding the job again restores one that Redis lost in a restart; otherwise it is a no-op.
      if (outcome === 'backstop') await addOnce(searches, search);
    }
    return { outcome: 'late', head: null };
  } finally {
    stop.removeEventListener('abort', changes.close);
    changes.close();
    offBroken();
  }
}

function isFresh({ sourcesHash, now }: WarmContext, head: DocumentHead): boolean {
  return head.state === 'complete' && head.sourcesPrint === sourcesHash && now().getTime() < head.recheckAt;
}

function outcomeOf(head: DocumentHead): WarmOutcome {
  if (head.state === 'failed') return 'failed';
  return isPartial(summaryOf(head).sourceCounts) ? 'partial' : 'complete';
}
