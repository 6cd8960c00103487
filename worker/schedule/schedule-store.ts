/** The schedule of full boards in Redis, and the context of its steps. */
import type { Queue } from 'bullmq';
import type { ChainableCommander } from 'ioredis';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import type { CollectJob } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { packHolding } from '../../shared/schedule/board-figures.js';
import type { CollectionHead, CollectionState } from '../../shared/search/collections/collection-store.js';
import type { WorkerMetrics } from '../process/metrics.js';
import type { FreshTimes } from '../sources/fresh-times.js';

/** Dependencies of the schedule of full boards. */
export type ScheduleContext = {
  config: Pick<Config, 'SCHEDULE_AT_ONCE'>;
  logger: Logger;
  redis: RedisConnection;
  queues: { http: Queue<CollectJob>; browser: Queue<CollectJob> };
  freshTimes: FreshTimes;
  /** Identifies the content of the sources file. */
  sourcesHash: string;
  metrics: Pick<WorkerMetrics, 'scheduled'>;
  now: () => Date;
  /** A number from 0 to 1 that spreads the readings. */
  chance: () => number;
};

/** The interval of a worker's turn to look for due boards, in ms. */
export const tickMs = 2000;

/** The schedule's record of a board between two readings. */
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

/** How long a board counts as found after a search found one of its postings. */
export const foundMs = 3_600_000;

/** A board's key and a time, in epoch ms. */
export type Timed = { key: string; at: number };

function timed(row: readonly string[]): Timed[] {
  return Array.from({ length: row.length / 2 }, (_, at) => ({ key: row[2 * at] ?? '', at: Number(row[2 * at + 1]) }));
}

/** Due boards, the longest due first; `from` and `count` select a part of the list. */
export async function readDue(
  redis: RedisConnection,
  now: number,
  { from, count }: { from: number; count: number },
): Promise<string[]> {
  return redis.zrangebyscore(redisKeys.boardsDue, '-inf', now, 'LIMIT', from, count);
}

/** The time of every board in one of the sorted sets: when it is read next (`boardsDue`), or was read (`boardsRead`). */
export async function readTimes(redis: RedisConnection, name: string): Promise<Map<string, number>> {
  const row = await redis.zrangebyscore(name, '-inf', '+inf', 'WITHSCORES');
  return new Map(timed(row).map(({ key, at }) => [key, at]));
}

/** Boards whose scheduled reading is in flight, with the end of each lease; leases that are over are removed. */
export async function readInFlight(redis: RedisConnection, now: number): Promise<Timed[]> {
  const [, row] = await Promise.all([
    redis.zremrangebyscore(redisKeys.boardsInFlight, '-inf', now),
    redis.zrangebyscore(redisKeys.boardsInFlight, '-inf', '+inf', 'WITHSCORES'),
  ]);
  return timed(row).filter(({ at }) => at > now);
}

/** Marks a board as in flight until `until` (epoch ms); `false` when it is already. */
export async function claim(redis: RedisConnection, key: string, until: number): Promise<boolean> {
  return (await redis.zadd(redisKeys.boardsInFlight, 'NX', until, key)) === 1;
}

export async function release(redis: RedisConnection, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await redis.zrem(redisKeys.boardsInFlight, ...keys);
}

/** Sets when boards are read next. */
export async function setNextTimes(redis: RedisConnection, times: readonly Timed[]): Promise<void> {
  for (let from = 0; from < times.length; from += atOnce) {
    const members = times.slice(from, from + atOnce).flatMap(({ key, at }) => [at, key]);
    await redis.zadd(redisKeys.boardsDue, ...members);
  }
}

/** Members per command: a longer one would delay Redis. */
const atOnce = 1000;

/** Makes later boards due now. Boards unknown to the schedule stay unknown. */
export async function makeDue(redis: RedisConnection, keys: readonly string[], now: number): Promise<void> {
  for (let from = 0; from < keys.length; from += atOnce) {
    const members = keys.slice(from, from + atOnce).flatMap((key) => [now, key]);
    await redis.zadd(redisKeys.boardsDue, 'XX', 'LT', ...members);
  }
}

/** The stored result of a reading. Times are epoch ms. */
type StoredReading = {
  key: string;
  record: BoardRecord;
  next: number;
  /** The collection now stored; `null` = none. */
  head: CollectionHead | null;
};

