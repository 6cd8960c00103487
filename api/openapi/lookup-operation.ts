import { counted } from './headers.js';
import { json, type Operation } from './operation.js';
import { parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';
import { schemaRef } from './schemas.js';

const asked = 'https://jobs.example/postings/4211987?utm_source=news';

const example = {
  jobs: [
    {
      ...{ asked, state: 'open', closedAt: null, lastSeenAt: '2026-11-21T09:14:03.512Z', id: 'job_7Q3kX0pV2mZt5RfB' },
      ...{ title: 'Senior Software Engineer, Platform', company: 'Acme Robotics' },
      ...{ url: 'https://jobs.example/postings/4211987', source: 'acme' },
    },
    {
      ...{ asked: 'job_2mZt5RfB7Q3kX0pV', state: 'closed', closedAt: '2026-11-19T04:00:12.000Z' },
      ...{ lastSeenAt: '2026-11-18T22:00:09.000Z', id: 'job_2mZt5RfB7Q3kX0pV', title: 'Baker', company: 'Bakery' },
      ...{ url: 'https://jobs.example/postings/17', source: 'acme' },
    },
  ],
  partial: false,
};

/** `POST /api/jobs/lookup`. */
export const lookupOperation = (): Operation => ({
  operationId: 'lookupJobs',
  tags: ['Jobs'],
  summary: 'Whether postings are still open.',
  description:
    'Up to 100 addresses and ids together. An address is found without its tracking parameters, and as that of the application form, too. ' +
    '`open`: its source lists it; `closed`: it was found to be closed, at `closedAt`; `unknown`: this service does not hold it, ' +
    'which does not mean that it is closed. No board is asked. Closed ones are known for 30 days. Counts as one search.',
  parameters: [parameters.requestId],
  security: [{}, { apiKey: [] }],
  requestBody: {
    required: true,
    description: 'At most 64 kB.',
    content: {
      'application/json': {
        schema: schemaRef('LookupRequest'),
        examples: {
          both: { summary: 'An address and an id.', value: { urls: [asked], ids: ['job_2mZt5RfB7Q3kX0pV'] } },
        },
      },
    },
  },
  responses: {
    200: answered('The state of each.', { headers: counted, content: json('LookupAnswer', example) }),
    ...problemResponses([
      ...(['invalid-json', 'invalid-request', 'invalid-key', 'body-too-large', 'unsupported-type'] as const),
      ...(['rate-limited', 'too-many-unknown-keys', 'too-many-invalid-requests'] as const),
      ...(['internal-error', 'unavailable'] as const),
    ]),
  },
});
