import { type SourceReport, type SourceSummary, summarizeSources, summaryOf } from '../../shared/search/result.js';
import type { DocumentHead } from '../../shared/search/search-document.js';
import type { Lacking } from '../engine/engine.js';

/** The stored postings that could not be searched: complete sources and, if `silent` > 0, a part of each. */
export type Unsearched = Pick<Lacking, 'silent'> & { sources: ReadonlySet<string> };

/** The report of a source of stored postings that could not be read. */
export const lostDetail = 'Its postings were lost before they could be read.';

/** The report of a source with stored postings: a source is only `ok` when all of them were searched. */
export function reportUnsearched(report: SourceReport, { sources, silent }: Unsearched): SourceReport {
  if (report.status !== 'ok') return report;
  if (sources.has(report.name)) return { ...report, status: 'failed', detail: lostDetail };
  if (silent === 0) return report;
  return { ...report, status: 'timeout', detail: 'Some of its postings could not be searched in time.' };
}

/** The head of a document when a later step, such as counting its facets, could not search everything. */
export function headLacking(head: DocumentHead, unsearched: Unsearched): DocumentHead {
  return { ...head, ...summaryLacking(summaryOf(head), unsearched), recheckAt: head.rankedAt ?? 0, lacking: true };
}

/** A summary names only some of its sources: unnamed ones are `ok` unless there are too many others. */
function summaryLacking({ sources, sourceCounts }: SourceSummary, unsearched: Unsearched): SourceSummary {
  const named = new Set(sources.map(({ name }) => name));
  const unnamed = [...unsearched.sources].filter((name) => !named.has(name));
  const okUnnamed = sourceCounts.ok - sources.filter(({ status }) => status === 'ok').length;
  const failed = unnamed
    .slice(0, Math.max(0, okUnnamed))
    .map((name): SourceReport => ({ name, status: 'failed', jobs: 0, tookMs: 0, detail: lostDetail }));
  const reports = sources.map((report) => reportUnsearched(report, unsearched));
  const late = unsearched.silent > 0 ? okUnnamed - failed.length : 0;
  const counts = { ...sourceCounts, ok: sourceCounts.ok - failed.length - late };
  counts.failed += failed.length;
  counts.timeout += late;
  for (const [at, { status }] of reports.entries()) {
    counts[sources[at]?.status ?? status] -= 1;
    counts[status] += 1;
  }
  return { sources: summarizeSources([...failed, ...reports]).sources, sourceCounts: counts };
}
