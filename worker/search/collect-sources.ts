import { randomUUID } from 'node:crypto';
import { addAgain } from '../../shared/queue/drop-unknown.js';
import { addOnce, type CollectJob, type SearchJob } from '../../shared/queue/queues.js';
import { type ChangeSubscription, subscribeToChanges } from '../../shared/redis/change-subscription.js';
import { type CollectionState, readCollectionStates } from '../../shared/search/collection-store.js';
import { type RunningSearch, readDocument, writeRunning } from '../../shared/search/search-document.js';
import { readCooldown } from '../collect/source-cooldown.js';
import { collectSecondsOf } from '../sources/source-limits.js';
import { assembleDocument } from './assemble-document.js';
import type { PlannedSource } from './plan-collections.js';
import type { RunOptions, SearchContext } from './search-context.js';
import { advanceProgress, beginProgress, endProgress, type SourceProgress } from './source-progress.js';
import { sourceReports } from './source-reports.js';
import { recordsFor, storeDocument } from './store-document.js';

type Context = SearchContext & RunOptions;

/** Without a notification a search polls at this interval, in case one was lost. */
const pollMs = 1000;

/** How long a search waits beyond a source's own time, for the collection's turn in the queue. */
const queueSlackMs = 10_000;

const unknown: CollectionState = { head: null, attempt: null };

/** `startedAt` is epoch ms, `began` of `performance.now()`; `kept` are parts that have reported already. */
type Collecting = { planned: PlannedSource[]; startedAt: number; began: number; kept?: readonly SourceProgress[] };

/** A run in progress. */
type Run = { parts: SourceProgress[]; startedAt: number; began: number; changes: ChangeSubscription };

/** Queues the required collections and waits until every source has reported; the document grows in the meantime. */
export async function collectSources(
  context: Context,
  job: SearchJob,
  { planned, startedAt, began, kept = [] }: Collecting,
): Promise<SourceProgress[]> {
  const changes = subscribeToChanges(
    context.collections,
    planned.map(({ key }) => key),
  );
  context.stop.addEventListener('abort', changes.close);
  try {
    const parts = [...kept, ...(await begin(context, job, { planned, startedAt }))];
    return await grow(context, job, { parts, startedAt, began, changes });
  } finally {
    context.stop.removeEventListener('abort', changes.close);
    changes.close();
  }
}

/** Uses collections that are fresh, skips sources that cool down, and queues the others. */
async function begin(
  context: SearchContext,
  job: SearchJob,
  { planned, startedAt: now }: { planned: PlannedSource[]; startedAt: number },
): Promise<SourceProgress[]> {
  const keys = planned.map(({ key }) => key);
  const [states, cooldowns] = await Promise.all([
    readCollectionStates(context.redis, keys),
    Promise.all(planned.map(({ source }) => readCooldown(context.redis, source.id, new Date(now)))),
  ]);
  return Promise.all(
    planned.map(async (each, index) => {
      const state = states[index] ?? unknown;
      const part = beginProgress(each, state, { now, newerThan: oldestAccepted(job, state) });
      if (!isPending(part)) return part;
      const cooldown = cooldowns[index];
      if (cooldown?.state === 'resting')
        return endProgress(part, { status: 'resting', tookMs: 0, detail: cooldown.detail });
      await queueCollection(context, job, part);
      return part;
    }),
  );
}

/** The earliest moment (epoch ms) a collection may be of. One that goes stale too soon is collected again. */
function oldestAccepted({ newerThan, freshAt = 0 }: SearchJob, { head }: CollectionState): number {
  return head !== null && head.freshUntil <= freshAt ? Math.max(newerThan, head.collectedAt + 1) : newerThan;
}

/** Queues a source's collection in its pool, or joins an equal one that waits or runs already. */
async function queueCollection(
  { queues }: Pick<SearchContext, 'queues'>,
  job: SearchJob,
  part: SourceProgress,
): Promise<void> {
  await addOnce(queues[poolOf(part)], collectionJob(job, part));
}

