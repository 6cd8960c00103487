import { addOnce, priorities, type SearchJob } from '../../shared/queue/queues.js';
import type { CollectionState } from '../../shared/search/collections/collection-store.js';
import { readCooldown, readFailing } from '../collect/protect/source-cooldown.js';
import { isWholeBoard } from '../sources/collection-key.js';
import { toleranceOf } from '../sources/fresh-times.js';
import { collectionJob, poolOf } from './collection-job.js';
import type { PlannedSource } from './plan-collections.js';
import type { SearchRunContext } from './search-context.js';
import { beginProgress, deferProgress, endProgress, isAwaited, type SourceProgress } from './source-progress.js';

const unknown: CollectionState = { head: null, attempt: null };

/** With more boards of which nothing is held, a search that has others to show leaves them to the schedule. */
const mostFirstReadings = 100;

/** With more old boards, a search waits for none of them. Without a schedule, it has so many of them read again. */
const mostRenewals = 100;

/**
 * The parts of a search at its start. Collections that are fresh are used, sources that cool down are skipped. A whole
 * board that is held is used however old it is, and read again behind the search, unless the search demands newer
 * postings; a search that no caller waits for gives the schedule some time, or reads it itself without a schedule.
 * The others are queued.
 */
export async function beginCollecting(
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
    planned.map((each, index) => beginPart(context, job, { each, state: states[index] ?? unknown, now, patience }));
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

/** Whether a search waits some time for old boards that are held. */
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

/** The earliest moment (epoch ms) a collection may be of. One that goes stale too soon is collected again. */
function oldestAccepted({ newerThan, freshAt = 0 }: SearchJob, { head }: CollectionState): number {
  return head !== null && head.freshUntil <= freshAt ? Math.max(newerThan, head.collectedAt + 1) : newerThan;
}

/** Ends the parts whose sources cool down; older postings of theirs are used. */
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
 * While a schedule reads many boards for the first time, a search does not wait for them: each caller would have the same
 * thousands queued before other boards, and would wait for hosts whose pace needs hours.
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

/** Has the boards read again whose held collections are past their fresh time. */
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
