import { answerExamples, facetsExample } from './examples.js';
import { counted } from './headers.js';
import { json, type Operation } from './operation.js';
import { parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';

const problems = [
  ...(['invalid-request', 'invalid-key', 'not-found', 'rate-limited'] as const),
  ...(['too-many-unknown-keys', 'too-many-invalid-requests', 'internal-error', 'unavailable'] as const),
];

const { jobs } = answerExamples.whole.value;
const { company } = jobs[0] ?? {};
const { dateSincePosted, jobType, remoteFilter, experienceLevel, places, salary } = facetsExample.facets;

/** `GET /api/jobs/{id}/similar`. */
export const similarOperation = (): Operation => ({
  operationId: 'similarJobs',
  tags: ['Jobs'],
  summary: 'Openings that are like a job.',
  description:
    'At most ten openings of other companies that are held, found by the title of the job: in its place, else in its country, else ' +
    'anywhere; those at its level and with its workplace first. The job itself, its copies on other boards and other openings of its ' +
    'company are not among them. No board is asked. Equal requests share an answer for five minutes. Counts as one search.',
  parameters: [parameters.jobId, parameters.requestId],
  security: [{}, { apiKey: [] }],
  responses: {
    200: answered('The jobs, the most similar first.', {
      headers: counted,
      content: json('SimilarAnswer', { jobs, partial: false }),
    }),
    ...problemResponses(problems),
  },
});

/** `GET /api/companies/{key}`. */
export const companyOperation = (): Operation => ({
  operationId: 'getCompany',
  tags: ['Jobs'],
  summary: 'What is held of a company.',
  description:
    'Its openings by field, the newest of them, and those that its boards closed lately. A company without a held opening is a 404. ' +
    'No board is asked. Counts as one search.',
  parameters: [parameters.companyKey, parameters.requestId],
  security: [{}, { apiKey: [] }],
  responses: {
    200: answered('The company.', {
      headers: counted,
      content: json('CompanyAnswer', {
        ...{ key: 'acmerobotics', ...company, total: 41 },
        facets: { dateSincePosted, jobType, remoteFilter, experienceLevel, places, salary },
        jobs,
        closed: [
          {
            ...{ id: 'job_2mZt5RfB7Q3kX0pV', title: 'Robotics Technician', location: 'Austin, TX' },
            closedAt: '2026-11-19T04:00:12.000Z',
          },
        ],
        openDays: { median: 23.5, closings: 6, atLeast: true },
        ...{ sources: ['greenhouse', 'lever'], partial: false },
      }),
    }),
    ...problemResponses(problems),
  },
});
