import { readFollowed } from '../../shared/search/followed-searches.js';
import { type SourceSummary, summarizeSources, summaryOf } from '../../shared/search/result.js';
import { writeRunning } from '../../shared/search/search-document.js';
import { tableOf } from '../../shared/table-of.js';
import { createTimeShare, type TimeShare } from '../process/cooperative.js';
import { assembleDocument } from './assemble-document.js';
import type { AnalyzedSearchJob, SearchRunContext } from './search-context.js';
import { isAwaited, type SourceProgress } from './source-progress.js';
import { sourceReports } from './source-reports.js';
import { readStored, recordsFor, storeDocument } from './store-document.js';

/** `merges`: the cost to this process of merging growing documents. */
export type GrowingContext = SearchRunContext & { merges: TimeShare };

/** The document of a run in progress. */
export type GrowingDocument = {
  /**
   * Shows the progress: merges the postings at once the first time, then as often as its cost allows; between two
   * merges only the sources' reports are written. Returns the milliseconds until the next call is due at the latest.
   */
  update(parts: readonly SourceProgress[]): Promise<number>;
};

/**
 * The shares of time for merging: for a search with a waiting request before anything was found and afterwards, for one
 * without, and for all searches of a process together.
 */
const mergeShares = { empty: 0.5, followed: 0.1, unfollowed: 0.01, process: 0.2 } as const;

/** The share of time for only writing reports: one of 100 sources takes a millisecond, one of 5,000 some fifty. */
const reportShare = 0.02;

/** The document is written this many milliseconds before a request gives up, plus the time of two merges. */
const marginMs = 100;

type GrowingOptions = {
  /** Epoch milliseconds: the start of the run, and when its progress expires. */
  startedAt: number;
  until: number;
  /** A complete previous document stays until the run is done; the run shows its reports next to it. */
  keepsPrevious: boolean;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

export function createGrowingDocument(
  context: GrowingContext,
  job: AnalyzedSearchJob,
  { startedAt, until, keepsPrevious, clock = () => performance.now() }: GrowingOptions,
): GrowingDocument {
  const mergingShare = createTimeShare(clock);
  const reporting = createTimeShare(clock);
  let merged: readonly SourceProgress[] | null = null;
  let mergeMs = 0;
  let found = false;
  let reported: readonly SourceProgress[] | null = null;
  /** Jobs of each source in the latest merge. */
  let jobsBySource: Readonly<Record<string, number>> = tableOf({});

  const writeReports = (summary: SourceSummary): Promise<void> =>
    writeRunning(context.redis, job.key, { running: { startedAt, ...summary }, until });

  const merge = async (parts: readonly SourceProgress[]): Promise<void> => {
    const began = clock();
    const [stored, assembled] = await Promise.all([
      keepsPrevious ? null : readStored(context, job),
      assembleDocument(context, job.search, parts, recordsFor(job)),
    ]);
    const summary = summaryOf(assembled.head);
    jobsBySource = assembled.bySource;
    found = assembled.head.total > 0;
    const running = { startedAt, ...summary };
    const planned = parts.map((part) => part.planned);
    if (stored === null) await writeReports(summary);
    else await storeDocument(context, job, { ...assembled, running, planned, stored });
    mergeMs = clock() - began;
  };

  /** When to merge next, and the share of time that applies. */
  const mergeDueIn = async (parts: readonly SourceProgress[]): Promise<{ dueMs: number; share: number }> => {
    const leftMs = await readFollowed(context.redis, job.key);
    const share = leftMs === null ? mergeShares.unfollowed : found ? mergeShares.followed : mergeShares.empty;
    if (parts.every(isAwaited) || (keepsPrevious && leftMs === null)) return { dueMs: Number.POSITIVE_INFINITY, share };
    // Parts that have only failed have nothing to merge, and would use up the time of the first jobs.
    const isEmpty = parts.every(({ ref }) => ref === null);
    if (merged === null && !isEmpty) return { dueMs: 0, share };
    // A request whose time is up is answered with everything merged by then.
    const beforeEndMs = leftMs === null ? Number.POSITIVE_INFINITY : Math.max(0, leftMs - 2 * mergeMs - marginMs);
    if (isEmpty) return { dueMs: beforeEndMs, share };
    // The first jobs do not wait because of other searches' costs.
    const othersMs = share === mergeShares.empty ? 0 : context.merges.dueIn(mergeShares.process);
    return { dueMs: Math.min(beforeEndMs, Math.max(mergingShare.dueIn(share), othersMs)), share };
  };

  let prepared: Set<string> | null = null;
  /** Prepares collections as they are reported, so that a merge finds them ready; the first merge reads those stored before. */
  const prepare = (parts: readonly SourceProgress[]): void => {
    const refs = parts.flatMap(({ ref }) => ref ?? []);
    const known = prepared ?? new Set(refs.map(({ version }) => version));
    prepared = known;
    for (const ref of refs) {
      if (known.has(ref.version)) continue;
      known.add(ref.version);
      // The merge meets the same error.
      context.engine.prepare(ref).catch(() => undefined);
    }
  };

  return {
    async update(parts) {
      prepare(parts);
      if (parts === merged) return Number.POSITIVE_INFINITY;
      const { dueMs, share } = await mergeDueIn(parts);
      if (dueMs === 0) {
        await mergingShare.spend(share, () => context.merges.spend(mergeShares.process, () => merge(parts)));
        merged = parts;
        reported = parts;
        return Number.POSITIVE_INFINITY;
      }
      const reportDueMs = parts === reported ? Number.POSITIVE_INFINITY : reporting.dueIn(reportShare);
      if (reportDueMs > 0) return Math.min(dueMs, reportDueMs);
      const reports = sourceReports(parts).map((report) => ({ ...report, jobs: jobsBySource[report.name] ?? 0 }));
      await reporting.spend(reportShare, () => writeReports(summarizeSources(reports)));
      reported = parts;
      return dueMs;
    },
  };
}
