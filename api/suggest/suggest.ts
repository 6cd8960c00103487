import type { Middleware } from '../middleware/request-context.js';
import { entityTagOf, sendTagged } from '../middleware/send-tagged.js';
import { findWords } from './find-words.js';
import { createHeldWords } from './held-words.js';
import { readSuggestQuery } from './read-suggest-query.js';

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