/** Queues a pending collection again: restores a job that its queue has lost, and raises the priority of one that waits. */
async function queueAgain(
  { redis, queues, metrics, logger }: SearchContext,
  job: SearchJob,
  part: SourceProgress,
): Promise<void> {
  const queue = queues[poolOf(part)];
  if (!(await addAgain(redis, queue, collectionJob(job, part)))) return;
  metrics.addedAgain(queue.name);
  const source = part.planned.source.id;
  logger.warn({ requestId: job.requestId, source }, 'search: queued a collection again that its queue had lost');
}

const poolOf = ({ planned: { source } }: SourceProgress): 'http' | 'browser' => source.kind.pool(source.settings);

function collectionJob(job: SearchJob, { planned: { source, key, narrow }, newerThan }: SourceProgress): CollectJob {
  return {
    v: 1,
    key,
    source: source.id,
    narrow,
    requestId: job.requestId,
    runId: randomUUID(),
    priority: job.priority,
    newerThan,
    budget: job.budget,
  };
}

/** Writes the growing document until no source is pending; a complete previous one stays until the run is done. */
async function grow(context: Context, job: SearchJob, run: Run): Promise<SourceProgress[]> {
  const { head } = await readDocument(context.redis, job.key, { from: 0, count: 0 });
  const keepsPrevious = head?.state === 'complete' && head.sourcesPrint === context.sourcesHash;
  let { parts } = run;
  while (parts.some(isPending)) {
    await writeGrowing(context, job, { parts, startedAt: run.startedAt, keepsPrevious });
    parts = await advance(context, job, { ...run, parts });
  }
  return parts;
}

async function writeGrowing(
  context: SearchContext,
  job: SearchJob,
  { parts, startedAt, keepsPrevious }: { parts: readonly SourceProgress[]; startedAt: number; keepsPrevious: boolean },
): Promise<void> {
  const assembled = parts.every(isPending)
    ? null
    : await assembleDocument(context, job.subject, parts, recordsFor(job));
  const running: RunningSearch = { startedAt, sources: assembled?.head.sources ?? sourceReports(parts) };
  if (assembled === null || keepsPrevious)
    await writeRunning(context.redis, job.key, { running, until: startedAt + longestMs(parts) });
  else await storeDocument(context, job, { ...assembled, running, planned: parts.map((part) => part.planned) });
}

/** The timeout of a run, in milliseconds. */
const longestMs = (parts: readonly SourceProgress[]): number =>
  Math.max(...parts.map(({ planned }) => collectSecondsOf(planned.source) * 1000)) + queueSlackMs;

/** Waits until a source reports or its time is up, and returns the current parts. */
async function advance(context: Context, job: SearchJob, { parts, began, changes }: Run): Promise<SourceProgress[]> {
  const pending = parts.filter(isPending);
  const keys = pending.map(({ planned }) => planned.key);
  for (;;) {
    const outcome = await changes.next(pollMs);
    context.stop.throwIfAborted();
    const states = await readCollectionStates(context.redis, keys);
    const now = context.now().getTime();
    const advanced = new Map<SourceProgress, SourceProgress>();
    for (const [index, part] of pending.entries()) {
      const next = advanceProgress(part, states[index] ?? unknown, now);
      advanced.set(part, isPending(next) ? endIfLate(next, Math.round(performance.now() - began)) : next);
    }
    if (![...advanced.values()].every(isPending)) return parts.map((part) => advanced.get(part) ?? part);
    if (outcome !== 'backstop') continue;
    // The queue may have lost the job (Redis was emptied or evicted keys), or this search has become more urgent.
    const urgent = { ...job, priority: await context.currentPriority() };
    await Promise.all(pending.map((part) => queueAgain(context, urgent, part)));
  }
}

function endIfLate(part: SourceProgress, tookMs: number): SourceProgress {
  const seconds = collectSecondsOf(part.planned.source);
  if (tookMs < seconds * 1000 + queueSlackMs) return part;
  return endProgress(part, { status: 'timeout', tookMs, detail: `No answer within ${seconds} seconds.` });
}

const isPending = ({ report }: SourceProgress): boolean => report.status === 'pending';
