import { json, type Operation } from './operation.js';
import { parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';

const problems = [
  ...(['invalid-request', 'invalid-key', 'key-required', 'too-many-unknown-keys'] as const),
  ...(['too-many-invalid-requests', 'internal-error', 'unavailable'] as const),
];
const security = [{ apiKey: [] }];

/** `PUT /api/jobs/{id}/hidden`. */
export const hideOperation = (): Operation => ({
  operationId: 'hideJob',
  tags: ['Jobs'],
  summary: 'Leave a job out of your searches.',
  description:
    'Searches, feeds and lists with your key, or another key of its owner, no longer have the job: you are not interested, or have ' +
    'applied. Their pages have fewer jobs then, and a notice says how many; totals and facets still count it, and exports have it. ' +
    'The last 5,000 are remembered. Not counted.',
  parameters: [parameters.jobId, parameters.requestId],
  security,
  responses: { 204: answered('It is left out from now on.', {}), ...problemResponses([...problems, 'not-found']) },
});

/** `DELETE /api/jobs/{id}/hidden`. */
export const unhideOperation = (): Operation => ({
  operationId: 'unhideJob',
  tags: ['Jobs'],
  summary: 'Show a hidden job again.',
  description: 'Also when it was not hidden. Not counted.',
  parameters: [parameters.jobId, parameters.requestId],
  security,
  responses: { 204: answered('It is shown.', {}), ...problemResponses(problems) },
});

/** `GET /api/me/hidden`. */
export const hiddenOperation = (): Operation => ({
  operationId: 'hiddenJobs',
  tags: ['Service'],
  summary: 'The jobs that you have hidden.',
  description: 'Those that are no longer stored, too. Not counted.',
  parameters: [parameters.requestId],
  security,
  responses: {
    200: answered('Their ids, those hidden last first.', {
      content: json('HiddenJobs', { jobs: [{ id: 'job_7Q3kX0pV2mZt5RfB', hiddenAt: '2026-11-21T09:14:03.512Z' }] }),
    }),
    ...problemResponses(problems),
  },
});
