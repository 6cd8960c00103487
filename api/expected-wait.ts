import type { SearchPace } from '../shared/workers.js';

/** How the queue of searches stood when it was last looked at, and what this process has added since. */
export type QueueReading = {
  /** Epoch milliseconds. */
  at: number;
  /** Searches being run. */
  active: number;
  /** Searches waiting by their priority, those added since included. */
  waiting: Map<number, number>;
  /** How fast the living workers run searches. */
  paces: readonly SearchPace[];
};

/** What a new search has to expect. Seconds are `null` while no worker has told how fast it is. */
export type ExpectedWait = {
  /** Searches that come before it. */
  ahead: number;
  /** Until it is begun. */
  waitSeconds: number | null;
  /** From there until it is done. */
  runSeconds: number | null;
  /** How many are begun in a second when all workers are busy. */
  perSecond: number | null;
};

/** What a search of this priority would have to expect at a moment, if it came now. */
export function expectedWait(reading: QueueReading, priority: number, now: Date): ExpectedWait {
  const speed = speedOf(reading.paces);
  const before = [...reading.waiting].reduce((sum, [turn, count]) => sum + (turn <= priority ? count : 0), 0);
  if (speed === null) return { ahead: before, waitSeconds: null, runSeconds: null, perSecond: null };
  const { slots, perSecond } = speed;
  const begunSince = (Math.max(0, now.getTime() - reading.at) / 1000) * perSecond;
  const ahead = Math.max(0, before - begunSince);
  // It is begun when a place is free: at once, or when all before it and one more have left theirs.
  const mustLeave = ahead + reading.active - slots + 1;
  const waitSeconds = mustLeave <= 0 ? 0 : mustLeave / perSecond;
  return { ahead: Math.ceil(ahead), waitSeconds, runSeconds: slots / perSecond, perSecond };
}

/** All places of all workers, and how many searches leave them in a second; `null` while nobody has finished one. */
function speedOf(paces: readonly SearchPace[]): { slots: number; perSecond: number } | null {
  const known = paces.flatMap(({ slots, meanSeconds }) => (meanSeconds === null ? [] : [{ slots, meanSeconds }]));
  const knownSlots = known.reduce((sum, { slots }) => sum + slots, 0);
  if (knownSlots === 0) return null;
  const rate = known.reduce((sum, { slots, meanSeconds }) => sum + slots / Math.max(meanSeconds, shortestRun), 0);
  const slots = paces.reduce((sum, each) => sum + each.slots, 0);
  // A worker that has finished nothing yet is thought to be as fast as the others.
  return { slots, perSecond: (rate * slots) / knownSlots };
}

/** Seconds: no run counts as shorter, so that a rate is a number. */
const shortestRun = 0.001;

/** Why a search is not let in; the whole seconds until it would be. */
export type Refusal = { reason: 'full' | 'slow'; retrySeconds: number; expected: ExpectedWait };

/** How soon to try again while nobody knows how fast it goes. */
const unknownRetrySeconds = 5;

/**
 * Whether a search may join the queue: `null`, or why not. A search whose turn comes at once is always let in, however
 * long it takes: it would never be collected otherwise.
 */
export function refusalOf(
  expected: ExpectedWait,
  { limit, patienceSeconds }: { limit: number; patienceSeconds: number },
): Refusal | null {
  const { ahead, waitSeconds, runSeconds, perSecond } = expected;
  const isFull = ahead >= limit;
  if (waitSeconds === null || runSeconds === null || perSecond === null)
    return isFull ? { reason: 'full', retrySeconds: unknownRetrySeconds, expected } : null;
  const isSlow = waitSeconds > 0 && waitSeconds + runSeconds > patienceSeconds;
  if (!isFull && !isSlow) return null;
  // It is let in once there is room, and the wait leaves time for the run or there is no wait at all.
  const bearable = Math.max(0, patienceSeconds - runSeconds);
  const seconds = waitSeconds - Math.min(bearable, limit / perSecond);
  return { reason: isFull ? 'full' : 'slow', retrySeconds: wholeSeconds(seconds), expected };
}

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));
