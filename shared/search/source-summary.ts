import { maxSourceReports, type SourceCounts, type SourceReport } from './result.js';

/** The sources of a search as documents and responses describe them: bounded however many there are. */
export type SourceSummary = { sources: SourceReport[]; sourceCounts: SourceCounts };

/** In a bounded list failures come first, since a client has to know them; `ok` last. */
const groups: Readonly<Record<SourceReport['status'], 0 | 1 | 2>> = {
  ...{ failed: 0, timeout: 0, resting: 0 },
  pending: 1,
  ok: 2,
};

/** The counts of all reports and the reports to name, each group in the order given. */
export function summarizeSources(reports: readonly SourceReport[]): SourceSummary {
  const sourceCounts = { total: reports.length, ok: 0, pending: 0, timeout: 0, failed: 0, resting: 0 };
  const grouped: [SourceReport[], SourceReport[], SourceReport[]] = [[], [], []];
  for (const report of reports) {
    sourceCounts[report.status] += 1;
    const group = grouped[groups[report.status]];
    if (group.length < maxSourceReports) group.push(report);
  }
  return { sources: grouped.flat().slice(0, maxSourceReports), sourceCounts };
}

/** The summary in a stored document or run. One of an earlier release has every report and no counts. */
export function summaryOf({ sources, sourceCounts }: StoredSources): SourceSummary {
  return sourceCounts === undefined ? summarizeSources(sources) : { sources, sourceCounts };
}

type StoredSources = { sources: SourceReport[]; sourceCounts?: SourceCounts };

/** Whether a source of the search is missing from its answer. */
export const isPartial = ({ total, ok }: SourceCounts): boolean => ok < total;
