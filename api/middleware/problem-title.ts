import type { Problem } from '../../shared/problems/problem.js';

/** What requests to an address, and to those below it, are about. */
const subjects: readonly (readonly [path: string, subject: string])[] = [
  ...['/', '/search', '/salaries', '/api/jobs/search', '/api/jobs/facets', '/api/jobs/feed'].map(
    (path) => [path, 'search'] as const,
  ),
  ['/api/jobs/export', 'export'],
  ['/api/jobs/lookup', 'lookup'],
  ['/api/watches', 'watch'],
  ['/alerts', 'alert'],
  ['/api/suggest', 'suggestion'],
  ['/api/geo-stats', 'statistics'],
];

/** The title of a problem that names the operation which the request was for; its own where the operation makes no difference. */
export function titleByOperation({ code, title }: Pick<Problem, 'code' | 'title'>, path: string): string {
  const subject = subjects.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
  if (code === 'invalid-request' && subject !== undefined) return `The ${subject} request is not valid.`;
  return code === 'unavailable' && subject === 'search' ? 'Searching is not possible right now.' : title;
}
