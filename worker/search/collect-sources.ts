import { addAgain } from '../../shared/queue/drop-unknown.js';
import type { SearchJob } from '../../shared/queue/queues.js';
import { type ChangeSubscription, subscribeToChanges } from '../../shared/redis/change-subscription.js';
import { type CollectionState, readCollectionStates } from '../../shared/search/collection-store.js';
import { type RunningSearch, readDocument, writeRunning } from '../../shared/search/search-document.js';
import { collectSecondsOf } from '../sources/source-limits.js';
import { assembleDocument } from './assemble-document.js';
import { beginCollecting } from './begin-collecting.js';
import { collectionJob, poolOf } from './collection-job.js';
import type { PlannedSource } from './plan-collections.js';
import type { RunOptions, SearchContext } from './search-context.js';
import { advanceProgress, endProgress, isAwaited, type SourceProgress, settleWithHeld } from './source-progress.js';
import { sourceReports } from './source-reports.js';
import { recordsFor, storeDocument } from './store-document.js';

type Context = SearchContext & RunOptions;

/** Without a notification a search polls at this interval, in case one was lost. */
const pollMs = 1000;

/** How long a search waits beyond a source's own time, for the collection's turn in the queue. */
const queueSlackMs = 10_000;

/** How long a search that no caller waits for gives old boards to be read again, before it uses them as they are. */
const renewalPatienceMs = 10_000;

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
    const parts = [...kept, ...(await beginCollecting(context, job, { planned, startedAt }))];
    return await grow(context, job, { parts, startedAt, began, changes });
  } finally {
    context.stop.removeEventListener('abort', changes.close);
    changes.close();
  }
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

/** Writes the growing document until no source is pending; a complete previous one stays until the run is done. */
async function grow(context: Context, job: SearchJob, run: Run): Promise<SourceProgress[]> {
  const { head } = await readDocument(context.redis, job.key, { from: 0, count: 0 });
  const keepsPrevious = head?.state === 'complete' && head.sourcesPrint === context.sourcesHash;
  let { parts } = run;
  while (parts.some(isAwaited)) {
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
  const assembled = parts.every(isAwaited)
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
  const pending = parts.filter(isAwaited);
  const keys = pending.map(({ planned }) => planned.key);
  for (;;) {
    const outcome = await changes.next(pollMs);
    context.stop.throwIfAborted();
    const states = await readCollectionStates(context.redis, keys);
    const now = context.now().getTime();
    const advanced = new Map<SourceProgress, SourceProgress>();
    for (const [index, part] of pending.entries()) {
      const next = advanceProgress(part, states[index] ?? unknown, now);
      const tookMs = Math.round(performance.now() - began);
      advanced.set(part, isAwaited(next) ? endIfLate(next, { state: states[index] ?? unknown, now, tookMs }) : next);
    }
    if (![...advanced.values()].every(isAwaited)) return parts.map((part) => advanced.get(part) ?? part);
    if (outcome !== 'backstop') continue;
    // The queue may have lost the job (Redis was emptied or evicted keys), or this search has become more urgent.
    const urgent = { ...job, priority: await context.currentPriority() };
    const ours = pending.filter(({ behind }) => behind === null);
    await Promise.all(ours.map((part) => queueAgain(context, urgent, part)));
  }
}

type Late = { state: CollectionState; now: number; tookMs: number };

function endIfLate(part: SourceProgress, { state, now, tookMs }: Late): SourceProgress {
  if (part.behind === 'renewed' && tookMs >= renewalPatienceMs) return settleWithHeld(part, state, now);
  const seconds = collectSecondsOf(part.planned.source);
  if (tookMs < seconds * 1000 + queueSlackMs) return part;
  return endProgress(part, { status: 'timeout', tookMs, detail: `No answer within ${seconds} seconds.` });
}
