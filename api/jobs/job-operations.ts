import { answerExamples, facetsExample, wholeJobExample } from '../openapi/examples.js';
import { json, type Operations, schemaRef } from '../openapi/operation.js';
import { counted, parameters } from '../openapi/parameters.js';

// The operations on jobs and companies by id, address or name. None of them reads a board.

const { jobs } = answerExamples.whole.value;
const { dateSincePosted, jobType, remoteFilter, experienceLevel, places, salary } = facetsExample.facets;
const postingUrl = 'https://jobs.example/postings/4211987?utm_source=news';

const lookupExample = {
  jobs: [
    {
      asked: postingUrl,
      state: 'open',
      closedAt: null,
      lastSeenAt: '2026-11-21T09:14:03.512Z',
      id: 'job_7Q3kX0pV2mZt5RfB',
      title: 'Senior Software Engineer, Platform',
      company: 'Acme Robotics',
      url: 'https://jobs.example/postings/4211987',
      source: 'acme',
    },
    {
      asked: 'job_2mZt5RfB7Q3kX0pV',
      state: 'closed',
      closedAt: '2026-11-19T04:00:12.000Z',
      lastSeenAt: '2026-11-18T22:00:09.000Z',
      id: 'job_2mZt5RfB7Q3kX0pV',
      title: 'Baker',
      company: 'Bakery',
      url: 'https://jobs.example/postings/17',
      source: 'acme',
    },
  ],
  partial: false,
};

const companyExample = {
  key: 'acmerobotics',
  ...jobs[0]?.company,
  total: 41,
  facets: { dateSincePosted, jobType, remoteFilter, experienceLevel, places, salary },
  jobs,
  closed: [
    {
      id: 'job_2mZt5RfB7Q3kX0pV',
      title: 'Robotics Technician',
      location: 'Austin, TX',
      closedAt: '2026-11-19T04:00:12.000Z',
    },
  ],
  openDays: { median: 23.5, closings: 6, atLeast: true },
  sources: ['greenhouse', 'lever'],
  partial: false,
};

export const jobOperations: Operations = {
  'POST /api/jobs/lookup': {
    operationId: 'lookupJobs',
    summary: 'Whether postings are still open, by address or id.',
    description:
      'Up to 100 addresses and ids together. Tracking parameters are ignored, and addresses of application forms are found, too. ' +
      '`open`: its source lists it; `closed`: it was found to be closed, at `closedAt`; `unknown`: this service has not stored it, ' +
      'which does not mean that it is closed. No board is read. Closed ones are known for 30 days. Counts as one search.',
    body: {
      description: 'At most 64 kB.',
      content: {
        'application/json': {
          schema: schemaRef('LookupRequest'),
          examples: {
            both: { summary: 'An address and an id.', value: { urls: [postingUrl], ids: ['job_2mZt5RfB7Q3kX0pV'] } },
          },
        },
      },
    },
    answers: {
      200: { description: 'The state of each.', headers: counted, content: json('LookupAnswer', lookupExample) },
    },
    problems: ['rate-limited'],
  },
  'GET /api/jobs/{id}': {
    operationId: 'getJob',
    summary: 'One stored job with its full description.',
    description:
      'The record from a search without `match`, with `description` and `descriptionHtml`. Not counted as a search, but limited separately: to ten times the searches of the plan.',
    parameters: [parameters.jobId],
    tagged: true,
    answers: {
      200: { description: 'The job.', headers: counted, content: json('WholeJob', wholeJobExample) },
      304: { description: 'Nothing but `lastSeenAt` has changed since your copy.', headers: counted },
    },
    problems: ['not-found', 'rate-limited'],
  },
  'GET /api/jobs/{id}/similar': {
    operationId: 'similarJobs',
    summary: 'Openings of other companies that resemble a job.',
    description:
      'At most ten stored openings of other companies, found by the title of the job: in its place, else in its country, else ' +
      'anywhere; those at its level and with its workplace first. The job itself, its copies on other boards and other openings of its ' +
      'company are not among them. No board is read. Equal requests share an answer for five minutes. Counts as one search.',
    parameters: [parameters.jobId],
    answers: {
      200: {
        description: 'The jobs, the most similar first.',
        headers: counted,
        content: json('SimilarAnswer', { jobs, partial: false }),
      },
    },
    problems: ['not-found', 'rate-limited'],
  },
  'PUT /api/jobs/{id}/hidden': {
    operationId: 'hideJob',
    summary: 'Leave a job out of your searches.',
    description:
      'Searches, feeds and lists with your key, or another key of its owner, no longer include the job, for example because you have ' +
      'applied. Their pages then have fewer jobs, and a notice says how many; totals and facets still count it, and exports have it. ' +
      'The last 5,000 are remembered. Not counted.',
    key: 'required',
    parameters: [parameters.jobId],
    answers: { 204: { description: 'It is left out from now on.' } },
    problems: ['not-found'],
  },
  'DELETE /api/jobs/{id}/hidden': {
    operationId: 'unhideJob',
    summary: 'Show a hidden job again.',
    description: 'Also when it was not hidden. Not counted.',
    key: 'required',
    parameters: [parameters.jobId],
    answers: { 204: { description: 'It is shown.' } },
  },
  'GET /api/companies/{key}': {
    operationId: 'getCompany',
    summary: 'A company’s stored openings.',
    description:
      'Its stored openings by field, the newest of them, and recently closed ones. A company without a stored opening is a 404. ' +
      'No board is read. Counts as one search.',
    parameters: [parameters.companyKey],
    answers: {
      200: { description: 'The company.', headers: counted, content: json('CompanyAnswer', companyExample) },
    },
    problems: ['not-found', 'rate-limited'],
  },
};

/** The list of a caller's hidden jobs. */
export const hiddenOperations: Operations = {
  'GET /api/me/hidden': {
    operationId: 'hiddenJobs',
    tag: 'Service',
    summary: 'The jobs that you have hidden.',
    description: 'Includes jobs no longer stored. Not counted.',
    key: 'required',
    answers: {
      200: {
        description: 'Their ids, most recently hidden first.',
        content: json('HiddenJobs', { jobs: [{ id: 'job_7Q3kX0pV2mZt5RfB', hiddenAt: '2026-11-21T09:14:03.512Z' }] }),
      },
    },
  },
};
