import {
  type CollectionAttempt,
  type CollectionState,
  isFresh,
} from '../../shared/search/collections/collection-store.js';
import { isInFuture } from '../../shared/search/collections/is-in-future.js';
import type { SourceReport } from '../../shared/search/result.js';
import type { CollectionRef } from '../match/segment/segment-files.js';
import { isWholeBoard } from '../sources/collection-key.js';
import { namedCompany } from '../sources/source.js';
import type { PlannedSource } from './plan-collections.js';
import { lostDetail } from './unsearched.js';

/** The state of one planned collection in a search. */
export type SourceProgress = {
  planned: PlannedSource;
  report: SourceReport;
  /** The collection to use: a fresh one, or the last one within its stale limit. */
  ref: HeldCollection | null;
  /** The attempt known when the search began: a different one means that the source has reported. */
  previous: CollectionAttempt | null;
  /** Epoch milliseconds: an older collection counts as stale. */
  newerThan: number;
  /** The failure is internal, not the source's: the document is not fresh. */
  ours: boolean;
  /** How the source is read, when the search does not depend on it. */
  behind: Behind;
};

/**
 * `renewed`: a collection past its fresh time is stored; it is used unchanged or, by a search that no caller waits for,
 * once it is renewed. `first`: nothing is stored, and the schedule reads the source in its turn; it is reported as
 * pending. `null`: the search waits for the source as long as it takes, or needs no reading.
 */
export type Behind = 'renewed' | 'first' | null;

/**
 * A collection used by a search; times are epoch ms. `toleranceMs`: how long after `freshUntil` it still counts as
 * fresh, since its next reading is in progress.
 */
export type HeldCollection = CollectionRef & { collectedAt: number; freshUntil: number; toleranceMs: number };

/** Times of `beginProgress` are epoch ms. `usesHeld`: a stored collection is used however old it is, at once or after a pause. */
type BeginOptions = { now: number; newerThan: number; usesHeld?: 'at once' | 'later' | false; toleranceMs?: number };

/** The initial state: settled if the collection is fresh, or stored and to be used unchanged; otherwise pending. */
export function beginProgress(
  planned: PlannedSource,
  state: CollectionState,
  { now, newerThan, usesHeld = false, toleranceMs = 0 }: BeginOptions,
): SourceProgress {
  const pending = { ...nameOf(planned, state), status: 'pending', jobs: 0, tookMs: 0, detail: null } as const;
  const progress: SourceProgress = {
    planned,
    report: pending,
    ref: refOf(planned, state, { now, toleranceMs }),
    previous: state.attempt,
    newerThan,
    ours: false,
    behind: null,
  };
  if (isFresh(state, now, newerThan)) return settled(progress, state, now);
  // The age of a collection from the future is unknown.
  if (usesHeld === false || progress.ref === null || isInFuture(progress.ref.collectedAt, now)) return progress;
  const renewed: SourceProgress = { ...progress, behind: 'renewed' };
  return usesHeld === 'at once' ? settleWithHeld(renewed, state, now) : renewed;
}

/**
 * Settles with the stored collection. The report is `ok`, with the age of the postings if they are no longer fresh;
 * after a failed reading it reports that failure.
 */
export function settleWithHeld(progress: SourceProgress, state: CollectionState, now: number): SourceProgress {
  const { ref } = progress;
  const report = reportOf(progress, state);
  const isOld = report.status !== 'ok' || (ref !== null && now > ref.freshUntil + ref.toleranceMs);
  return { ...progress, report: isOld ? withAge(report, ref) : report };
}

/** The state after reading the collection again: settled once there is a fresh one or another attempt. */
export function advanceProgress(progress: SourceProgress, state: CollectionState, now: number): SourceProgress {
  if (progress.report.status !== 'pending') return progress;
  const hasReported = state.attempt !== null && state.attempt.at !== progress.previous?.at;
  return hasReported || isFresh(state, now, progress.newerThan) ? settled(progress, state, now) : progress;
}

/** The outcome of a source that has not reported. */
type Outcome = Pick<SourceReport, 'status' | 'tookMs' | 'detail'>;

