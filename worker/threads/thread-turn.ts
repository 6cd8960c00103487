import { readingBudgetMs } from './time-budgets.js';

/**
 * The turn of one collection in the pool of threads. Collections that have begun go before those that have not, in the order
 * in which they began, so that they finish one after the other. It also counts the CPU time that reading the collection takes.
 */
export type ThreadTurn = {
  /** Orders a waiting task among all others, the smallest first. `weight`: its characters; `since`: when it began to wait. */
  rank(weight: number, since: number): number;
  /** A task of the collection was given a thread. */
  begin(): void;
  /** The collection made a thread hang: from now on it waits behind collections that have not begun. */
  postpone(): void;
  /** Allows the CPU time that further texts, in characters, or postings may take. */
  allow(read: { characters: number } | { postings: number }): void;
  /** Counts CPU time, in milliseconds. */
  charge(cpuMs: number): void;
  /** The collection has taken more CPU time than what it gave to read allows. */
  isOver(): boolean;
};

/**
 * Among collections that have not begun the one with the least to parse goes first, so that small boards do not wait for
 * large ones. A millisecond of waiting offsets this many characters, so that none starves.
 */
const weightPerMs = 100;

/** Weight, in characters, that each posting adds that made a thread hang. */
const weightOfHang = 1_000_000;

/** Every rank of a collection that has begun is below those of the others, and that of urgent work below both. */
const begunBelow = -1e15;
const urgentBelow = 2 * begunBelow;

/**
 * Work of another kind than collecting. `urgent`: a search waits for it, and the collection that it belongs to has been
 * stored, so that it goes before all collections, in order of arrival.
 */
export type TurnKind = 'collecting' | 'urgent';

/** Creates the turns of a pool. */
export function createThreadTurns(): (kind?: TurnKind) => ThreadTurn {
  let begunSoFar = 0;
  return (kind = 'collecting') => {
    let leftMs = readingBudgetMs.any;
    const account: Pick<ThreadTurn, 'allow' | 'charge' | 'isOver'> = {
      allow(read) {
        leftMs +=
          'postings' in read
            ? readingBudgetMs.perPosting * read.postings
            : readingBudgetMs.perText + readingBudgetMs.perCharacter * read.characters;
      },
      charge(cpuMs) {
        leftMs -= cpuMs;
      },
      isOver: () => leftMs < 0,
    };
    if (kind === 'urgent')
      return {
        ...account,
        rank: (_weight, since) => urgentBelow + since,
        begin: () => undefined,
        postpone: () => undefined,
      };
    let place: number | null = null;
    let hangs = 0;
    return {
      ...account,
      rank: (weight, since) =>
        place !== null && hangs === 0 ? begunBelow + place : since * weightPerMs + weight + hangs * weightOfHang,
      begin() {
        place ??= begunSoFar++;
      },
      postpone() {
        hangs += 1;
      },
    };
  };
}
