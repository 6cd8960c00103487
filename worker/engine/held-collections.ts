/** The collections of a question, and which of them are ready to be searched. */
import type { CollectionState } from '../../shared/search/collections/collection-store.js';
import type { SeenAt } from '../../shared/words/seen.js';
import type { CollectionRef } from '../match/segment/segment-files.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import type { BoardStates } from './board-states.js';
import type { Found, Lacking } from './engine.js';

/** The complete stored boards, in their current versions, in the order of the sources. */
export type HeldBoards = () => Promise<CollectionRef[]>;

type Options = {
  /** The current sources. */
  sources: () => readonly Source[];
  boardStates: Pick<BoardStates, 'read'>;
  now: () => Date;
};

/** Reads which complete boards are stored; returns the same array while none changes. */
export function createHeldBoards({ sources, boardStates, now }: Options): HeldBoards {
  let current: readonly Source[] = [];
  let known: { source: string; key: string }[] = [];
  /** The boards of the previous question; `until`, epoch ms, is when the first of them expires. */
  let former: { states: readonly CollectionState[]; refs: CollectionRef[]; until: number } | null = null;
  return async () => {
    if (sources() !== current) {
      current = sources();
      known = current.filter(isWholeBoard).map((source) => ({ source: source.id, key: boardKey(source) }));
      former = null;
    }
    const boards = known;
    const keys = boards.map(({ key }) => key);
    const states = await boardStates.read(keys);
    const at = now().getTime();
    if (former !== null && at < former.until && states.every((state, index) => state === former?.states[index]))
      return former.refs;
    let until = Infinity;
    const refs = boards.flatMap((board, index) => {
      const head = states[index]?.head;
      if (!head || at >= head.staleUntil) return [];
      until = Math.min(until, head.staleUntil);
      return [{ ...board, version: head.version, collectedAt: head.collectedAt, isBoard: true }];
    });
    former = { states, refs, until };
    return refs;
  };
}

/** The current collections of a question: full boards, and those of its narrowed ones that are stored. */
export type HeldRefs = {
  current(collections: readonly string[]): Promise<readonly CollectionRef[]>;
  /** The same, after some could not be read in their current version: Redis is read for these. */
  renewed(collections: readonly string[], gone: readonly string[]): Promise<readonly CollectionRef[]>;
};

type RefOptions = { boards: HeldBoards; boardStates: Pick<BoardStates, 'read' | 'forget'>; now: () => Date };

/** Reads the collections of a question; without narrowed ones it is the same array while none changes. */
export function createHeldRefs({ boards, boardStates, now }: RefOptions): HeldRefs {
  const current = async (collections: readonly string[]): Promise<readonly CollectionRef[]> => {
    const [held, states] = await Promise.all([boards(), collections.length === 0 ? [] : boardStates.read(collections)]);
    if (collections.length === 0) return held;
    const at = now().getTime();
    const narrowed = collections.flatMap((key, index): CollectionRef[] => {
      const head = states[index]?.head;
      if (!head || at >= head.staleUntil) return [];
      const { version, source, collectedAt } = head;
      return [{ key, version, source, collectedAt }];
    });
    return [...held, ...narrowed];
  };
  return {
    current,
    renewed(collections, gone) {
      for (const key of gone) boardStates.forget(key);
      return current(collections);
    },
  };
}

/** How often to look again because a collection was replaced. */
const mostTries = 3;

/** The engine's data for a question's collections, those included, their reading times, and what is missing. */
export type SearchedHeld<Held> = Held & Pick<Found, 'searched'> & Pick<SeenAt, 'readAt'> & { lacking: Lacking };

/** Returns the engine's data for all stored boards, and for further collections. */
type SearchHeld<Held> = (collections: readonly string[]) => Promise<SearchedHeld<Held>>;

/** `hold` makes collections ready to be searched; `gone`: the keys of those for which that is impossible. */
type HoldOptions<Held> = {
  hold(refs: readonly CollectionRef[]): Promise<Held & { gone: readonly string[] }>;
  held: HeldRefs;
};

/** A collection replaced during the search for it is searched in its new version. */
export function createSearchHeld<Held>({ hold, held }: HoldOptions<Held>): SearchHeld<Held> {
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

/** Whether any of these collections now has another version, or none. */
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

/** When each source was last read; for several collections, the earliest of them. */
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
