import type { Middleware } from '../middleware/request-context.js';
import { entityTagOf, sendTagged } from '../middleware/send-tagged.js';
import { json, type Operations } from '../openapi/operation.js';
import { findWords } from './find-words.js';
import { createHeldWords } from './held-words.js';
import { longestSuggested, readSuggestQuery } from './read-suggest-query.js';

/** GET /api/suggest?q=…: words of held postings that complete a text. It reads memory and is not counted as a search. */
export function suggest(context: Parameters<typeof createHeldWords>[0]): Middleware {
  const words = createHeldWords(context);
  return async function suggest(ctx) {
    const q = readSuggestQuery(ctx.query);
    const body = JSON.stringify(findWords(await words.read(), q));
    ctx.set('Cache-Control', 'max-age=60');
    sendTagged(ctx, { tag: entityTagOf(body), type: 'application/json; charset=utf-8', body });
  };
}

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

export const suggestOperations: Operations = {
  'GET /api/suggest': {
    operationId: 'suggest',
    summary: 'Words of held jobs that complete a text.',
    description:
      'Titles, skills, companies and places of stored postings, at most eight of each: those that begin with the text, then those ' +
      'of which a later word does, the most frequent first. Sources that are searched anew for each query are not among them. Not counted.',
    key: 'none',
    parameters: [
      {
        name: 'q',
        in: 'query',
        required: true,
        description: 'The beginning of a word or name.',
        schema: { type: 'string', minLength: 1, maxLength: longestSuggested },
        example: 'nur',
      },
    ],
    tagged: true,
    answers: {
      200: { description: 'The words; empty lists when there are none.', content: json('SuggestAnswer', example) },
    },
  },
};
