/** Runs the searches of a warm file and the busiest ones, and stores the outcomes of their runs. */
import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { z } from 'zod';
import type { Logger } from '../../shared/logger.js';
import { addOnce, payloadVersion, priorities, type SearchJob, type WarmJob } from '../../shared/queue/queues.js';
import type { Listener } from '../../shared/redis/listener.js';
import { subscribeToChanges } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { searchKey } from '../../shared/search/query/query.js';
import { isPartial, summaryOf } from '../../shared/search/result.js';
import {
  type DocumentHead,
  type DocumentPage,
  documentVersion,
  readDocument,
  readDocumentSubject,
} from '../../shared/search/search-document.js';
import { readBusiest } from '../../shared/search/search-runs.js';
import type { WorkerMetrics } from '../process/metrics.js';

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
  let ended: Ended = { outcome: 'skipped', head: null };
  try {
    if (isHolder) ended = await warm(context, job, stop);
  } catch (error) {
    // A run that returns to the queue keeps its lease; otherwise the next runs would be skipped until it expires.
    if (!stop.aborted)
      await endRun(redis, name, id).catch((err: unknown) =>
        logger.warn({ err, warm: name }, 'warm: could not release the lease of a broken run; it expires by itself'),
      );
    throw error;
  }
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

type Ended = { outcome: WarmOutcome; head: DocumentHead | null };

