import { randomUUID } from 'node:crypto';
import {
  addAgain,
  addOnce,
  type CollectJob,
  payloadVersion,
  priorities,
  type SearchJob,
} from '../../shared/queue/queues.js';
import { type ChangeSubscription, subscribeToChanges } from '../../shared/redis/listener.js';
import { type CollectionState, readCollectionStates } from '../../shared/search/collections/collection-store.js';
import { readDocument } from '../../shared/search/search-document.js';
import { readCooldown, readFailing } from '../collect/protect/source-cooldown.js';
import { isWholeBoard } from '../sources/collection-key.js';
import { toleranceOf } from '../sources/fresh-times.js';
import { collectSecondsOf } from '../sources/source.js';
import { createGrowingDocument, type GrowingContext } from './growing-document.js';
import type { PlannedSource } from './plan-collections.js';
import type { AnalyzedSearchJob, RunOptions, SearchRunContext } from './search-context.js';
import {
  advanceProgress,
  beginProgress,
  deferProgress,
  endProgress,
  isAwaited,
  type SourceProgress,
  settleWithHeld,
} from './source-progress.js';

/** Beyond this number of boards with no stored postings, a search with other results leaves them to the schedule. */
const mostFirstReadings = 100;

/** With more old boards a search waits for none. Without a schedule, it has this many read again. */
const mostRenewals = 100;

/**
 * The parts of a search at its start. Fresh collections are used, sources that cool down are skipped. A stored full
 * board is used however old it is, and read again in the background, unless the search demands newer postings; a search
 * that no caller waits for gives the schedule some time, or reads it itself without a schedule. The others are queued.
 */
async function beginCollecting(
  context: SearchRunContext,
  job: SearchJob,
  { planned, startedAt: now }: { planned: readonly PlannedSource[]; startedAt: number },
): Promise<SourceProgress[]> {
  const keys = planned.map(({ key }) => key);
  const [states, failing] = await Promise.all([
    context.boardStates.read(keys),
    readFailing(context.redis, new Date(now)),
  ]);
  const beginAll = (patience: Patience): SourceProgress[] =>
    planned.map((each, index) => beginPart(context, job, { each, state: states[index] ?? noState, now, patience }));
  const begun = beginAll(job.priority < priorities.refresh ? 'none' : 'some');
  const awaitsMany = begun.filter((part) => isAwaited(part) && part.behind === 'renewed').length > mostRenewals;
  const cooled = await skipResting(context, awaitsMany ? beginAll('none') : begun, { failing, now });
  const parts = context.schedule === null ? cooled : deferFirstReadings(cooled);
  await Promise.all([
    renewBehind(context, job, parts),
    ...parts
      .filter((part) => isAwaited(part) && part.behind === null)
      .map((part) => addOnce(context.queues[poolOf(part)], collectionJob(job, part))),
  ]);
  return parts;
}

/** Whether a search waits some time for old stored boards. */
type Patience = 'none' | 'some';

function beginPart(
  { schedule }: SearchRunContext,
  job: SearchJob,
  { each, state, now, patience }: { each: PlannedSource; state: CollectionState; now: number; patience: Patience },
): SourceProgress {
  const isBoard = isWholeBoard(each.source);
  const isScheduled = isBoard && schedule !== null;
  const lifetimeMs = state.head === null ? 0 : state.head.freshUntil - state.head.collectedAt;
  return beginProgress(each, state, {
    now,
    newerThan: isScheduled ? job.newerThan : oldestAccepted(job, state),
    usesHeld: isBoard && job.newerThan === 0 && (patience === 'none' ? 'at once' : isScheduled && 'later'),
    toleranceMs: isScheduled ? toleranceOf(lifetimeMs) : 0,
  });
}

/** The earliest acceptable time of a collection (epoch ms). One that goes stale too soon is collected again. */
function oldestAccepted({ newerThan, freshAt = 0 }: SearchJob, { head }: CollectionState): number {
  return head !== null && head.freshUntil <= freshAt ? Math.max(newerThan, head.collectedAt + 1) : newerThan;
}

