import type { RedisConnection } from '../../shared/redis/redis.js';
import type { Engine, Lacking } from '../engine/engine.js';
import type { Group } from '../match/segment/prepared-collection.js';
import { readOpeningRecord } from '../openings/record-store.js';

type Context = { redis: RedisConnection; engine: Pick<Engine, 'copies'> };

/** The addresses of an opening, and when any board first listed it (epoch ms); 0 where that board had it when it was first read. */
export type HeldOpening = { urls: readonly string[]; firstSeen: number };

/** Says where an opening is listed and since when: by its own postings, and by those that searches show it together with. */
export type FirstHeld = (group: Group) => Promise<HeldOpening>;

/**
 * Creates the question for one look at the boards. `group`: new postings of one board. Each opening is looked up by its posting's id: a search for its title would end before the last of hundreds of cities.
 */
export function createFirstHeld({ redis, engine }: Context): FirstHeld {
  const stocks = new Map<string, Promise<number>>();
  /** Until when a board is taken to have had its openings before it was first read, in epoch seconds. */
  const stockOf = (source: string): Promise<number> => {
    const stock = stocks.get(source) ?? readOpeningRecord(redis, source).then((record) => record?.stockAt ?? 0);
    stocks.set(source, stock);
    return stock;
  };
  return async function firstHeld(group) {
    const ownListings = group.members.map(({ job: { source, url, firstSeenAt } }) => ({ source, url, firstSeenAt }));
    const held = await wholeAnswer(() => engine.copies([], { ...idOf(group), now: new Date() }));
    const listings = [...ownListings, ...held.listings];
    const firstSeen = Math.min(...listings.map(({ firstSeenAt }) => Date.parse(firstSeenAt)));
    // What a board had when it was first read is known, unless another one listed it before, or as new in the same second.
    const first = listings.filter(({ firstSeenAt }) => Date.parse(firstSeenAt) === firstSeen);
    const until = await Promise.all(first.map(({ source }) => stockOf(source)));
    const isKnown = until.every((stockAt) => firstSeen <= stockAt * 1000);
    return { urls: [...new Set(listings.map(({ url }) => url))], firstSeen: isKnown ? 0 : firstSeen };
  };
}

/** How often is asked again because a board was replaced while its copies were looked for. */
const mostTries = 5;

/** An answer that lacks a board may lack the one that had the opening first: it is asked for again. */
async function wholeAnswer<Answer extends Lacking>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if ((answer.missing.length === 0 && answer.silent === 0) || tries === mostTries) return answer;
  }
}

const idOf = ({ shown: { entry } }: Group) => ({ id: entry.id, source: entry.source });
