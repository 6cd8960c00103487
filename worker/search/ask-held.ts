import type { SearchJob } from '../../shared/queue/queues.js';
import { readCollectionStates } from '../../shared/search/collection-store.js';
import { type DocumentHead, replaceHead } from '../../shared/search/search-document.js';
import type { Matched, SearchedRef } from '../engine/engine.js';
import { isNarrowed } from '../sources/source.js';
import { planCollections } from './plan-collections.js';
import type { SearchContext } from './search-context.js';
import { headLacking } from './unsearched.js';

/** A document as `readRanked` reads it. */
type Document = { head: DocumentHead; narrowed: readonly string[] };

/**
 * Asks about what is held now of the collections that a document is made from: the whole boards, and its `narrowed` ones. When
 * some were replaced since their references were read, their new versions are asked about. A document of which a part cannot
 * be searched even then is marked as one that lacks it: the answer says so, and the next request has it made again.
 */
export async function askHeld<Found extends Pick<Matched, 'gone' | 'silent'>>(
  { boardStates, redis, sources, gazetteer }: Pick<SearchContext, 'boardStates' | 'redis' | 'sources' | 'gazetteer'>,
  { key, subject }: Pick<SearchJob, 'key' | 'subject'>,
  { document: { head, narrowed }, ask }: { document: Document; ask(refs: SearchedRef[]): Promise<Found> },
): Promise<Found> {
  const boards = planCollections(sources, subject, { gazetteer }).filter(({ narrow }) => !isNarrowed(narrow));
  const keys = [...boards.map((board) => board.key), ...narrowed];
  const readRefs = async (readStates: SearchContext['boardStates']['read']): Promise<SearchedRef[]> => {
    const states = await readStates(keys);
    return keys.flatMap((each, at) => {
      const held = states[at]?.head;
      if (!held) return [];
      return [{ key: each, version: held.version, source: held.source, isBoard: at < boards.length }];
    });
  };
  let refs = await readRefs(boardStates.read);
  let found = await ask(refs);
  if (found.gone.length > 0) {
    refs = await readRefs((each) => readCollectionStates(redis, [...each]));
    found = await ask(refs);
  }
  if (found.gone.length === 0 && found.silent === 0) return found;
  const gone = new Set(found.gone);
  const lost = new Set(refs.flatMap((ref) => (gone.has(ref.key) ? ref.source : [])));
  await replaceHead(redis, key, headLacking(head, { sources: lost, silent: found.silent }));
  return found;
}
