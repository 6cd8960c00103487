/** When a board is read next, decided at the end of each collection. */
import type { CollectJob } from '../../shared/queue/queues.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import {
  type CollectionHead,
  type CollectionState,
  isFresh,
  readCollectionStates,
  readingOf,
} from '../../shared/search/collections/collection-store.js';
import { type Cooldown, readCooldown } from '../collect/protect/source-cooldown.js';
import type { Board } from '../sources/fresh-times.js';
import { type BoardRecord, isFound, readRecord, type ScheduleContext, storeReading } from './schedule-store.js';

/** How a reading of a board ended, and the other inputs of the schedule. */
export type ReadingFacts = {
  /** The reading brought another version of the collection. */
  isChanged: boolean;
  /** A search found one of its postings within the last hour. */
  isFound: boolean;
  /** The source or its kind sets the fresh time: readings keep to it. */
  isFixed: boolean;
  /** The share of its host's pace that its boards use when each is read once per fresh time. */
  hostLoad: number;
};

/** The shortest and the longest interval, as multiples of a board's fresh time. */
const shortestFactor = 0.5;
export const longestFactor = 4;

/** On a host busier than this, no board is read more than once per fresh time. */
const busyHost = 0.4;

/** The growth of an interval with each reading without changes. */
const growth = 1.25;

/**
 * The next interval of a board as a multiple of its fresh time. Halved after a reading with a change and a quarter
 * longer after one without; between a half and one if searches find the board's postings, between one and four
 * otherwise.
 */
export function nextFactor(factor: number, { isChanged, isFound, isFixed, hostLoad }: ReadingFacts): number {
  if (isFixed) return 1;
  const shortest = isFound && hostLoad <= busyHost ? shortestFactor : 1;
  const longest = isFound ? 1 : longestFactor;
  return Math.min(longest, Math.max(shortest, isChanged ? factor / 2 : factor * growth));
}

/** The fraction of an interval by which boards are read early, so that they are still fresh when read. */
const lead = 0.04;
const jitter = 0.04;

/** The end of a reading, and how long it took. Times are epoch ms. */
type Reading = { readAt: number; tookMs: number; intervalMs: number };

/**
 * When a board is read next, in epoch ms: early enough before the end of its interval to finish by then, at a time that
 * varies between boards and readings (`chance`, 0 to 1).
 */
export function nextReading({ readAt, tookMs, intervalMs }: Reading, chance: number): number {
  return Math.round(readAt + intervalMs * (1 - lead - jitter * chance) - Math.min(tookMs, intervalMs / 4));
}

/**
 * When a board is read for the second time: within the second half of its interval, so that boards first read together
 * are spread over it from then on.
 */
export function secondReading({ readAt, tookMs, intervalMs }: Reading, chance: number): number {
  return Math.round(readAt + intervalMs * (1 - lead - 0.5 * chance) - Math.min(tookMs, intervalMs / 4));
}

/** A board is not read more often than this unless a search needs it. */
const leastIntervalMs = 60_000;

/** When a board is read again after a failure without a cooldown: the cause was ours. */
const repeatMs = 60_000;

/** The known facts about a board at the end of a collection. */
type Ended = { board: Board; state: CollectionState; cooldown: Cooldown; record: BoardRecord | null; now: number };

/**
 * Sets the next time of a board at the end of a collection, scheduled or not. A collection that was only handed on (to
 * the queue of the browser) has not ended. `startedAt` is epoch ms. Returns whether a next time was set.
 */
export async function noteReading(context: ScheduleContext, job: CollectJob, startedAt: number): Promise<boolean> {
  const { redis, freshTimes, now } = context;
  const board = freshTimes.boardOf(job.key);
  if (board === undefined) return false;
  const at = now().getTime();
  const [[state = { head: null, attempt: null }], cooldown, record] = await Promise.all([
    readCollectionStates(redis, [job.key]),
    readCooldown(redis, board.source.id, new Date(at)),
    readRecord(redis, job.key),
  ]);
  const hasReported = state.attempt !== null && state.attempt.at >= startedAt;
  if (!hasReported && cooldown.state !== 'resting' && !isFresh(state, at, job.newerThan)) return false;
  const ended = { board, state, cooldown, record, now: at };
  const { head, attempt } = state;
  if (cooldown.state === 'resting' || head === null || (hasReported && attempt?.status !== 'ok'))
    await storeFailure(context, ended);
  else await storeSuccess(context, ended, head);
  return true;
}

/** After a failure a board is read when its cooldown ends. */
async function storeFailure(context: ScheduleContext, { board, state, cooldown, record, now }: Ended): Promise<void> {
  const until = cooldown.state === 'resting' ? cooldown.until.getTime() : now + repeatMs;
  await storeReading(context.redis, {
    key: board.key,
    record: { version: '', factor: 1, requests: 1, tookMs: 0, ...record, failing: true },
    next: Math.round(until + context.chance() * 1000),
    head: state.head,
  });
}

async function storeSuccess(
  context: ScheduleContext,
  { board, state, record, now }: Ended,
  head: CollectionHead,
): Promise<void> {
  const { redis, freshTimes, chance } = context;
  const { key, source } = board;
  const requests = state.attempt?.pages ?? record?.requests ?? 1;
  const tookMs = state.attempt?.tookMs ?? 0;
  freshTimes.noteCost(key, { requests, tookMs });
  const [found, due] = await Promise.all([isFound(redis, key, now), redis.zscore(redisKeys.boardsDue, key)]);
  const facts = {
    isChanged: record !== null && record.version !== readingOf(head),
    isFound: found,
    isFixed: source.settings.freshSeconds !== undefined,
    hostLoad: freshTimes.loadOf(source),
  };
  const factor = record === null ? 1 : nextFactor(record.factor, facts);
  // No later than the end of this collection's fresh time.
  const wanted = Math.min(head.freshUntil - head.collectedAt, freshTimes.secondsOf(source) * factor * 1000);
  const intervalMs = Math.max(leastIntervalMs, wanted);
  const wasLate = due !== null && now - Number(due) > intervalMs / 2;
  const choose = record === null || wasLate ? secondReading : nextReading;
  await storeReading(redis, {
    key,
    record: { version: readingOf(head), factor, requests, tookMs },
    next: choose({ readAt: head.collectedAt, tookMs, intervalMs }, chance()),
    head,
  });
}