/** Queues the search at the lowest priority and waits for its document. */
async function warm(context: WarmContext, { name, subject }: Scheduled, stop: AbortSignal): Promise<Ended> {
  const { redis, searches, documents, now } = context;
  const key = searchKey(subject);
  const search: SearchJob = {
    v: payloadVersion,
    key,
    subject,
    requestId: `warm-${name}`,
    runId: randomUUID(),
    documents: documentVersion,
    priority: priorities.warming,
    newerThan: 0,
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

/**
 * The outcome of a scheduled search's run. `fresh`: the stored document was fresh, nothing was collected. `partial`: some
 * sources failed. `failed`: all sources failed. `broken`: an internal error. `late`: it did not end in time. `skipped`: the
 * previous run was still in progress.
 */
const warmOutcomes = ['complete', 'fresh', 'partial', 'failed', 'broken', 'late', 'skipped'] as const;
type WarmOutcome = (typeof warmOutcomes)[number];

/** A stored run. Times are epoch milliseconds; `failing` names the sources that were not `ok`. */
export const warmRunSchema = z.object({
  startedAt: z.number(),
  tookMs: z.number(),
  outcome: z.enum(warmOutcomes),
  total: z.number().nullable(),
  failing: z.array(z.string()),
});
export type WarmRun = z.infer<typeof warmRunSchema>;

/** Acquires the lease on a search's runs for `leaseMs`; `false` when another run has it. A continued run has it. */
async function beginRun(
  redis: RedisConnection,
  name: string,
  { id, leaseMs }: { id: string; leaseMs: number },
): Promise<boolean> {
  const lease = redisKeys.warmRunning(name);
  if ((await redis.set(lease, id, 'PX', leaseMs, 'NX')) !== null) return true;
  return (await redis.get(lease)) === id && (await redis.pexpire(lease, leaseMs)) === 1;
}

/** Releases the lease if this run has it. Runs end before their lease, so no other run can take it between. */
async function endRun(redis: RedisConnection, name: string, id: string): Promise<void> {
  const lease = redisKeys.warmRunning(name);
  if ((await redis.get(lease)) === id) await redis.del(lease);
}

/** Stores the outcome of the last run of a search; skipped runs are only counted. */
export async function noteRun(redis: RedisConnection, name: string, run: WarmRun): Promise<void> {
  if (run.outcome === 'skipped') await redis.hincrby(redisKeys.warmSkipped, name, 1);
  else await redis.hset(redisKeys.warmRuns, name, JSON.stringify(run));
}

/** The last run of each search, and how many were skipped. */
export async function readRuns(
  redis: RedisConnection,
): Promise<{ last: Map<string, WarmRun>; skipped: Map<string, number> }> {
  const [runs, skipped] = await Promise.all([redis.hgetall(redisKeys.warmRuns), redis.hgetall(redisKeys.warmSkipped)]);
  return {
    last: new Map(Object.entries(runs).map(([name, text]) => [name, warmRunSchema.parse(JSON.parse(text))])),
    skipped: new Map(Object.entries(skipped).map(([name, count]) => [name, Number(count)])),
  };
}

/** Deletes the runs of searches no longer scheduled. */
export async function forgetRuns(redis: RedisConnection, names: ReadonlySet<string>): Promise<void> {
  const { last, skipped } = await readRuns(redis);
  const removed = [...new Set([...last.keys(), ...skipped.keys()])].filter((name) => !names.has(name));
  if (removed.length === 0) return;
  await Promise.all([redis.hdel(redisKeys.warmRuns, ...removed), redis.hdel(redisKeys.warmSkipped, ...removed)]);
}

/** The popularity from which a search is busy: three recent requests. Each counts 1, with a half-life of half an hour. */
const leastAsked = 2;

/** A document is refreshed in the last part of its freshness lifetime, at most two minutes before its end. */
const lastPart = 1 / 5;
const maxLeadMs = 120_000;

/**
 * Queues the busiest searches whose documents go stale soon, at most `atOnce` of them and at the lowest priority; only
 * collections that would go stale are collected again. Returns the keys of the queued searches.
 */
export async function refreshBusiest(
  context: WarmContext,
  { top, atOnce }: Extract<WarmJob, { kind: 'busiest' }>,
): Promise<string[]> {
  const { redis, metrics, now } = context;
  const at = now();
  const busiest = await readBusiest(redis, { top, least: leastAsked, now: at });
  const pages = await Promise.all(busiest.map(({ key }) => readDocument(redis, key, { from: 0, count: 0 })));
  const queued: string[] = [];
  for (const [index, { key }] of busiest.entries()) {
    if (queued.length === atOnce) break;
    const page = pages[index];
    const leadMs = page === undefined ? null : leadOf(page, { now: at.getTime(), sourcesHash: context.sourcesHash });
    if (leadMs === null || !(await refresh(context, key, at.getTime() + leadMs))) continue;
    queued.push(key);
    metrics.warmed('busiest', 'queued');
  }
  return queued;
}

/** The lead with which a due document is refreshed before it goes stale, in milliseconds; `null` when it is not due. */
function leadOf(
  { head, running }: Pick<DocumentPage, 'head' | 'running'>,
  { now, sourcesHash }: { now: number; sourcesHash: string },
): number | null {
  if (head === null || head.state !== 'complete' || running !== null) return null;
  const lifetimeMs = head.freshUntil - Math.max(head.collectedAt ?? now, head.rankedAt ?? 0);
  const leadMs = Math.min(maxLeadMs, Math.max(0, lifetimeMs) * lastPart);
  // A document made with a different sources file is never served, so it counts as stale.
  return head.sourcesPrint !== sourcesHash || now >= head.freshUntil - leadMs ? leadMs : null;
}

/** Queues a document's search; `false` when it is already queued or running, or the document has just expired. */
async function refresh({ redis, searches }: WarmContext, key: string, freshAt: number): Promise<boolean> {
  const subject = await readDocumentSubject(redis, key);
  if (subject === null || (await searches.getJob(key)) !== undefined) return false;
  const search: SearchJob = {
    v: payloadVersion,
    key,
    subject,
    requestId: `warm-${randomUUID()}`,
    runId: randomUUID(),
    documents: documentVersion,
    priority: priorities.warming,
    newerThan: 0,
    freshAt,
  };
  await addOnce(searches, search);
  return true;
}
