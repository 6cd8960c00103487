import { type Problem, problems } from '../../shared/problems/problem.js';
import type { FieldError } from '../../shared/search/query/parse-query.js';
import type { SourceCounts, SourceReport } from '../../shared/search/result.js';
import { maxReportsInText } from './write-text.js';

/** A problem as text for a model: what is wrong, where, what is allowed, and when to try again. */
export function writeProblem(problem: Problem): string {
  const { title, advice } = problems[problem.code];
  const {
    errors,
    sources = [],
    sourceCounts,
    retryAfterSeconds,
  } = problem.body('') as {
    errors?: FieldError[];
    sources?: SourceReport[];
    sourceCounts?: SourceCounts;
    retryAfterSeconds?: number;
  };
  const named = sources.slice(0, maxReportsInText);
  const unnamed = (sourceCounts?.total ?? 0) - named.length;
  return [
    `${problem.code}: ${title} ${problem.message}`,
    ...(errors ?? []).map(writeError),
    ...named.map(({ name, status, detail }) => `- ${name}: ${status}. ${detail ?? ''}`.trim()),
    ...(unnamed > 0 ? [`- ${unnamed} more sources`] : []),
    retryAfterSeconds === undefined ? advice : `Try again in ${retryAfterSeconds} seconds.`,
  ].join('\n');
}

function writeError({ pointer, detail, allowed }: FieldError): string {
  const where = decodeURIComponent(pointer.replace(/^#\/?/, '')).replaceAll('~1', '/').replaceAll('~0', '~');
  return `- ${where === '' ? 'the arguments' : where}: ${detail}${writeAllowed(allowed)}`;
}

function writeAllowed(allowed: FieldError['allowed']): string {
  if (allowed === undefined) return '';
  return 'min' in allowed ? ` Allowed: "${allowed.min}" to "${allowed.max}".` : ` Allowed: ${allowed.join(', ')}.`;
}
