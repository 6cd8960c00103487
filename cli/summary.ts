import { countsOf, type PrintedAnswer, type Report, type ReportedSources } from './answer.js';
import { fieldOptions } from './options.js';
import { plainText } from './progress.js';

/** Missing sources named. */
const maxMissing = 10;

/** Remarks on an answer besides its jobs, one sentence per line. */
export function summary({
  page,
  next,
  notices,
  sources,
  sourceCounts,
  stale,
  ageSeconds,
  jobs,
}: PrintedAnswer): string[] {
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
  return [...lines, ...missingLines({ sources, sourceCounts }), ...notices.map(plainText)];
}

function missingLines(answer: ReportedSources): string[] {
  const { total, ok } = countsOf(answer);
  const named = answer.sources.filter(({ status }) => status !== 'ok').slice(0, maxMissing);
  const unnamed = total - ok - named.length;
  return [...named.map(missingLine), ...(unnamed > 0 ? [`Missing: ${unnamed} more of ${total} sources`] : [])];
}

const missingLine = ({ name, status, detail }: Report): string =>
  `Missing: ${plainText(name)} (${plainText(status)}${detail === null ? '' : `: ${plainText(detail)}`})`;

function ageOf(seconds: number | null): string {
  if (seconds === null || seconds < 60) return '';
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `, collected ${minutes} min ago` : `, collected ${Math.floor(minutes / 60)} hours ago`;
}