/** Stores the result of a reading and ends its lease; a board that has left the schedule stays out of it. */
export async function storeReading(redis: RedisConnection, { key, record, next, head }: StoredReading): Promise<void> {
  const writing = redis
    .multi()
    .zadd(redisKeys.boardsDue, 'XX', next, key)
    .hset(redisKeys.boardRecords, key, JSON.stringify(record))
    .zrem(redisKeys.boardsInFlight, key);
  if (head === null) writing.zrem(redisKeys.boardsRead, key).hdel(redisKeys.boardPostings, key);
  else noteHeld(writing, key, head);
  if (record.failing === true) writing.zadd(redisKeys.boardsFailing, head?.collectedAt ?? 0, key);
  else writing.zrem(redisKeys.boardsFailing, key);
  await execute(writing);
}

/** Executes a transaction. Throws the first error of its commands. */
async function execute(writing: ChainableCommander): Promise<void> {
  const failed = (await writing.exec())?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
}

function noteHeld(
  writing: ChainableCommander,
  key: string,
  { collectedAt, jobs, staleUntil }: CollectionHead,
): ChainableCommander {
  return writing
    .zadd(redisKeys.boardsRead, collectedAt, key)
    .hset(redisKeys.boardPostings, key, packHolding(jobs, staleUntil));
}

/** Stores the holdings of boards that enter the schedule, and which of them failed last. */
export async function storeStates(
  redis: RedisConnection,
  boards: readonly { key: string; state: CollectionState }[],
): Promise<void> {
  const writing = redis.multi();
  for (const { key, state } of boards) {
    const { head, attempt } = state;
    if (head !== null) noteHeld(writing, key, head);
    if (attempt !== null && attempt.status !== 'ok') writing.zadd(redisKeys.boardsFailing, head?.collectedAt ?? 0, key);
  }
  await execute(writing);
}

/** The record of one board; `null` before its first reading. */
export async function readRecord(redis: RedisConnection, key: string): Promise<BoardRecord | null> {
  const text = await redis.hget(redisKeys.boardRecords, key);
  return text === null ? null : (JSON.parse(text) as BoardRecord);
}

/** The records of all boards. */
export async function readRecords(redis: RedisConnection): Promise<Map<string, BoardRecord>> {
  const rows = await redis.hgetall(redisKeys.boardRecords);
  return new Map(Object.entries(rows).map(([key, text]) => [key, JSON.parse(text) as BoardRecord]));
}

/** The sorted sets and hashes of the schedule, by the keys of boards. */
const sets = [
  redisKeys.boardsDue,
  redisKeys.boardsRead,
  redisKeys.boardsInFlight,
  redisKeys.boardsFound,
  redisKeys.boardsFailing,
];
const hashes = [redisKeys.boardRecords, redisKeys.boardPostings];

/** Removes everything that the schedule stores. */
export async function clearSchedule(redis: RedisConnection): Promise<void> {
  await redis.del(...sets, ...hashes, redisKeys.boardsSource);
}

/** Removes boards from everything the schedule stores. */
export async function removeBoards(redis: RedisConnection, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce);
    await Promise.all([
      ...sets.map((name) => redis.zrem(name, ...some)),
      ...hashes.map((name) => redis.hdel(name, ...some)),
    ]);
  }
}

/** Records that searches found postings of these boards. */
export async function noteFound(redis: RedisConnection, keys: Iterable<string>, now: number): Promise<void> {
  const members = [...keys].flatMap((key) => [now, key]);
  if (members.length > 0) await redis.zadd(redisKeys.boardsFound, 'GT', ...members);
}

/** Whether a search recently found one of a board's postings. */
export async function isFound(redis: RedisConnection, key: string, now: number): Promise<boolean> {
  const at = await redis.zscore(redisKeys.boardsFound, key);
  return at !== null && Math.abs(now - Number(at)) < foundMs;
}

/** The boards whose postings searches recently found; older records are removed. */
export async function readFound(redis: RedisConnection, now: number): Promise<Set<string>> {
  await redis.zremrangebyscore(redisKeys.boardsFound, '-inf', now - foundMs);
  return new Set(await redis.zrangebyscore(redisKeys.boardsFound, '-inf', '+inf'));
}
