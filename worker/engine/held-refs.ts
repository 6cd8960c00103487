import type { CollectionRef } from '../match/segment/collection-ref.js';
import type { BoardStates } from './board-states.js';
import type { HeldBoards } from './held-boards.js';

/** What a question is about, in the versions that are current: whole boards, and those of its collections of which anything is held. */
export type HeldRefs = {
  current(collections: readonly string[]): Promise<readonly CollectionRef[]>;
  /** The same, after some could not be read in the version that was current: Redis is asked about these. */
  renewed(collections: readonly string[], gone: readonly string[]): Promise<readonly CollectionRef[]>;
};

type Options = { boards: HeldBoards; boardStates: Pick<BoardStates, 'read' | 'forget'>; now: () => Date };

/** Reads which collections a question is about; without collections it is the same array while none changes. */
export function createHeldRefs({ boards, boardStates, now }: Options): HeldRefs {
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
