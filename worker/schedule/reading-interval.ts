/** What the schedule knows of a board between two readings. */
export type BoardRecord = {
  /** The version of the collection after its latest reading; a different one later means that the board changed. */
  version: string;
  /** The interval between readings as a multiple of the board's fresh time. */
  factor: number;
  /** Requests of the latest reading, and its duration. */
  requests: number;
  tookMs: number;
  /** The board's latest reading failed: its next time is the end of its cooldown. */
  failing?: true;
};

/** How a reading of a board ended, and what the schedule has to weigh besides. */
export type ReadingFacts = {
  /** The reading brought another version of the collection. */
  isChanged: boolean;
  /** A search found one of its postings within the last hour. */
  isFound: boolean;
  /** The source or its kind sets the fresh time: readings keep to it. */
  isFixed: boolean;
  /** The share of the host's pace that its boards take up when each is read once in its fresh time. */
  hostLoad: number;
};

/** The shortest and the longest interval, as multiples of a board's fresh time. */
export const shortestFactor = 0.5;
export const longestFactor = 4;

/** On a host that is busier than this, no board is read more often than once in its fresh time. */
const busyHost = 0.4;

/** The growth of an interval with each reading that brought nothing new. */
const growth = 1.25;

/**
 * The next interval of a board as a multiple of its fresh time. Halved after a reading that brought a change and a quarter
 * longer after one that brought none; between a half and one where searches find the board's postings, between one and four
 * otherwise.
 */
export function nextFactor(factor: number, { isChanged, isFound, isFixed, hostLoad }: ReadingFacts): number {
  if (isFixed) return 1;
  const shortest = isFound && hostLoad <= busyHost ? shortestFactor : 1;
  const longest = isFound ? 1 : longestFactor;
  return Math.min(longest, Math.max(shortest, isChanged ? factor / 2 : factor * growth));
}

/** The part of an interval by which boards are read before its end, so that they are still fresh when they are read. */
const lead = 0.04;
const jitter = 0.04;

/** The end of a reading, and how long it took. Times are epoch ms. */
type Reading = { readAt: number; tookMs: number; intervalMs: number };

/**
 * When a board is read next, in epoch ms: so long before the end of its interval that the reading is over by then, at a moment
 * that differs from board to board and from time to time (`chance`, 0 to 1).
 */
export function nextReading({ readAt, tookMs, intervalMs }: Reading, chance: number): number {
  return Math.round(readAt + intervalMs * (1 - lead - jitter * chance) - Math.min(tookMs, intervalMs / 4));
}

/**
 * When a board is read for the second time: within the second half of its interval, so that boards that were read together
 * are spread over it from then on.
 */
export function secondReading({ readAt, tookMs, intervalMs }: Reading, chance: number): number {
  return Math.round(readAt + intervalMs * (1 - lead - 0.5 * chance) - Math.min(tookMs, intervalMs / 4));
}
