import type { QueuePace } from '../../../shared/queue/workers.js';

/** The state of a queue when it was read. */
export type QueueSnapshot = {
  /** Jobs being worked on. */
  active: number;
  /** Number of waiting jobs by priority. */
  waiting: Map<number, number>;
  /** Throughput that each live worker reports. */
  paces: readonly QueuePace[];
};

/** Both queues at a moment (epoch ms). This process adds the searches it queues afterwards to `searches`. */
export type QueuesSnapshot = { at: number; searches: QueueSnapshot; collections: QueueSnapshot };

/** The estimate for a new search. Seconds are `null` until a worker has reported its throughput. */
export type ExpectedWait = {
  /** Searches that are served before it. */
  ahead: number;
  /** Until it starts. */
  waitSeconds: number | null;
  /** From its start to its end, waiting for its collections included. */
  runSeconds: number | null;
  /** Searches that start per second when all workers are busy. */
  perSecond: number | null;
};

/** The estimate for a search of this priority that would be queued at `now`. */
export function expectedWait({ at, searches, collections }: QueuesSnapshot, priority: number, now: Date): ExpectedWait {
  const before = waitingBefore(searches, priority);
  const throughput = throughputOf(searches.paces);
  if (throughput === null) return { ahead: before, waitSeconds: null, runSeconds: null, perSecond: null };
  const { slots, meanSeconds } = throughput;
  // A run takes at least as long as the collections that are already queued, whatever the measured mean says.
  const runSeconds = Math.max(meanSeconds, backlogSeconds(collections, priority));
  const perSecond = slots / runSeconds;
  const startedSince = (Math.max(0, now.getTime() - at) / 1000) * perSecond;
  const ahead = Math.max(0, before - startedSince);
  // It starts when a slot is free: at once, or after all searches before it and one more have ended.
  const mustEnd = ahead + searches.active - slots + 1;
  const waitSeconds = mustEnd <= 0 ? 0 : mustEnd / perSecond;
  return { ahead: Math.ceil(ahead), waitSeconds, runSeconds, perSecond };
}

const waitingBefore = ({ waiting }: QueueSnapshot, priority: number): number =>
  [...waiting].reduce((sum, [each, count]) => sum + (each <= priority ? count : 0), 0);

/** Seconds until the jobs that are active or come first are done; 0 while the throughput is unknown. */
function backlogSeconds(queue: QueueSnapshot, priority: number): number {
  const throughput = throughputOf(queue.paces);
  if (throughput === null) return 0;
  return ((waitingBefore(queue, priority) + queue.active) * throughput.meanSeconds) / throughput.slots;
}

/** The slots of all workers and the mean time of a job; `null` until a worker has finished one. */
function throughputOf(paces: readonly QueuePace[]): { slots: number; meanSeconds: number } | null {
  const known = paces.flatMap(({ slots, meanSeconds }) => (meanSeconds === null ? [] : [{ slots, meanSeconds }]));
  const knownSlots = known.reduce((sum, { slots }) => sum + slots, 0);
  if (knownSlots === 0) return null;
  const rate = known.reduce((sum, { slots, meanSeconds }) => sum + slots / Math.max(meanSeconds, minSeconds), 0);
  // A worker that has not finished a job is assumed to be as fast as the others.
  return { slots: paces.reduce((sum, { slots }) => sum + slots, 0), meanSeconds: knownSlots / rate };
}

/** The shortest mean that is believed, so that a rate stays finite. */
const minSeconds = 0.001;

/** Why a search is not queued, and the whole seconds until it would be. */
export type Refusal = { reason: 'full' | 'slow'; retrySeconds: number; expected: ExpectedWait };

/**
 * Share of the caller's wait that the estimate may use up: the measurements are means, some seconds old, and a search that
 * is queued has to be answered. A shorter queue costs no throughput as long as it is not empty.
 */
const waitShare = 0.7;

/** When to try again while the throughput is unknown. */
const unknownRetrySeconds = 5;

/**
 * Whether a search may be queued: `null`, or why not. A search that would start at once is always queued, however long it
 * takes: otherwise it would never be collected.
 */
export function refusalOf(
  expected: ExpectedWait,
  { limit, waitLimitSeconds }: { limit: number; waitLimitSeconds: number },
): Refusal | null {
  const { ahead, waitSeconds, runSeconds, perSecond } = expected;
  const isFull = ahead >= limit;
  if (waitSeconds === null || runSeconds === null || perSecond === null)
    return isFull ? { reason: 'full', retrySeconds: unknownRetrySeconds, expected } : null;
  const usableSeconds = waitShare * waitLimitSeconds;
  const isSlow = waitSeconds > 0 && waitSeconds + runSeconds > usableSeconds;
  if (!isFull && !isSlow) return null;
  // It would be queued once there is room, and either the wait leaves time for the run or there is no wait.
  const seconds = waitSeconds - Math.min(Math.max(0, usableSeconds - runSeconds), limit / perSecond);
  return { reason: isFull ? 'full' : 'slow', retrySeconds: wholeSeconds(seconds), expected };
}

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));
