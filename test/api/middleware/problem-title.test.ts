import { expect, test } from '@jest/globals';
import { titleByOperation } from '../../../api/middleware/problems.js';
import { Problem, type ProblemCode } from '../../../shared/problems/problem.js';

test.each<[code: ProblemCode, path: string, title: string]>([
  ['invalid-request', '/api/jobs/search', 'The search request is not valid.'],
  ['invalid-request', '/api/jobs/feed', 'The search request is not valid.'],
  ['invalid-request', '/', 'The search request is not valid.'],
  ['invalid-request', '/api/jobs/lookup', 'The lookup request is not valid.'],
  ['invalid-request', '/api/jobs/export', 'The export request is not valid.'],
  ['invalid-request', '/api/watches', 'The watch request is not valid.'],
  ['invalid-request', '/api/watches/watch_1/rotate', 'The watch request is not valid.'],
  ['invalid-request', '/alerts', 'The alert request is not valid.'],
  ['invalid-request', '/api/suggest', 'The suggestion request is not valid.'],
  ['invalid-request', '/api/geo-stats', 'The statistics request is not valid.'],
  ['invalid-request', '/api/me', 'The request is not valid.'],
  ['invalid-request', '/api/watchesx', 'The request is not valid.'],
  ['unavailable', '/api/jobs/search', 'Searching is not possible right now.'],
  ['unavailable', '/api/watches', 'The service cannot answer right now.'],
  ['invalid-json', '/api/watches', 'The body is not valid JSON.'],
])('%s at %s: %s', (code, path, title) => {
  expect(titleByOperation(new Problem(code, { detail: '' }), path)).toBe(title);
});

test('a problem that has a title of its own keeps it', () => {
  const title = 'There is no such watch.';
  expect(titleByOperation(new Problem('not-found', { title, detail: '' }), '/api/watches/watch_1')).toBe(title);
});