/** Ends the parts whose sources cool down; uses their older postings. */
async function skipResting(
  { redis }: SearchRunContext,
  parts: readonly SourceProgress[],
  { failing, now }: { failing: ReadonlySet<string>; now: number },
): Promise<SourceProgress[]> {
  const mayRest = (part: SourceProgress): boolean => isAwaited(part) || part.behind !== null;
  return Promise.all(
    parts.map(async (part) => {
      if (!mayRest(part) || !failing.has(part.planned.source.id)) return part;
      const cooldown = await readCooldown(redis, part.planned.source.id, new Date(now));
      if (cooldown.state !== 'resting') return part;
      return endProgress(part, { status: 'resting', tookMs: 0, detail: cooldown.detail });
    }),
  );
}

/**
 * While a schedule reads many boards for the first time, a search does not wait for them: each caller would have the
 * same thousands queued before other boards, and would wait for hosts whose pace needs hours.
 */
function deferFirstReadings(parts: readonly SourceProgress[]): SourceProgress[] {
  const isFirst = (part: SourceProgress): boolean =>
    isAwaited(part) && part.ref === null && part.newerThan === 0 && isWholeBoard(part.planned.source);
  const first = parts.filter(isFirst).length;
  if (first <= mostFirstReadings) return [...parts];
  let awaited = parts.some(({ ref }) => ref !== null) ? 0 : mostFirstReadings;
  return parts.map((part) => {
    if (!isFirst(part)) return part;
    awaited -= 1;
    return awaited >= 0 ? part : deferProgress(part);
  });
}

/** Has boards read again whose stored collections are past their fresh time. */
async function renewBehind(context: SearchRunContext, job: SearchJob, parts: readonly SourceProgress[]): Promise<void> {
  const old = parts.filter(({ behind }) => behind === 'renewed');
  if (old.length === 0) return;
  if (context.schedule !== null) return context.schedule.hasten(old.flatMap(({ ref }) => ref ?? []));
  const renewal = { ...job, priority: Math.max(job.priority, priorities.refresh) };
  const oldestFirst = old.toSorted((a, b) => (a.ref?.collectedAt ?? 0) - (b.ref?.collectedAt ?? 0));
  await Promise.all(
    oldestFirst
      .slice(0, mostRenewals)
      .map((part) => addOnce(context.queues[poolOf(part)], collectionJob(renewal, part))),
  );
}

type Context = GrowingContext & RunOptions;

/** Without a notification a search polls after this many milliseconds, later with many pending sources. */
const pollMsFor = (pending: number): number => 1000 * Math.max(1, pending / 500);

/** How long a search waits beyond a source's own time, for the collection's turn in the queue. */
const queueSlackMs = 10_000;

/**
 * How long a search that no caller waits for lets old boards be read again before it uses them unchanged. It keeps a
 * slot of its worker meanwhile, and is repeated when they are read later (`renew-later.ts`).
 */
const renewalPatienceMs = 1000;

const noState: CollectionState = { head: null, attempt: null };

/** `startedAt` is epoch ms, `began` of `performance.now()`; `kept` are parts that have already reported. */
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
 * Waits until a source reports, its time is up or `dueMs` have passed, and returns the current parts, the same array
 * when nothing changed. Reads only collections that were announced or are late; without an announcement for some time,
 * all awaited ones.
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
  const stateOf = new Map(read.map((part, index) => [part, states[index] ?? noState]));
  const now = context.now().getTime();
  const advanced = parts.map((part) => {
    if (!isAwaited(part)) return part;
    const state = stateOf.get(part);
    const next = state === undefined ? part : advanceProgress(part, state, now);
    return isAwaited(next) ? endIfLate(next, { state: state ?? noState, now, tookMs }) : next;
  });
  const settled = advanced.filter((part, index) => part !== parts[index]);
  // The engine finds for this search what it has already seen.
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

/** The pool in which a part's collection starts. */
export const poolOf = ({ planned: { source } }: Pick<SourceProgress, 'planned'>): 'http' | 'browser' =>
  source.kind.pool(source.settings);

/** The job that collects a part for a search. */
export function collectionJob(
  job: SearchJob,
  { planned: { source, key, narrow }, newerThan }: SourceProgress,
): CollectJob {
  return {
    v: payloadVersion,
    key,
    source: source.id,
    narrow,
    requestId: job.requestId,
    runId: randomUUID(),
    priority: job.priority,
    newerThan,
    detailsNewerThan: job.newerThan,
    budget: job.budget,
  };
}
