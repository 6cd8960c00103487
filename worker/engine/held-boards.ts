import type { CollectionState } from '../../shared/search/collections/collection-store.js';
import type { CollectionRef } from '../match/segment/collection-ref.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import type { BoardStates } from './board-states.js';

/** The whole boards that are held, in the versions that are current, in the order of the sources. */
export type HeldBoards = () => Promise<CollectionRef[]>;

type Options = {
  /** The sources of the moment. */
  sources: () => readonly Source[];
  boardStates: Pick<BoardStates, 'read'>;
  now: () => Date;
};

/** Reads which whole boards are held; while none changes, the result is the same array. */
export function createHeldBoards({ sources, boardStates, now }: Options): HeldBoards {
  let current: readonly Source[] = [];
  let known: { source: string; key: string }[] = [];
  /** The boards of the question before; `until`, epoch ms, is when the first of them expires. */
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
