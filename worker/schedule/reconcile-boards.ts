/** Brings the schedule in line with the sources file. */
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readCollectionStates } from '../../shared/search/collections/collection-store.js';
import type { Board } from '../sources/fresh-times.js';
import { longestFactor, secondReading } from './note-reading.js';
import {
  type BoardRecord,
  readFound,
  readInFlight,
  readRecords,
  readTimes,
  release,
  removeBoards,
  type ScheduleContext,
  setNextTimes,
  storeStates,
  type Timed,
} from './schedule-store.js';

/** With fewer boards the first reading of all waits: a search reads them in a moment, and a short trial requests nothing. */
const fewBoards = 50;
const fewBoardsDelayMs = 60_000;

/** The longest cooldown of a source (worker/collect/protect/source-cooldown.ts). */
const longestCooldownMs = 86_400_000;

/** The longest that a reading may be in flight (a collection's longest time, and its wait in the queue). */
const longestLeaseMs = 900_000;

/**
 * Brings the schedule in line with the sources file and the clock: adds missing boards, removes those no longer in the
 * file, and replaces times that no rule explains (the clock was set back). Reads all scheduled boards, so it runs once
 * a minute, and when the number of boards is wrong.
 */
export async function reconcileBoards(context: ScheduleContext): Promise<void> {
  const { redis, freshTimes, sourcesHash } = context;
  const now = context.now().getTime();
  const [former, times, records, read, found, inFlight] = await Promise.all([
    redis.get(redisKeys.boardsSource),
    readTimes(redis, redisKeys.boardsDue),
    readRecords(redis),
    readTimes(redis, redisKeys.boardsRead),
    readFound(redis, now),
    readInFlight(redis, now),
  ]);
  const isPlanned = (key: string): boolean => freshTimes.boardOf(key) !== undefined;
  const known = new Set([...times.keys(), ...records.keys(), ...read.keys()]);
  await removeBoards(
    redis,
    [...known].filter((key) => !isPlanned(key)),
  );
  for (const [key, record] of records) freshTimes.noteCost(key, record);
  const leftOver = inFlight.filter(({ at }) => at > now + longestLeaseMs);
  await release(
    redis,
    leftOver.map(({ key }) => key),
  );
  const missing = freshTimes.boards.filter(({ key }) => !times.has(key));
  await enter(context, missing, { now, isFirst: times.size === 0 && former === null });
  const corrected = freshTimes.boards.flatMap((board) => {
    const at = times.get(board.key);
    const record = records.get(board.key);
    if (at === undefined) return [];
    const facts = { at, record, readAt: read.get(board.key), isFound: found.has(board.key), now };
    const right = correctTime(context, board, facts);
    return right === at ? [] : [{ key: board.key, at: right }];
  });
  await setNextTimes(redis, corrected);
  await redis.set(redisKeys.boardsSource, sourcesHash);
}

type TimeFacts = {
  at: number;
  record: BoardRecord | undefined;
  readAt: number | undefined;
  isFound: boolean;
  now: number;
};

/** The corrected next time of a board: changed if too far ahead, or if searches now find its postings. */
function correctTime(
  { freshTimes, chance }: ScheduleContext,
  { source }: Board,
  { at, record, readAt, isFound, now }: TimeFacts,
): number {
  const freshMs = freshTimes.secondsOf(source) * 1000;
  const furthest = now + Math.max(freshMs * longestFactor, fewBoardsDelayMs);
  if (record?.failing === true) return at > now + longestCooldownMs + fewBoardsDelayMs ? now : at;
  if (at > furthest) return Math.round(now + chance() * freshMs);
  if (!isFound || readAt === undefined || (record?.factor ?? 1) <= 1) return at;
  return Math.min(at, Math.max(now, Math.round(readAt + freshMs)));
}

/** Boards whose states are read from Redis at a time. */
const statesAtOnce = 500;

/**
 * Sets boards' first times. Stored boards are spread over the rest of their fresh time; the others are due at once, in
 * the order of the sources file. `isFirst`: there was no schedule, since the service is new or Redis was emptied.
 */
async function enter(
  { redis, freshTimes, chance }: ScheduleContext,
  missing: readonly Board[],
  { now, isFirst }: { now: number; isFirst: boolean },
): Promise<void> {
  const startAt = isFirst && freshTimes.boards.length < fewBoards ? now + fewBoardsDelayMs : now;
  for (let from = 0; from < missing.length; from += statesAtOnce) {
    const boards = missing.slice(from, from + statesAtOnce);
    const states = await readCollectionStates(
      redis,
      boards.map(({ key }) => key),
    );
    const times = boards.map(({ key }, index): Timed => {
      const head = states[index]?.head ?? null;
      if (head === null) return { key, at: startAt + from + index };
      const { collectedAt, freshUntil } = head;
      const reading = { readAt: collectedAt, tookMs: 0, intervalMs: freshUntil - collectedAt };
      return { key, at: Math.max(startAt, secondReading(reading, chance())) };
    });
    await storeStates(
      redis,
      boards.map(({ key }, index) => ({ key, state: states[index] ?? { head: null, attempt: null } })),
    );
    await setNextTimes(redis, times);
  }
}
