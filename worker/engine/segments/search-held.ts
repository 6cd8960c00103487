import type { Corpus } from '../../match/corpus/corpus.js';
import type { CorpusCache } from '../../match/corpus/corpus-cache.js';
import type { CollectionRef } from '../../match/segment/collection-ref.js';
import type { Found, Lacking } from '../engine.js';
import type { HeldRefs } from './held-refs.js';

/** How often is looked again because a collection was replaced meanwhile. */
const mostTries = 3;

/** The corpus of a question, which collections are in it, and what it lacks. */
export type SearchedHeld = Pick<Found, 'searched'> & { corpus: Corpus; lacking: Lacking };

/** Gives the corpus of all whole boards that are held, and of further collections. */
export type SearchHeld = (collections: readonly string[]) => Promise<SearchedHeld>;

type Options = { corpora: Pick<CorpusCache, 'corpusOf'>; held: HeldRefs };

/** A collection that was replaced while it was looked for is searched in its new version. */
export function createSearchHeld({ corpora, held }: Options): SearchHeld {
  return async (collections) => {
    const first = await held.current(collections);
    let refs = first;
    for (let tries = 1; ; tries++) {
      const { corpus, gone } = await corpora.corpusOf(refs);
      const renewed = gone.length === 0 || tries === mostTries ? refs : await held.renewed(collections, gone);
      if (isReplaced(gone, refs, renewed)) {
        refs = renewed;
        continue;
      }
      return { corpus, ...coverageOf({ first, refs, gone }) };
    }
  };
}

/** Whether any of these collections has another version now, or none. */
function isReplaced(
  gone: readonly string[],
  before: readonly CollectionRef[],
  after: readonly CollectionRef[],
): boolean {
  if (gone.length === 0 || before === after) return false;
  const keys = new Set(gone);
  const versionsOf = (refs: readonly CollectionRef[]): Map<string, string> =>
    new Map(refs.flatMap(({ key, version }) => (keys.has(key) ? [[key, version]] : [])));
  const [was, is] = [versionsOf(before), versionsOf(after)];
  return gone.some((key) => was.get(key) !== is.get(key));
}

type Asked = { first: readonly CollectionRef[]; refs: readonly CollectionRef[]; gone: readonly string[] };

function coverageOf({ first, refs, gone }: Asked): Omit<SearchedHeld, 'corpus'> {
  let known: Set<string> | null = null;
  const searched = (key: string): boolean => {
    if (known === null) {
      known = new Set(refs.map((ref) => ref.key));
      for (const each of gone) known.delete(each);
    }
    return known.has(key);
  };
  const missing =
    gone.length === 0 && first === refs
      ? []
      : [...new Set([...first, ...refs].flatMap(({ key, source }) => (searched(key) ? [] : [source])))];
  return { searched, lacking: { missing, silent: 0, parts: 1 } };
}
