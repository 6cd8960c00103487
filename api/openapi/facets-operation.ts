import { facetsExample, requestExamples } from './examples.js';
import { counted } from './headers.js';
import { accepted, json, type Operation, searchProblems } from './operation.js';
import { parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';
import { schemaRef } from './schemas.js';

/** `POST /api/jobs/facets`. */
export const searchFacets = (): Operation => ({
  operationId: 'searchFacets',
  tags: ['Jobs'],
  summary: 'How many jobs each value of each field would find.',
  description:
    'The body of a search. For each field: how many jobs the same search would find if that field alone had the value; the ' +
    'first row, `""`, leaves the field out. Besides, the ten busiest places within that of the search, the ten busiest companies and industries, sizes of companies, ' +
    'a histogram of pay, and where the jobs are. Near matches are not counted.\n\n' +
    'It counts as one search, and is answered from the same postings as the search: sent together, one collection serves both.',
  parameters: [parameters.requestId, parameters.prefer, parameters.cacheControl],
  security: [{}, { apiKey: [] }],
  requestBody: {
    required: true,
    description: 'At most 8 kB. `limit`, `page` and `sortBy` make no difference.',
    content: { 'application/json': { schema: schemaRef('SearchRequest'), examples: requestExamples } },
  },
  responses: {
    200: answered('The counts; `partial` and `stale` say how complete and how recent they are.', {
      headers: [...counted, 'Cache-Status', 'Preference-Applied'],
      content: json('FacetsAnswer', facetsExample),
    }),
    202: accepted(),
    ...problemResponses(searchProblems),
  },
});
