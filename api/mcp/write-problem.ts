import { type Problem, type ProblemCode, problems } from '../../shared/problems/problem.js';
import type { FieldError } from '../../shared/search/query/parse-query.js';
import type { SourceCounts, SourceReport } from '../../shared/search/result.js';
import { maxReportsInText } from './write-text.js';

/** What a model does about a problem, where the advice to programs names addresses and headers. */
const adviceToModel: Partial<Record<ProblemCode, string>> = {
  'invalid-request': 'Call the tool again with these arguments corrected.',
  'key-required': 'Tell the person that the configuration of this server needs a key.',
  'not-found': 'Do not call the tool again with this argument.',
};

/** A problem as text for a model: what is wrong, where, what is allowed, and what to do or when to try again. */
export function writeProblem(problem: Problem): string {
  const advice = adviceToModel[problem.code] ?? problems[problem.code].advice;
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
  const closing = retryAfterSeconds === undefined ? advice : `Try again in ${retryAfterSeconds} seconds.`;
  return [
    `${problem.code}: ${problem.message}`,
    ...(errors ?? []).map(writeError),
    ...named.map(({ name, status, detail }) => `- ${name}: ${status}. ${detail ?? ''}`.trim()),
    ...(unnamed > 0 ? [`- ${unnamed} more sources`] : []),
    ...(problem.message.includes('Try again in') ? [] : [closing]),
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
