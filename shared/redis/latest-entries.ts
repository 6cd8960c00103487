import type { RedisConnection } from './redis.js';
import { runScript } from './run-script.js';

/** Where the latest entries of one kind are kept: at most so many, none longer than `keepMs`. Both keys have the same hash tag. */
export type LatestEntries = { entries: string; times: string; most: number; keepMs: number };

/** Adds entries of the moment `at` (epoch ms) by their ids, and drops what is too old or too many. */
export async function addLatest(
  redis: RedisConnection,
  { entries, times, most, keepMs }: LatestEntries,
  { at, added }: { at: number; added: ReadonlyMap<string, string> },
): Promise<void> {
  await runScript(redis, 'search/keep-latest', {
    keys: { entries, times },
    args: { at, most, keepMs, added: [...added].flat() },
  });
}

/** Every entry that is kept, the latest first. */
export async function readLatest(redis: RedisConnection, { entries, times }: LatestEntries): Promise<string[]> {
  const [ids, texts] = await Promise.all([redis.zrevrange(times, 0, -1), redis.hgetall(entries)]);
  return ids.flatMap((id) => texts[id] ?? []);
}
