import type { RedisConnection } from '../redis/redis.js';
import type { Unit } from './buckets.js';
import { statsKeys } from './keys.js';
import type { PlaceKey } from './place-key.js';

/**
 * KEYS: state, touched, then sums, sources and places of each hour or day that is still written to.
 * ARGV: the version that is known, prefix of the places' counts, which lie in the slot of the others. Returns what changed
 * since; a hash comes as one JSON text, which is read far sooner than a list. Counts that are known stand as an empty text.
 */
const script = `
local since = tonumber(ARGV[1])
local state = redis.call('HMGET', KEYS[1], 'born', 'version', 'forgotten')
local changed = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], '+inf')
local hashes, rows, counts = {}, {}, {}
if tonumber(state[2] or 0) ~= since then
  for key = 3, #KEYS, 3 do
    table.insert(hashes, cjson.encode(redis.call('HGETALL', KEYS[key])))
    table.insert(hashes, cjson.encode(redis.call('HGETALL', KEYS[key + 1])))
    table.insert(rows, #changed > 0 and redis.call('HMGET', KEYS[key + 2], unpack(changed)) or {})
  end
  for at, place in ipairs(changed) do
    local key = ARGV[2] .. place
    local isNew = tonumber(redis.call('HGET', key, 'version') or 0) > since
    counts[at] = isNew and cjson.encode(redis.call('HGETALL', key)) or ''
  end
end
return { tostring(state[1] or ''), tonumber(state[2] or 0), tonumber(state[3] or 0), changed, counts, rows, hashes }`;

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
  const keys = [statsKeys.state, statsKeys.touched];
  for (const at of open) keys.push(statsKeys.sums(unit, at), statsKeys.sources(unit, at), statsKeys.places(unit, at));
  const answer = (await redis.eval(script, keys.length, ...keys, since, statsKeys.counts(''))) as Answer;
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

/** Hashes as JSON: parsing replies field by field takes longer than processing them. */
const hashesScript = `
local texts = {}
for index, key in ipairs(KEYS) do texts[index] = cjson.encode(redis.call('HGETALL', key)) end
return texts`;

/** Reads whole hashes in one round trip, as `readFields` reads them. */
export async function readHashes(redis: RedisConnection, keys: readonly string[]): Promise<string[]> {
  return (await redis.eval(hashesScript, keys.length, ...keys)) as string[];
}

/** Reads a hash that came as JSON, a field and its value after the other. An empty one is an object to Lua. */
export function readFields(text: string, take: (field: string, value: string) => void): void {
  const flat = text === '' || text === '{}' ? [] : (JSON.parse(text) as string[]);
  for (let at = 0; at < flat.length; at += 2) take(flat[at] ?? '', flat[at + 1] ?? '');
}
