import type { RedisConnection } from '../../shared/redis/redis.js';
import { readCollectionStates } from '../../shared/search/collection-store.js';
import type { SearchSubject } from '../../shared/search/query.js';
import type { BoardStates } from '../engine/board-states.js';
import type { SearchedRef } from '../engine/engine.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { planCollections } from '../search/plan-collections.js';
import { isNarrowed, type Source } from '../sources/source.js';

export type AskContext = {
  redis: RedisConnection;
  sources: () => readonly Source[];
  boardStates: Pick<BoardStates, 'read'>;
  gazetteer: Gazetteer;
  now: () => Date;
};

/** How often is asked again because a board was replaced meanwhile. */
const mostTries = 3;

/** Asks about what is held for a search. */
export async function askCollections<Found extends { gone: readonly string[] }>(
  context: AskContext,
  subject: SearchSubject,
  ask: (refs: SearchedRef[]) => Promise<Found>,
): Promise<Found> {
  return (await askCurrent(context.redis, await heldCollections(context, subject), ask)).found;
}

/**
 * Asks about collections. A board that was replaced while it was looked for is asked about in its new version; `refs` are those
 * asked about last.
 */
export async function askCurrent<Found extends { gone: readonly string[] }>(
  redis: RedisConnection,
  read: readonly SearchedRef[],
  ask: (refs: SearchedRef[]) => Promise<Found>,
): Promise<{ found: Found; refs: readonly SearchedRef[] }> {
  let refs = [...read];
  for (let tries = 1; ; tries++) {
    const found = await ask(refs);
    if (found.gone.length === 0 || tries === mostTries) return { found, refs };
    const states = await readCollectionStates(
      redis,
      refs.map(({ key }) => key),
    );
    refs = refs.flatMap((ref, at) => {
      const head = states[at]?.head;
      return head ? [{ ...ref, version: head.version, collectedAt: head.collectedAt }] : [];
    });
  }
}

/** What is held for a search: whole boards, and what its narrowing sources gave. */
async function heldCollections(
  { sources, boardStates, gazetteer, now }: AskContext,
  subject: SearchSubject,
): Promise<SearchedRef[]> {
  const planned = planCollections(sources(), subject, { gazetteer });
  const states = await boardStates.read(planned.map(({ key }) => key));
  const at = now().getTime();
  return planned.flatMap(({ key, narrow, source }, index) => {
    const head = states[index]?.head;
    if (!head || at >= head.staleUntil) return [];
    const { version, collectedAt } = head;
    return [{ key, version, collectedAt, source: source.id, isBoard: !isNarrowed(narrow) }];
  });
}
