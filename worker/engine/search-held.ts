import type { SeenAt } from '../../shared/words/seen.js';
import type { CollectionRef } from '../match/segment/collection-ref.js';
import type { Found, Lacking } from './engine.js';
import type { HeldRefs } from './held-refs.js';

/** How often is looked again because a collection was replaced meanwhile. */
const mostTries = 3;

/** What an engine has of the collections of a question, which of them are in it, when each source was read, and what it lacks. */
export type SearchedHeld<Held> = Held & Pick<Found, 'searched'> & Pick<SeenAt, 'readAt'> & { lacking: Lacking };

/** Gives what an engine has of all whole boards that are held, and of further collections. */
export type SearchHeld<Held> = (collections: readonly string[]) => Promise<SearchedHeld<Held>>;

/** `hold` makes collections ready to be searched; `gone`: the keys of those of which that is not possible. */
type Options<Held> = {
  hold(refs: readonly CollectionRef[]): Promise<Held & { gone: readonly string[] }>;
  held: HeldRefs;
};

/** A collection that was replaced while it was looked for is searched in its new version. */
export function createSearchHeld<Held>({ hold, held }: Options<Held>): SearchHeld<Held> {
  return async (collections) => {
    const first = await held.current(collections);
    let refs = first;
    for (let tries = 1; ; tries++) {
      const ready = await hold(refs);
      const { gone } = ready;
      const renewed = gone.length === 0 || tries === mostTries ? refs : await held.renewed(collections, gone);
      if (isReplaced(gone, refs, renewed)) {
        refs = renewed;
        continue;
      }
      return { ...ready, ...coverageOf({ first, refs, gone }) };
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

function coverageOf({ first, refs, gone }: Asked): SearchedHeld<object> {
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
  return { searched, readAt: readTimes(refs), lacking: { missing, silent: 0, parts: 1 } };
}

/** When each source was last read; of one with several collections, the one that was read first. */
function readTimes(refs: readonly CollectionRef[]): SeenAt['readAt'] {
  let times: Map<string, number> | null = null;
  return (source) => {
    if (times === null) {
      times = new Map();
      for (const { source: read, collectedAt } of refs)
        if (collectedAt !== undefined) times.set(read, Math.min(collectedAt, times.get(read) ?? collectedAt));
    }
    return times.get(source) ?? null;
  };
}
