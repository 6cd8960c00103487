import type { RedisConnection } from '../redis/redis.js';
import { runScript } from '../redis/run-script.js';
import type { Unit } from './buckets.js';
import { statsKeys } from './keys.js';
import type { PlaceKey } from './place-key.js';

/** Geo-stats as one read of Redis returns them. */
export type Look = {
  /** Identifies this store; a store that was emptied gets a new id. */
  born: string;
  version: number;
  /** Number of places evicted so far. */
  forgotten: number;
  /** Places that changed since the known version; all of them when that is 0. */
  changed: PlaceKey[];
  /** Counts of their unique jobs, in the order of `changed`; `''` where they are those that are known. */
  counts: string[];
  /** Their rows by open hour or day, in the order of `changed`. */
  rows: (string | null)[][];
  /** Sums and sources by open hour or day, as `readFields` reads them; empty when nothing changed. */
  open: OpenBucket[];
};

/** An hour or day that still receives writes. Equal texts mean that nothing changed. */
export type OpenBucket = { sums: string; sources: string };

type Answer = [string, number, number, string[], string[], (string | null)[][], string[]];

/** Reads what changed since a version, in one round trip whose size is that of the change. */
export async function look(
  redis: RedisConnection,
  { unit, open, since }: { unit: Unit; open: readonly number[]; since: number },
): Promise<Look> {
  const { state, touched, sums, sources, places, counts: countsOf } = statsKeys;
  const answer = (await runScript(redis, 'stats/read-changes', {
    keys: { state, touched, open: open.flatMap((at) => [sums(unit, at), sources(unit, at), places(unit, at)]) },
    args: { known: since, countsPrefix: countsOf('') },
  })) as Answer;
  const [born, version, forgotten, changed, counts, rows, hashes] = answer;
  return {
    born,
    version,
    forgotten,
    changed,
    counts,
    rows,
    open:
      hashes.length === 0
        ? []
        : open.map((_, at) => ({ sums: hashes[at * 2] ?? '', sources: hashes[at * 2 + 1] ?? '' })),
  };
}

/** Reads whole hashes in one round trip, as `readFields` reads them. */
export async function readHashes(redis: RedisConnection, keys: readonly string[]): Promise<string[]> {
  return (await runScript(redis, 'stats/read-hashes', { keys: { hashes: keys } })) as string[];
}

/** Reads a hash that came as JSON, a field and its value after the other. An empty one is an object to Lua. */
export function readFields(text: string, take: (field: string, value: string) => void): void {
  const flat = text === '' || text === '{}' ? [] : (JSON.parse(text) as string[]);
  for (let at = 0; at < flat.length; at += 2) take(flat[at] ?? '', flat[at + 1] ?? '');
}
