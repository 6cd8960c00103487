import type { Answer } from './answer.js';
import { fieldOptions } from './options.js';
import { plainText } from './strip-control.js';

/** What the user should know about an answer besides its jobs, one sentence per line. */
export function summary({ page, next, notices, sources, stale, ageSeconds, jobs }: Answer): string[] {
  const first = page.index * page.limit + 1;
  const lines =
    jobs.length === 0
      ? [
          page.total === 0
            ? 'No job matches.'
            : `There are ${page.total} jobs; page ${page.index} is after the last page.`,
        ]
      : [`Jobs ${first} to ${first + jobs.length - 1} of ${page.total}${ageOf(ageSeconds)}.`];
  if (next?.page !== undefined) lines.push(`Next page: --${fieldOptions.page[0]} ${plainText(next.page)}`);
  if (stale) lines.push('This answer is from the cache and out of date; a new one is being collected.');
  const missing = sources.filter(({ status }) => status !== 'ok');
  for (const { name, status, detail } of missing)
    lines.push(`Missing: ${plainText(name)} (${plainText(status)}${detail === null ? '' : `: ${plainText(detail)}`})`);
  return [...lines, ...notices.map(plainText)];
}

function ageOf(seconds: number | null): string {
  if (seconds === null || seconds < 60) return '';
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `, collected ${minutes} min ago` : `, collected ${Math.floor(minutes / 60)} hours ago`;
}
