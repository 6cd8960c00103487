import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Logger } from '../../shared/logger.js';
import { addOnce, priorities, type SearchJob, type WarmJob } from '../../shared/queue/queues.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { searchKey } from '../../shared/search/query.js';
import { type DocumentHead, documentVersion, readDocument } from '../../shared/search/search-document.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { beginRun, endRun, noteRun, type WarmOutcome, type WarmRun } from './warm-run.js';

/** What warming is made of. */
export type WarmTools = {
  redis: RedisConnection;
  logger: Logger;
  searches: Queue<SearchJob>;
  /** Tells of changed documents. */
  documents: Listener;
  sourcesPrint: string;
  metrics: Pick<WorkerMetrics, 'warmed'>;
  now: () => Date;
};

/** How often a run looks for itself, should an announcement be lost. */
const backstopMs = 1000;

/** How long a run is waited for: people come first, so that it may take its time. */
const patienceMs = 900_000;

type Scheduled = Extract<WarmJob, { kind: 'scheduled' }>;

/**
 * Has a scheduled search collected, unless its last run is still under way; says and keeps how it ended. Throws when it is
 * told to stop: the run goes back to the queue, and whoever takes it up goes on with it.
 */
export async function runScheduled(
  tools: WarmTools,
  job: Scheduled,
  { id, stop }: { id: string; stop: AbortSignal },
): Promise<WarmRun> {
  const { redis, metrics, logger, now } = tools;
  const { name } = job;
  const startedAt = now().getTime();
  const mine = await beginRun(redis, name, { id, leaseMs: patienceMs + 10 * backstopMs });
  const ended = mine ? await warmAs(tools, job, { id, stop }) : { outcome: 'skipped' as const, head: null };
  const run: WarmRun = {
    startedAt,
    tookMs: now().getTime() - startedAt,
    outcome: ended.outcome,
    total: ended.head?.total ?? null,
    failing: (ended.head?.sources ?? []).filter(({ status }) => status !== 'ok').map((source) => source.name),
  };
  await noteRun(redis, name, run);
  if (mine) await endRun(redis, name, id);
  metrics.warmed('scheduled', run.outcome);
  logger.info({ warm: name, ...run }, 'warm: run ended');
  return run;
}

/** Runs, and takes its mark away should something break: else the next runs would be skipped. One that goes back keeps it. */
async function warmAs(
  tools: WarmTools,
  job: Scheduled,
  { id, stop }: { id: string; stop: AbortSignal },
): Promise<Ended> {
  try {
    return await warm(tools, job, stop);
  } catch (error) {
    if (!stop.aborted)
      await endRun(tools.redis, job.name, id).catch((err: unknown) =>
        tools.logger.warn({ err, warm: job.name }, 'warm: the mark of a broken run stays until it expires'),
      );
    throw error;
  }
}

type Ended = { outcome: WarmOutcome; head: DocumentHead | null };

/** Queues the search behind all people and waits for its document. */
async function warm(tools: WarmTools, { name, subject }: Scheduled, stop: AbortSignal): Promise<Ended> {
  const { redis, searches, documents, now } = tools;
  const key = searchKey(subject);
  const search: SearchJob = {
    ...{ v: 1, key, subject, requestId: `warm-${name}`, runId: randomUUID() },
    ...{ documents: documentVersion, priority: priorities.warming, newerThan: 0 },
  };
  const until = now().getTime() + patienceMs;
  let broken = false;
  const offBroken = documents.on(key, ({ state }) => {
    if (state === 'broken' || state === 'unavailable' || state === 'full') broken = true;
  });
  const news = subscribeToChanges(documents, [key]);
  stop.addEventListener('abort', news.close);
  try {
    const { head: former } = await readDocument(redis, key, { from: 0, count: 0 });
    if (former !== null && isFresh(tools, former)) return { outcome: 'fresh', head: former };
    await addOnce(searches, search);
    while (now().getTime() < until) {
      const heard = await news.next(backstopMs);
      stop.throwIfAborted();
      if (broken) return { outcome: 'broken', head: null };
      const { head } = await readDocument(redis, key, { from: 0, count: 0 });
      if (head !== null && head.state !== 'growing' && head.version !== former?.version)
        return { outcome: outcomeOf(head), head };
      // The queue may have lost it (Redis started again empty); adding it again is no second run otherwise.
      if (heard === 'backstop') await addOnce(searches, search);
    }
    return { outcome: 'late', head: null };
  } finally {
    stop.removeEventListener('abort', news.close);
    news.close();
    offBroken();
  }
}

function isFresh({ sourcesPrint, now }: WarmTools, head: DocumentHead): boolean {
  return head.state === 'complete' && head.sourcesPrint === sourcesPrint && now().getTime() < head.recheckAt;
}

function outcomeOf({ state, sources }: DocumentHead): WarmOutcome {
  if (state === 'failed') return 'failed';
  return sources.every(({ status }) => status === 'ok') ? 'complete' : 'partial';
}
