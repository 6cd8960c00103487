import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import type { WorkerBeat } from './workers.js';

/** Names that a heartbeat contains itself: with thousands, each beat of each worker would be a hundred kilobytes. */
export const namesInBeat = 100;

/** The names stay as long as a heartbeat counts (shared/queue/workers.ts), from the last beat on. */
const keepMs = 86_400_000;

/** Cached names of former sources files per reader. */
const maxKept = 4;

/**
 * Stores the names of a sources file in Redis if they do not fit in a heartbeat. They are written once and then only
 * kept from expiring; a Redis that has lost them gets them with the next beat.
 */
export async function keepSourceNames(redis: RedisConnection, hash: string, names: readonly string[]): Promise<void> {
  const key = redisKeys.sourceNames(hash);
  if (names.length <= namesInBeat || (await redis.pexpire(key, keepMs)) === 1) return;
  await redis.set(key, JSON.stringify(names), 'PX', keepMs);
}

type Beat = Pick<WorkerBeat, 'sources' | 'sourceCount' | 'sourcesPrint'>;

/** Knows the names of the sources of workers. */
export type SourceNames = {
  /** The names of all sources known to these workers, each once, in their order. */
  of(workers: readonly Beat[]): Promise<readonly string[]>;
};

/**
 * Creates a reader that reads the names of a sources file once. While Redis lacks them, it returns those of the
 * heartbeat and tries again on the next call.
 */
export function createSourceNames(redis: RedisConnection): SourceNames {
  const known = new LRUCache<string, readonly string[]>({ max: maxKept });
  const namesOf = async ({ sources, sourceCount = sources.length, sourcesPrint }: Beat): Promise<readonly string[]> => {
    if (sourceCount === sources.length) return sources;
    const names = known.get(sourcesPrint) ?? (await read(redis, sourcesPrint));
    if (names === null) return sources;
    known.set(sourcesPrint, names);
    return names;
  };
  return {
    async of(workers) {
      const byFile = new Map(workers.map((worker) => [worker.sourcesPrint, worker]));
      const [only, ...others] = await Promise.all([...byFile.values()].map(namesOf));
      return others.length === 0 ? (only ?? []) : [...new Set([only ?? [], ...others].flat())];
    },
  };
}

async function read(redis: RedisConnection, hash: string): Promise<readonly string[] | null> {
  const text = await redis.get(redisKeys.sourceNames(hash));
  return text === null ? null : (JSON.parse(text) as string[]);
}
