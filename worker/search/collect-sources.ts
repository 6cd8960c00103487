import { addAgain } from '../../shared/queue/queues.js';
import { type ChangeSubscription, subscribeToChanges } from '../../shared/redis/listener.js';
import { type CollectionState, readCollectionStates } from '../../shared/search/collections/collection-store.js';
import { readDocument } from '../../shared/search/search-document.js';
import { collectSecondsOf } from '../sources/source-limits.js';
import { beginCollecting } from './begin-collecting.js';
import { collectionJob, poolOf } from './collection-job.js';
import { createGrowingDocument, type GrowingContext } from './growing-document.js';
import type { PlannedSource } from './plan-collections.js';
import type { AnalyzedSearchJob, RunOptions, SearchRunContext } from './search-context.js';
import { advanceProgress, endProgress, isAwaited, type SourceProgress, settleWithHeld } from './source-progress.js';

type Context = GrowingContext & RunOptions;

/** Without a notification a search polls after so many milliseconds, in case one was lost; later when many sources are pending. */
const pollMsFor = (pending: number): number => 1000 * Math.max(1, pending / 500);

/** How long a search waits beyond a source's own time, for the collection's turn in the queue. */
const queueSlackMs = 10_000;

/**
 * How long a search that no caller waits for gives old boards to be read again, before it uses them as they are. It keeps a
 * slot of its worker meanwhile, and is repeated when they are read later (`renew-later.ts`).
 */
const renewalPatienceMs = 1000;

const unknown: CollectionState = { head: null, attempt: null };

/** `startedAt` is epoch ms, `began` of `performance.now()`; `kept` are parts that have reported already. */
type Collecting = { planned: PlannedSource[]; startedAt: number; began: number; kept?: readonly SourceProgress[] };

/** A run in progress; `pollAt`, of `performance.now()`, is when it polls next. */
type Run = {
  parts: SourceProgress[];
  startedAt: number;
  began: number;
  changes: ChangeSubscription;
  pollAt: number;
};

/** Queues the required collections and waits until every source has reported; the document grows in the meantime. */
export async function collectSources(
  context: Context,
  job: AnalyzedSearchJob,
  { planned, startedAt, began, kept = [] }: Collecting,
): Promise<SourceProgress[]> {
  const changes = subscribeToChanges(
    context.collections,
    planned.map(({ key }) => key),
  );
  context.stop.addEventListener('abort', changes.close);
  try {
    const parts = [...kept, ...(await beginCollecting(context, job, { planned, startedAt }))];
    const pollAt = performance.now() + pollMsFor(parts.length);
    return await grow(context, job, { parts, startedAt, began, changes, pollAt });
  } finally {
    context.stop.removeEventListener('abort', changes.close);
    changes.close();
  }
}

/** Queues a pending collection again: restores a job that its queue has lost, and raises the priority of one that waits. */
async function queueAgain(
  { redis, queues, metrics, logger }: SearchRunContext,
  job: AnalyzedSearchJob,
  part: SourceProgress,
): Promise<void> {
  const queue = queues[poolOf(part)];
  if (!(await addAgain(redis, queue, collectionJob(job, part)))) return;
  metrics.addedAgain(queue.name);
  const source = part.planned.source.id;
  logger.warn({ requestId: job.requestId, source }, 'search: queued a collection again that its queue had lost');
}

/** Updates the growing document until no source is awaited; a complete previous one stays until the run is done. */
async function grow(context: Context, job: AnalyzedSearchJob, run: Run): Promise<SourceProgress[]> {
  const { head } = await readDocument(context.redis, job.key, { from: 0, count: 0 });
  const keepsPrevious = head?.state === 'complete' && head.sourcesPrint === context.sourcesHash;
  const until = run.startedAt + longestMs(run.parts);
  const document = createGrowingDocument(context, job, { startedAt: run.startedAt, until, keepsPrevious });
  let { parts } = run;
  while (parts.some(isAwaited)) {
    const dueMs = await document.update(parts);
    parts = await advance(context, job, run, { parts, dueMs });
  }
  return parts;
}

/** The timeout of a run, in milliseconds. */
const longestMs = (parts: readonly SourceProgress[]): number =>
  parts.reduce((longest, { planned }) => Math.max(longest, collectSecondsOf(planned.source) * 1000), 0) + queueSlackMs;

/**
 * Waits until a source reports, its time is up or `dueMs` have passed, and returns the current parts, the same array when
 * nothing changed. Reads only the collections that were announced or are late; without an announcement for some time, all
 * that are awaited.
 */
async function advance(
  context: Context,
  job: AnalyzedSearchJob,
  run: Run,
  { parts, dueMs }: { parts: SourceProgress[]; dueMs: number },
): Promise<SourceProgress[]> {
  const outcome = await run.changes.next(Math.min(dueMs, Math.max(0, run.pollAt - performance.now())));
  context.stop.throwIfAborted();
  const awaited = parts.filter(isAwaited);
  const isPoll = outcome === 'backstop' && performance.now() >= run.pollAt;
  if (outcome === 'news' || isPoll) run.pollAt = performance.now() + pollMsFor(awaited.length);
  const announced = new Set(run.changes.takeKeys());
  const tookMs = Math.round(performance.now() - run.began);
  const read = awaited.filter(
    (part) => isPoll || announced.has(part.planned.key) || (part.behind !== null && tookMs >= renewalPatienceMs),
  );
  const states = await readCollectionStates(
    context.redis,
    read.map(({ planned }) => planned.key),
  );
  const stateOf = new Map(read.map((part, index) => [part, states[index] ?? unknown]));
  const now = context.now().getTime();
  const advanced = parts.map((part) => {
    if (!isAwaited(part)) return part;
    const state = stateOf.get(part);
    const next = state === undefined ? part : advanceProgress(part, state, now);
    return isAwaited(next) ? endIfLate(next, { state: state ?? unknown, now, tookMs }) : next;
  });
  const settled = advanced.filter((part, index) => part !== parts[index]);
  // What this search has seen, its question to the engine finds.
  for (const { ref } of settled) if (ref?.isBoard === true) context.boardStates.expect(ref.key, ref.version);
  if (settled.length > 0) return advanced;
  // The queue may have lost the job (Redis was emptied or evicted keys), or this search has become more urgent.
  if (isPoll) {
    const urgent = { ...job, priority: await context.currentPriority() };
    const ours = awaited.filter(({ behind }) => behind === null);
    await Promise.all(ours.map((part) => queueAgain(context, urgent, part)));
  }
  return parts;
}

type Late = { state: CollectionState; now: number; tookMs: number };

function endIfLate(part: SourceProgress, { state, now, tookMs }: Late): SourceProgress {
  if (part.behind === 'renewed' && tookMs >= renewalPatienceMs) return settleWithHeld(part, state, now);
  const seconds = collectSecondsOf(part.planned.source);
  if (tookMs < seconds * 1000 + queueSlackMs) return part;
  return endProgress(part, { status: 'timeout', tookMs, detail: `No answer within ${seconds} seconds.` });
}
