import { type FacetsAnswer, facetsAnswerSchema } from '../../shared/search/facets.js';
import { suggestAnswerSchema } from '../../shared/search/suggest-answer.js';
import { type Watch, watchListSchema, watchSchema } from '../../shared/watches/watch.js';
import { requireKey } from '../middleware/identify.js';
import { standaloneSchema } from '../openapi/schemas.js';
import type { SearchMiddleware, SearchRequest } from '../search/search-context.js';
import { createHeldWords, findWords, readSuggestQuery } from '../suggest/suggest.js';
import { createWatch, listWatches, removeWatch, type WatchesContext } from '../watches/watches.js';
import { facetsInput, suggestInput, type Tool, watchIdInput, watchInput } from './tool.js';
import { writeCompletions, writeCounts, writeWatches } from './write-text.js';

export type FurtherContext = Parameters<typeof createHeldWords>[0] & WatchesContext;

/** Runs the search of a tool call and returns the body of its answer. */
export type SearchAs = (
  ctx: SearchRequest,
  body: Record<string, unknown>,
  options?: { wanted: 'facets' },
) => Promise<unknown>;

const ofObject = (schema: Parameters<typeof standaloneSchema>[0]) => ({
  ...standaloneSchema(schema),
  type: 'object' as const,
});

/** The remaining tools: counts, suggestions, and the watches of a caller with a key. */
export function createFurtherTools(context: FurtherContext, searchAs: SearchAs): readonly Tool[] {
  const words = createHeldWords(context);
  const keyed = requireKey('Watches');
  const withKey = (ctx: SearchRequest, step: SearchMiddleware): Promise<void> =>
    keyed(ctx, async () => {
      await step(ctx, async () => undefined);
    });
  return [
    {
      name: 'count_jobs',
      title: 'Count jobs by filter',
      description:
        'Says how many jobs of a search each value of each filter would find, and its busiest places, companies and pay: call it ' +
        'before narrowing a search that finds too many. It counts as a search.',
      inputSchema: facetsInput(),
      outputSchema: ofObject(facetsAnswerSchema),
      untrusted: ['/companies', '/places', '/industries', '/map/points'].map((member) => `/facets${member}`),
      async call(ctx, parameters) {
        const answer = (await searchAs(ctx, parameters, { wanted: 'facets' })) as FacetsAnswer;
        return { structured: answer, text: writeCounts(answer) };
      },
    },
    {
      name: 'suggest_words',
      title: 'Complete a word',
      description:
        'Completes the beginning of a title, skill, company or place from the stored postings, with their numbers. Free.',
      inputSchema: suggestInput(),
      outputSchema: ofObject(suggestAnswerSchema),
      untrusted: ['/titles', '/skills', '/companies', '/places'],
      async call(_, parameters) {
        const found = findWords(await words.read(), readSuggestQuery(parameters));
        return { structured: found, text: writeCompletions(found) };
      },
    },
    {
      name: 'list_watches',
      title: 'List your watches',
      description: 'Lists the watches of the API key: searches whose new jobs are sent to an address. Needs a key.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      outputSchema: ofObject(watchListSchema),
      untrusted: [],
      async call(ctx) {
        await withKey(ctx, listWatches(context));
        const list = ctx.body as { watches: Watch[] };
        return { structured: list, text: writeWatches(list.watches) };
      },
    },
    {
      name: 'create_watch',
      title: 'Have new jobs sent',
      description:
        'Has new jobs of a search sent to an address. Ask the person for the address first. A mail address must confirm it. Needs a key; ' +
        'the secret that signs webhooks is never shown here: its owner makes a new one.',
      changes: 'makes',
      inputSchema: watchInput(),
      outputSchema: ofObject(watchSchema),
      untrusted: [],
      async call(ctx, parameters) {
        ctx.request.body = parameters;
        await withKey(ctx, createWatch(context));
        // A model has no use for the secret, and its input may be stored.
        const { secret: _secret, ...watch } = ctx.body as Watch & { secret: string };
        return { structured: watch, text: writeWatches([watch]) };
      },
    },
    {
      name: 'end_watch',
      title: 'End a watch',
      description: 'Ends one of your watches by its id: nothing more is sent. Needs a key.',
      changes: 'ends',
      inputSchema: watchIdInput(),
      outputSchema: {
        type: 'object',
        properties: { id: { type: 'string' }, ended: { const: true } },
        required: ['id', 'ended'],
        additionalProperties: false,
      },
      untrusted: [],
      async call(ctx, { id }) {
        ctx.params = { id: String(id) };
        await withKey(ctx, removeWatch(context));
        return { structured: { id: String(id), ended: true }, text: `The watch ${String(id)} is ended.` };
      },
    },
  ];
}
