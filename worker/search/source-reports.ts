import type { SourceReport } from '../../shared/search/result.js';
import type { Narrow } from '../sources/source.js';
import type { Progress } from './progress.js';

/** The statuses of a source's parts, the one that its report has first. */
const worstFirst: readonly SourceReport['status'][] = ['pending', 'failed', 'timeout', 'resting', 'ok'];

/**
 * One report a source, in the order of their first parts. A source that was asked for several alternatives is as well as
 * the worst of them, and one that was asked for less than the search wants says so.
 */
export function sourceReports(parts: readonly Progress[]): SourceReport[] {
  const bySource = new Map<string, Progress[]>();
  for (const part of parts) {
    const name = part.report.name;
    bySource.set(name, [...(bySource.get(name) ?? []), part]);
  }
  return [...bySource.values()].map(reportOf);
}

function reportOf(parts: readonly Progress[]): SourceReport {
  const reports = parts.map(({ report }) => report);
  const status = worstFirst.find((each) => reports.some((report) => report.status === each)) ?? 'failed';
  const details = [...new Set(reports.map(({ detail }) => detail).filter((detail) => detail !== null))];
  const asked = status === 'pending' ? null : narrowedTo(parts.map(({ planned }) => planned.narrow));
  const sentences = asked === null ? details : [...details, asked];
  return {
    name: reports[0]?.name ?? '',
    status,
    jobs: 0,
    tookMs: Math.max(...reports.map(({ tookMs }) => tookMs)),
    detail: sentences.length === 0 ? null : sentences.join(' '),
  };
}

/** What a source was asked for instead of everything; `null` = it was asked for everything. */
function narrowedTo(narrows: readonly Narrow[]): string | null {
  const asked = [...new Set(narrows.map(({ keyword = '', location = '' }) => narrowingText(keyword, location)))];
  if (asked.includes('')) return null;
  const last = asked.at(-1) ?? '';
  const list = asked.length === 1 ? last : `${asked.slice(0, -1).join(', ')} and ${last}`;
  return `Asked by its own search for ${list}; what it files under other words or places is not here.`;
}

function narrowingText(keyword: string, location: string): string {
  const [what, where] = [keyword === '' ? '' : `"${keyword}"`, location === '' ? '' : `in "${location}"`];
  return what === '' && where !== '' ? `jobs ${where}` : [what, where].filter((text) => text !== '').join(' ');
}
