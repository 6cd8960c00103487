import type { SourceReport } from '../../shared/search/result.js';
import type { Narrow } from '../sources/source.js';
import type { SourceProgress } from './source-progress.js';

/** Statuses by precedence: a source reports the first that any of its collections has. */
const worstFirst: readonly SourceReport['status'][] = ['pending', 'failed', 'timeout', 'resting', 'ok'];

/**
 * One report per source, in the order of the plan. A source with several collections has the worst of their statuses,
 * and one narrowed more than the search says so.
 */
export function sourceReports(parts: readonly SourceProgress[]): SourceReport[] {
  const bySource = new Map<string, SourceProgress[]>();
  for (const part of parts) {
    const name = part.report.name;
    bySource.set(name, [...(bySource.get(name) ?? []), part]);
  }
  return [...bySource.values()].map(reportOf);
}

function reportOf(parts: readonly SourceProgress[]): SourceReport {
  const reports = parts.map(({ report }) => report);
  const [first] = reports;
  const status = worstFirst.find((each) => reports.some((report) => report.status === each));
  if (first === undefined || status === undefined) throw new Error('A source without a collection has no report.');
  const details = [...new Set(reports.map(({ detail }) => detail).filter((detail) => detail !== null))];
  const asked = status === 'pending' ? null : narrowedTo(parts.map(({ planned }) => planned.narrow));
  const sentences = asked === null ? details : [...details, asked];
  return {
    ...first,
    status,
    jobs: 0,
    tookMs: Math.max(...reports.map(({ tookMs }) => tookMs)),
    detail: sentences.length === 0 ? null : sentences.join(' '),
  };
}

/** The narrowing of a source in a sentence; `null` when one of its collections is the full board. */
function narrowedTo(narrows: readonly Narrow[]): string | null {
  const asked = [...new Set(narrows.map(({ keyword = '', location = '' }) => narrowingText(keyword, location)))];
  if (asked.includes('')) return null;
  const last = asked.at(-1) ?? '';
  const list = asked.length === 1 ? last : `${asked.slice(0, -1).join(', ')} and ${last}`;
  return `Read by the source’s own search for ${list}; postings it lists under other words or places are missing.`;
}

function narrowingText(keyword: string, location: string): string {
  const [what, where] = [keyword === '' ? '' : `"${keyword}"`, location === '' ? '' : `in "${location}"`];
  return what === '' && where !== '' ? `jobs ${where}` : [what, where].filter((text) => text !== '').join(' ');
}
