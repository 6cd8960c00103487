import type { CollectJob } from '../../shared/queue/queues.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import {
  type CollectionHead,
  type CollectionState,
  isFresh,
  readCollectionStates,
} from '../../shared/search/collections/collection-store.js';
import { type Cooldown, readCooldown } from '../collect/protect/source-cooldown.js';
import type { Board } from '../sources/fresh-times.js';
import { type BoardRecord, nextFactor, nextReading, secondReading } from './reading-interval.js';
import type { ScheduleContext } from './schedule-context.js';
import { isFound, readRecord, storeReading } from './schedule-store.js';

/** A board is not read more often than this without a search that needs it. */
const leastIntervalMs = 60_000;

/** When a board is read again whose reading failed without a cooldown: the cause was ours. */
const repeatMs = 60_000;

/** What is known of a board at the end of one of its collections. */
type Ended = { board: Board; state: CollectionState; cooldown: Cooldown; record: BoardRecord | null; now: number };

/**
 * Sets the next time of a board at the end of a collection, scheduled or not. A collection that was only handed on (to the
 * queue of the browser) has not ended. `startedAt` is epoch ms. Returns whether a next time was set.
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
    isChanged: record !== null && record.version !== head.version,
    isFound: found,
    isFixed: source.settings.freshSeconds !== undefined,
    hostLoad: freshTimes.loadOf(source),
  };
  const factor = record === null ? 1 : nextFactor(record.factor, facts);
  // Not after the time until which this collection counts as fresh.
  const wanted = Math.min(head.freshUntil - head.collectedAt, freshTimes.secondsOf(source) * factor * 1000);
  const intervalMs = Math.max(leastIntervalMs, wanted);
  const wasLate = due !== null && now - Number(due) > intervalMs / 2;
  const choose = record === null || wasLate ? secondReading : nextReading;
  await storeReading(redis, {
    key,
    record: { version: head.version, factor, requests, tookMs },
    next: choose({ readAt: head.collectedAt, tookMs, intervalMs }, chance()),
    head,
  });
}