/** Settles without a report from the source: it is cooling down or its time is up. An older collection is still used. */
export function endProgress(progress: SourceProgress, report: Outcome): SourceProgress {
  const ended = { ...progress.report, ...report };
  return { ...progress, behind: null, report: ended.status === 'ok' ? ended : withAge(ended, progress.ref) };
}

/** Leaves a source without stored postings to the schedule: it stays pending, and the search does not wait for it. */
export function deferProgress(progress: SourceProgress): SourceProgress {
  const detail = 'Not read yet; its first reading is scheduled.';
  return { ...progress, behind: 'first', report: { ...progress.report, detail } };
}

/** Whether the search waits for the source. */
export const isAwaited = ({ report, behind }: Pick<SourceProgress, 'report' | 'behind'>): boolean =>
  report.status === 'pending' && behind !== 'first';

/** With this many boards, one may be late before an answer is stale: its report states its age. */
const boardsForOneLate = 100;

/**
 * Until when (epoch ms) an answer from these collections counts as fresh: until the first of them goes stale. With many
 * scheduled boards one is always about to, so an answer lasts at least as long as the tolerance of its boards, unless
 * more than one in a hundred of them is late.
 */
export function freshEnd(refs: readonly HeldCollection[], now: number): number {
  if (refs.length === 0) return now;
  const lasting = Float64Array.from(refs, ({ freshUntil, toleranceMs }) => freshUntil + toleranceMs).sort();
  const latest = lasting[Math.floor(refs.length / boardsForOneLate)] ?? now;
  let [end, tolerance] = [Infinity, Infinity];
  for (const { freshUntil, toleranceMs } of refs) {
    end = Math.min(end, freshUntil);
    tolerance = Math.min(tolerance, toleranceMs);
  }
  return Math.max(end, Math.min(latest, now + tolerance));
}

/**
 * Settles as failed when a collection is missing although its source succeeded, because Redis was emptied or a clock was set:
 * neither a failure of the source nor an empty board.
 */
export function markLost(progress: SourceProgress): SourceProgress {
  const { report } = progress;
  if (report.status !== 'ok') return { ...progress, ref: null };
  return { ...progress, ref: null, ours: true, report: { ...report, status: 'failed', detail: lostDetail } };
}

function settled(progress: SourceProgress, state: CollectionState, now: number): SourceProgress {
  const ref = refOf(progress.planned, state, { now, toleranceMs: progress.ref?.toleranceMs ?? 0 });
  const report = reportOf(progress, state);
  const isNew = report.status === 'ok' || isFresh(state, now, progress.newerThan);
  const part: SourceProgress = {
    ...progress,
    ref,
    ours: state.attempt?.ours ?? false,
    report: isNew ? report : withAge(report, ref),
  };
  return ref === null ? markLost(part) : part;
}

/** The report of the latest attempt. */
function reportOf({ planned }: SourceProgress, state: CollectionState): SourceReport {
  const { attempt, head } = state;
  return {
    ...nameOf(planned, state),
    status: attempt?.status ?? 'ok',
    jobs: 0,
    tookMs: attempt?.tookMs ?? 0,
    detail: attempt?.detail ?? head?.detail ?? null,
  };
}

/** The id of a source, and the company of its board: from its stored postings, otherwise from its settings. */
function nameOf({ source }: PlannedSource, { head }: CollectionState): Pick<SourceReport, 'name' | 'company'> {
  const company = head?.company ?? namedCompany(source);
  return company === null ? { name: source.id } : { name: source.id, company };
}

type RefOptions = { now: number; toleranceMs: number };

function refOf(
  planned: PlannedSource,
  { head }: CollectionState,
  { now, toleranceMs }: RefOptions,
): HeldCollection | null {
  if (head === null || now >= head.staleUntil) return null;
  const { version, collectedAt, freshUntil } = head;
  const isBoard = isWholeBoard(planned.source);
  return { key: planned.key, version, source: planned.source.id, isBoard, collectedAt, freshUntil, toleranceMs };
}

/** Adds to the report that older postings are shown instead of new ones. */
function withAge(report: SourceReport, ref: HeldCollection | null): SourceReport {
  if (ref === null) return report;
  const since = `Its postings of ${new Date(ref.collectedAt).toISOString().slice(0, 19)}Z are shown.`;
  return { ...report, detail: report.detail === null ? since : `${report.detail} ${since}` };
}
