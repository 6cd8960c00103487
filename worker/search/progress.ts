import type { CollectionAttempt, CollectionState } from '../../shared/search/collection-store.js';
import type { SourceReport } from '../../shared/search/result.js';
import type { CollectionRef } from '../match/corpus/collection-ref.js';
import { isFresh, type PlannedSource } from './plan.js';

/** How far one source's part in a search is. */
export type Progress = {
  planned: PlannedSource;
  report: SourceReport;
  /** The collection to answer from: fresh, or the last one within its stale life. */
  ref: (CollectionRef & { collectedAt: number; freshUntil: number }) | null;
  /** The attempt known when the search began: another one means that the source has reported. */
  former: CollectionAttempt | null;
  /** Epoch milliseconds: an older collection is not what the search wants. */
  newerThan: number;
  /** The failure was ours, not the source's: the answer is not kept. */
  ours: boolean;
};

/** A source's part at the outset: done if its collection is fresh, else pending. */
export function beginProgress(
  planned: PlannedSource,
  state: CollectionState,
  { now, newerThan }: { now: number; newerThan: number },
): Progress {
  const pending = { name: planned.source.id, status: 'pending', jobs: 0, tookMs: 0, detail: null } as const;
  const progress: Progress = {
    planned,
    report: pending,
    ref: refOf(planned, state, now),
    former: state.attempt,
    newerThan,
    ours: false,
  };
  return isFresh(state, now, newerThan) ? settled(progress, state, now) : progress;
}

/** The part after looking again: settled as soon as a fresh collection or another attempt stands there. */
export function advanceProgress(progress: Progress, state: CollectionState, now: number): Progress {
  if (progress.report.status !== 'pending') return progress;
  const reported = state.attempt !== null && state.attempt.at !== progress.former?.at;
  return reported || isFresh(state, now, progress.newerThan) ? settled(progress, state, now) : progress;
}

/** A part that ends without the source: resting, or out of time. What is held from before is still used. */
export function endProgress(progress: Progress, report: Omit<SourceReport, 'name' | 'jobs'>): Progress {
  return { ...progress, report: withAge({ ...report, name: progress.planned.source.id, jobs: 0 }, progress.ref) };
}

/**
 * A part whose collection is not there to be read, though its source answered well: Redis was emptied, or a clock was set.
 * That is no fault of the source, and no empty list either.
 */
export function loseCollection(progress: Progress): Progress {
  const { report } = progress;
  if (report.status !== 'ok') return { ...progress, ref: null };
  const detail = 'Its postings were lost before they could be read.';
  return { ...progress, ref: null, ours: true, report: { ...report, status: 'failed', detail } };
}

function settled(progress: Progress, state: CollectionState, now: number): Progress {
  const ref = refOf(progress.planned, state, now);
  const { attempt, head } = state;
  const report: SourceReport = {
    name: progress.planned.source.id,
    status: attempt?.status ?? 'ok',
    jobs: 0,
    tookMs: attempt?.tookMs ?? 0,
    detail: attempt?.detail ?? head?.detail ?? null,
  };
  const part: Progress = {
    ...progress,
    ref,
    ours: attempt?.ours ?? false,
    report: isFresh(state, now, progress.newerThan) ? report : withAge(report, ref),
  };
  return ref === null ? loseCollection(part) : part;
}

function refOf(planned: PlannedSource, { head }: CollectionState, now: number): Progress['ref'] {
  if (head === null || now >= head.staleUntil) return null;
  const { version, collectedAt, freshUntil } = head;
  return { key: planned.key, version, source: planned.source.id, collectedAt, freshUntil };
}

/** Says that older postings stand in for a source that gave none. */
function withAge(report: SourceReport, ref: Progress['ref']): SourceReport {
  if (ref === null || report.status === 'ok') return report;
  const since = `Its postings of ${new Date(ref.collectedAt).toISOString().slice(0, 19)}Z are shown.`;
  return { ...report, detail: report.detail === null ? since : `${report.detail} ${since}` };
}
