import { type CollectionAttempt, type CollectionState, isFresh } from '../../shared/search/collection-store.js';
import type { SourceReport } from '../../shared/search/result.js';
import type { CollectionRef } from '../match/corpus/collection-ref.js';
import type { PlannedSource } from './plan-collections.js';

/** The state of one planned collection in a search. */
export type SourceProgress = {
  planned: PlannedSource;
  report: SourceReport;
  /** The collection to use: a fresh one, or the last one within its stale limit. */
  ref: (CollectionRef & { collectedAt: number; freshUntil: number }) | null;
  /** The attempt known when the search began: a different one means that the source has reported. */
  previous: CollectionAttempt | null;
  /** Epoch milliseconds: an older collection counts as stale. */
  newerThan: number;
  /** The failure is internal, not the source's: the document is not fresh. */
  ours: boolean;
};

/** The initial state: settled if the collection is fresh, otherwise pending. */
export function beginProgress(
  planned: PlannedSource,
  state: CollectionState,
  { now, newerThan }: { now: number; newerThan: number },
): SourceProgress {
  const pending = { name: planned.source.id, status: 'pending', jobs: 0, tookMs: 0, detail: null } as const;
  const progress: SourceProgress = {
    planned,
    report: pending,
    ref: refOf(planned, state, now),
    previous: state.attempt,
    newerThan,
    ours: false,
  };
  return isFresh(state, now, newerThan) ? settled(progress, state, now) : progress;
}

/** The state after reading the collection again: settled once there is a fresh one or another attempt. */
export function advanceProgress(progress: SourceProgress, state: CollectionState, now: number): SourceProgress {
  if (progress.report.status !== 'pending') return progress;
  const hasReported = state.attempt !== null && state.attempt.at !== progress.previous?.at;
  return hasReported || isFresh(state, now, progress.newerThan) ? settled(progress, state, now) : progress;
}

/** Settles without a report from the source: it is cooling down or its time is up. An older collection is still used. */
export function endProgress(progress: SourceProgress, report: Omit<SourceReport, 'name' | 'jobs'>): SourceProgress {
  return { ...progress, report: withAge({ ...report, name: progress.planned.source.id, jobs: 0 }, progress.ref) };
}

/**
 * Settles as failed when a collection is missing although its source succeeded, because Redis was emptied or a clock was set:
 * neither a failure of the source nor an empty board.
 */
export function markLost(progress: SourceProgress): SourceProgress {
  const { report } = progress;
  if (report.status !== 'ok') return { ...progress, ref: null };
  const detail = 'Its postings were lost before they could be read.';
  return { ...progress, ref: null, ours: true, report: { ...report, status: 'failed', detail } };
}

function settled(progress: SourceProgress, state: CollectionState, now: number): SourceProgress {
  const ref = refOf(progress.planned, state, now);
  const { attempt, head } = state;
  const report: SourceReport = {
    name: progress.planned.source.id,
    status: attempt?.status ?? 'ok',
    jobs: 0,
    tookMs: attempt?.tookMs ?? 0,
    detail: attempt?.detail ?? head?.detail ?? null,
  };
  const part: SourceProgress = {
    ...progress,
    ref,
    ours: attempt?.ours ?? false,
    report: isFresh(state, now, progress.newerThan) ? report : withAge(report, ref),
  };
  return ref === null ? markLost(part) : part;
}

function refOf(planned: PlannedSource, { head }: CollectionState, now: number): SourceProgress['ref'] {
  if (head === null || now >= head.staleUntil) return null;
  const { version, collectedAt, freshUntil } = head;
  return { key: planned.key, version, source: planned.source.id, collectedAt, freshUntil };
}

/** Adds to the report that older postings are shown instead of new ones. */
function withAge(report: SourceReport, ref: SourceProgress['ref']): SourceReport {
  if (ref === null || report.status === 'ok') return report;
  const since = `Its postings of ${new Date(ref.collectedAt).toISOString().slice(0, 19)}Z are shown.`;
  return { ...report, detail: report.detail === null ? since : `${report.detail} ${since}` };
}
