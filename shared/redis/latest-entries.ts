import type { RedisConnection } from './redis.js';
import { runScript } from './run-script.js';

/** The keys of the latest entries of one kind: at most this many, none older than `keepMs`; one hash tag. */
export type LatestEntries = { entries: string; times: string; most: number; keepMs: number };

/** Adds entries of the time `at` (epoch ms) by their ids, and drops old or surplus ones. */
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

/** Every stored entry, the latest first. */
export async function readLatest(redis: RedisConnection, { entries, times }: LatestEntries): Promise<string[]> {
  const [ids, texts] = await Promise.all([redis.zrevrange(times, 0, -1), redis.hgetall(entries)]);
  return ids.flatMap((id) => texts[id] ?? []);
}
