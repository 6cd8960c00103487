import type { WorkerQueue } from '../config.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/**
 * A worker's speed in a queue: concurrent jobs and the time each takes; `null` while it has finished none. Jobs that
 * run for longer already count with their age, so that a hanging source shows before it ends.
 */
export type QueuePace = { slots: number; meanSeconds: number | null };

/**
 * The prepared postings of a worker, in bytes: those in memory, those in files that searches read when needed, and the
 * memory for boards that were dropped because of `limitBytes`.
 */
export type HeldSegments = {
  postings: number;
  memoryBytes: number;
  diskBytes: number;
  droppedBytes: number;
  limitBytes: number;
};

/** Names of foreign hosts that a worker looked up within about a minute, and how many were not resolved in time. */
export type NameHealth = { asked: number; late: number };

/** A worker process's heartbeat, written every `beatMs`. Times are epoch milliseconds of Redis' clock. */
export type WorkerBeat = {
  id: string;
  startedAt: number;
  lastSeenAt: number;
  /** How far its machine's clock is ahead of Redis'; absent in the beats of older workers. */
  clockAheadMs?: number;
  queues: WorkerQueue[];
  running: number;
  finished: number;
  /** Ids of the first sources it knows, in their order (`namesInBeat`); `SourceNames` knows all. */
  sources: string[];
  /** How many it knows; absent in the beats of older workers, whose `sources` is complete. */
  sourceCount?: number;
  sourcesPrint: string;
  /** Why its current sources file is not in use. */
  sourcesFault?: SourcesFault | null;
  /** Which browser renders: a version, or `none`. */
  browser: string;
  /** By the queues it takes; absent in the beats of older workers. */
  paces?: Partial<Record<WorkerQueue, QueuePace>>;
  /** Of workers that take searches; absent in the beats of older workers. */
  segments?: HeldSegments;
  /** Absent in the beats of older workers. */
  names?: NameHealth;
};

/** The sources file is missing, unreadable or invalid; the former sources stay in use. */
export type SourcesFault = 'missing' | 'refused';

export const beatMs = 2000;

/** A worker that missed this many milliseconds of beats is not alive. */
const aliveMs = 4 * beatMs;

/** Older beats are deleted. */
const forgetMs = 86_400_000;

/** Writes a beat. */
export async function beat(redis: RedisConnection, mine: WorkerBeat): Promise<void> {
  await redis.hset(redisKeys.workers, mine.id, JSON.stringify(mine));
}

/** Removes a worker's heartbeat at shutdown. */
export async function leave(redis: RedisConnection, id: string): Promise<void> {
  await redis.hdel(redisKeys.workers, id);
}

/** Every worker with a heartbeat within a day, the longest-running first; `alive` marks those running now. */
export async function readWorkers(redis: RedisConnection, now: Date): Promise<(WorkerBeat & { alive: boolean })[]> {
  const beats = Object.values(await redis.hgetall(redisKeys.workers)).map((text) => JSON.parse(text) as WorkerBeat);
  const old = beats.filter(({ lastSeenAt }) => now.getTime() - lastSeenAt > forgetMs);
  if (old.length > 0) await redis.hdel(redisKeys.workers, ...old.map(({ id }) => id));
  return beats
    .filter((each) => !old.includes(each))
    .map((each) => ({ ...each, alive: now.getTime() - each.lastSeenAt <= aliveMs }))
    .sort((a, b) => a.startedAt - b.startedAt || a.id.localeCompare(b.id));
}

/** How often a worker writes its metrics, and how long they stay valid. */
export const tellMetricsMs = 5000;
const believedMs = 4 * tellMetricsMs;

/** One worker's metrics as returned by `registry.getMetricsAsJSON()`. */
type ToldMetrics = { at: number; metrics: object[] };

/** Writes a worker's metrics where the API of the same tree finds them. */
export async function tellMetrics(redis: RedisConnection, worker: string, told: ToldMetrics): Promise<void> {
  await redis.hset(redisKeys.workerMetrics, worker, JSON.stringify(told));
}

/** Removes a worker's metrics at shutdown. */
export async function forgetMetrics(redis: RedisConnection, worker: string): Promise<void> {
  await redis.hdel(redisKeys.workerMetrics, worker);
}

/** The metrics of every recently active worker; deletes those of dead workers. */
export async function readWorkerMetrics(redis: RedisConnection, now: Date): Promise<object[][]> {
  const rows = Object.entries(await redis.hgetall(redisKeys.workerMetrics)).map(([worker, text]) => ({
    worker,
    told: JSON.parse(text) as ToldMetrics,
  }));
  const old = rows.filter(({ told }) => now.getTime() - told.at > believedMs);
  if (old.length > 0) await redis.hdel(redisKeys.workerMetrics, ...old.map(({ worker }) => worker));
  return rows.filter((row) => !old.includes(row)).map(({ told }) => told.metrics);
}
