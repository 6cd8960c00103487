import type { RedisConnection } from '../redis.js';
import { redisKeys } from '../redis-keys.js';

/** Everything is kept this long in hours. */
export const keptHours = 168;

/** What one event adds to one key. */
export type Notes = {
  /** Adds to fields of hashes: key → field → how much. */
  add: Map<string, Map<string, number>>;
  /** Adds to sets counted as unique (HyperLogLog): key → members. */
  unique: Map<string, string[]>;
  /** Adds to plain sets: key → members. */
  members: Map<string, string[]>;
  /** Sets fields to the latest value: key → field → value. */
  latest: Map<string, Map<string, string>>;
};

export function emptyNotes(): Notes {
  return { add: new Map(), unique: new Map(), members: new Map(), latest: new Map() };
}

/** Adds `by` to a field. */
export function noteAdd(notes: Notes, key: string, field: string, by = 1): void {
  const fields = notes.add.get(key) ?? new Map<string, number>();
  notes.add.set(key, fields.set(field, (fields.get(field) ?? 0) + by));
}

/** Adds a member to a unique count. */
export function noteUnique(notes: Notes, key: string, member: string): void {
  put(notes.unique, key, member);
}

/** Adds a member to a set. */
export function noteMember(notes: Notes, key: string, member: string): void {
  put(notes.members, key, member);
}

function put(sets: Map<string, string[]>, key: string, member: string): void {
  const members = sets.get(key);
  if (members === undefined) sets.set(key, [member]);
  else members.push(member);
}

/** Sets a field to a later value. */
export function noteLatest(notes: Notes, key: string, field: string, value: string): void {
  notes.latest.set(key, (notes.latest.get(key) ?? new Map<string, string>()).set(field, value));
}

/**
 * KEYS: 1 the marker of the event, 2… the keys of the notes.
 * ARGV: 1 seconds to live, 2 JSON [[op, key index, …]]: op "a" field by…, "u" and "s" member…, "l" field value….
 * Returns 1 when the event was new, 0 when it had been counted before.
 */
const script = `
if not redis.call('SET', KEYS[1], '1', 'NX', 'EX', 3600) then return 0 end
for _, note in ipairs(cjson.decode(ARGV[2])) do
  local key = KEYS[note[2]]
  if note[1] == 'u' then
    redis.call('PFADD', key, unpack(note, 3))
  elseif note[1] == 's' then
    redis.call('SADD', key, unpack(note, 3))
  elseif note[1] == 'l' then
    redis.call('HSET', key, unpack(note, 3))
  else
    for at = 3, #note, 2 do redis.call('HINCRBY', key, note[at], note[at + 1]) end
  end
  redis.call('EXPIRE', key, ARGV[1], 'NX')
end
return 1`;

/** Arguments `unpack` puts on Lua's stack at once. */
const unpackedAtMost = 2000;

/** Writes what one event adds, in one round trip, and only once for one `eventId`. */
export async function writeNotes(redis: RedisConnection, eventId: string, notes: Notes): Promise<boolean> {
  const keys = [redisKeys.stats('event', eventId)];
  const rows: (string | number)[][] = [];
  const indexes = new Map<string, number>();
  const indexOf = (key: string): number => {
    const known = indexes.get(key) ?? keys.push(key);
    indexes.set(key, known);
    return known;
  };
  for (const [key, fields] of notes.add) rows.push(['a', indexOf(key), ...[...fields].flat()]);
  for (const [key, fields] of notes.latest) rows.push(['l', indexOf(key), ...[...fields].flat()]);
  for (const [op, sets] of [
    ['u', notes.unique],
    ['s', notes.members],
  ] as const)
    for (const [key, members] of sets)
      for (let from = 0; from < members.length; from += unpackedAtMost)
        rows.push([op, indexOf(key), ...members.slice(from, from + unpackedAtMost)]);
  const isNew = await redis.eval(script, keys.length, ...keys, keptHours * 3600 + 3600, JSON.stringify(rows));
  return isNew === 1;
}
