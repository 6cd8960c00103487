import { type DocumentHead, replaceHead } from '../../shared/search/search-document.js';
import type { Lacking, Question } from '../engine/engine.js';
import { type AnalyzedSearchJob, collectedWhole, type SearchRunContext } from './search-context.js';
import { headLacking } from './unsearched.js';

/** A document returned by `readRanked`. */
export type RankedDocument = { head: DocumentHead; narrowed: readonly string[] };

type Asked<Answer> = { document: RankedDocument; ask(question: Question): Promise<Answer> };

/**
 * Queries the current collections of a document, at the time it was ranked. If a part cannot be searched, the document
 * is marked: the answer reports it, and the next request rebuilds the document.
 */
export async function askHeld<Answer extends Lacking>(
  context: Pick<SearchRunContext, 'redis' | 'sources' | 'gazetteer' | 'now'>,
  { key, search }: Pick<AnalyzedSearchJob, 'key' | 'search'>,
  { document: { head, narrowed }, ask }: Asked<Answer>,
): Promise<Answer> {
  const now = head.rankedAt === undefined ? context.now() : new Date(head.rankedAt);
  const whole = collectedWhole({ ...context, sources: () => context.sources }, search);
  const found = await ask({ search, now, collections: [...whole, ...narrowed] });
  if (found.missing.length > 0 || found.silent > 0)
    await replaceHead(context.redis, key, headLacking(head, { sources: new Set(found.missing), silent: found.silent }));
  return found;
}
