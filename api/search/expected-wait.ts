import type { QueuePace } from '../../shared/queue/workers.js';

/** How a queue stood when it was looked at. */
export type QueueReading = {
  /** Jobs being worked on. */
  active: number;
  /** Jobs waiting by their priority. */
  waiting: Map<number, number>;
  /** How fast the living workers do them. */
  paces: readonly QueuePace[];
};

/** How the queues stood at a moment (epoch ms); what this process has added since is in `searches`. */
export type Reading = { at: number; searches: QueueReading; collections: QueueReading };

/** What a new search has to expect. Seconds are `null` while no worker has told how fast it is. */
export type ExpectedWait = {
  /** Searches that come before it. */
  ahead: number;
  /** Until it is begun. */
  waitSeconds: number | null;
  /** From there until it is done, waiting for its collections included. */
  runSeconds: number | null;
  /** How many are begun in a second when all workers are busy. */
  perSecond: number | null;
};

/** What a search of this priority would have to expect at a moment, if it came now. */
export function expectedWait({ at, searches, collections }: Reading, priority: number, now: Date): ExpectedWait {
  const before = waitingBefore(searches, priority);
  const speed = speedOf(searches.paces);
  if (speed === null) return { ahead: before, waitSeconds: null, runSeconds: null, perSecond: null };
  const { slots, meanSeconds } = speed;
  // Whatever was measured so far: a run takes no less than what is queued to be collected takes.
  const runSeconds = Math.max(meanSeconds, backlogSeconds(collections, priority));
  const perSecond = slots / runSeconds;
  const begunSince = (Math.max(0, now.getTime() - at) / 1000) * perSecond;
  const ahead = Math.max(0, before - begunSince);
  // It is begun when a place is free: at once, or when all before it and one more have left theirs.
  const mustLeave = ahead + searches.active - slots + 1;
  const waitSeconds = mustLeave <= 0 ? 0 : mustLeave / perSecond;
  return { ahead: Math.ceil(ahead), waitSeconds, runSeconds, perSecond };
}

const waitingBefore = ({ waiting }: QueueReading, priority: number): number =>
  [...waiting].reduce((sum, [turn, count]) => sum + (turn <= priority ? count : 0), 0);

/** How long all that is under way and comes before will take; 0 while nobody knows. */
function backlogSeconds(queue: QueueReading, priority: number): number {
  const speed = speedOf(queue.paces);
  if (speed === null) return 0;
  return ((waitingBefore(queue, priority) + queue.active) * speed.meanSeconds) / speed.slots;
}

/** All places of all workers, and how long a job takes in one of them; `null` while nobody has finished one. */
function speedOf(paces: readonly QueuePace[]): { slots: number; meanSeconds: number } | null {
  const known = paces.flatMap(({ slots, meanSeconds }) => (meanSeconds === null ? [] : [{ slots, meanSeconds }]));
  const knownSlots = known.reduce((sum, { slots }) => sum + slots, 0);
  if (knownSlots === 0) return null;
  const rate = known.reduce((sum, { slots, meanSeconds }) => sum + slots / Math.max(meanSeconds, shortestRun), 0);
  // A worker that has finished nothing yet is thought to be as fast as the others.
  return { slots: paces.reduce((sum, { slots }) => sum + slots, 0), meanSeconds: knownSlots / rate };
}

/** Seconds: no job counts as shorter, so that a rate is a number. */
const shortestRun = 0.001;

/** Why a search is not let in; the whole seconds until it would be. */
export type Refusal = { reason: 'full' | 'slow'; retrySeconds: number; expected: ExpectedWait };

/**
 * The share of the patience that the expected time may take: what was measured is a mean, some seconds old, and who is let
 * in must be answered. A shorter queue costs nothing, as long as there is one.
 */
const share = 0.7;

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
  const bearableSeconds = share * patienceSeconds;
  const isSlow = waitSeconds > 0 && waitSeconds + runSeconds > bearableSeconds;
  if (!isFull && !isSlow) return null;
  // It is let in once there is room, and the wait leaves time for the run or there is no wait at all.
  const seconds = waitSeconds - Math.min(Math.max(0, bearableSeconds - runSeconds), limit / perSecond);
  return { reason: isFull ? 'full' : 'slow', retrySeconds: wholeSeconds(seconds), expected };
}

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));
