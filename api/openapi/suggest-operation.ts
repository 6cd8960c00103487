import { longestSuggested } from '../suggest/read-suggest-query.js';
import { json, type Operation } from './operation.js';
import { parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';

const example = {
  q: 'nur',
  titles: [
    { word: 'Nurse', jobs: 214 },
    { word: 'Registered Nurse', jobs: 180 },
  ],
  skills: [{ word: 'Nursing', jobs: 31 }],
  companies: [],
  places: [{ word: 'Nuremberg, Germany', jobs: 12 }],
};

/** `GET /api/suggest`. */
export const suggestOperation = (): Operation => ({
  operationId: 'suggest',
  tags: ['Jobs'],
  summary: 'Words that complete a text.',
  description:
    'Titles, skills, companies and places of held postings, at most eight of each: those that begin with the text, then those ' +
    'of which a later word does, the most frequent first. Sources that are searched anew for each query are not among them. Not counted.',
  parameters: [
    {
      name: 'q',
      in: 'query',
      required: true,
      description: 'The beginning of a word or name.',
      schema: { type: 'string', minLength: 1, maxLength: longestSuggested },
      example: 'nur',
    },
    parameters.ifNoneMatch,
    parameters.requestId,
  ],
  security: [],
  responses: {
    200: answered('The words; empty lists when there are none.', {
      headers: ['ETag'],
      content: json('SuggestAnswer', example),
    }),
    304: answered('Nothing has changed since your copy.', { headers: ['ETag'] }),
    ...problemResponses(['invalid-request', 'too-many-invalid-requests', 'internal-error', 'unavailable']),
  },
});
