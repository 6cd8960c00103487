import { inTurn } from '../process/event-loop-turns.js';
import type { RedisConnection } from '../redis/redis.js';
import { units } from './buckets.js';
import { statsKeys } from './keys.js';
import type { PlaceKey } from './place-key.js';
import { createSketchCount, versionField } from './unique-row.js';

const keptSeconds = (units.day.ms * (units.day.kept + 1)) / 1000;

/**
 * KEYS: state, names, touched, uniques. ARGV: seconds to live, prefix of sketches, then place, version, row and a JSON
 * list of fields to drop, each. A row counted from an older sketch than the one kept is left out, and fields of a sketch that
 * was written meanwhile are not dropped. A row is kept with the
 * version of the sketch it was counted from, the one of the statistics it came with, a tab, and itself as JSON.
 */
const script = `
local state, names, touched, uniques = unpack(KEYS)
local version = redis.call('HINCRBY', state, 'version', 1)
for at = 3, #ARGV, 4 do
  local place, counted, row, dropped = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2], cjson.decode(ARGV[at + 3])
  local held = redis.call('HGET', uniques, place)
  local known = place == '' or redis.call('ZSCORE', names, place)
  if known and (not held or tonumber(string.match(held, '^%d+')) <= counted) then
    redis.call('HSET', uniques, place, ARGV[at + 1] .. ' ' .. version .. '\\t' .. row)
    redis.call('ZADD', touched, version, place)
    if redis.call('HGET', ARGV[2] .. place, '${versionField}') == ARGV[at + 1] then
      for _, field in ipairs(dropped) do redis.call('HDEL', ARGV[2] .. place, field) end
    end
  end
end
for key = 1, 4 do redis.call('EXPIRE', KEYS[key], ARGV[1]) end
return version`;

/** Fields of a sketch that are read and counted at a time: about a millisecond. */
const fieldsAtOnce = 1000;

/**
 * Counts the unique jobs of places whose sketches were written, so that who reads geo-stats need not; `seen` tells when
 * each was seen last (epoch ms). Takes place after the collection; counting again, or two workers at once, ends with the same
 * numbers. Yields to the event loop: the sketch of a place with very many jobs has hundreds of thousands of fields.
 */
export async function countPlaces(redis: RedisConnection, seen: ReadonlyMap<PlaceKey, number>): Promise<void> {
  const rows: string[] = [];
  for (const [place, at] of seen) {
    // Read first: what is written while the fields are read belongs to a later version, and is counted again with it.
    const version = await redis.hget(statsKeys.seen(place), versionField);
    if (version === null) continue;
    const { row, dropped } = await countPlace(redis, place, at);
    rows.push(place, version, JSON.stringify(row), JSON.stringify(dropped));
  }
  if (rows.length === 0) return;
  const keys = [statsKeys.state, statsKeys.names, statsKeys.touched, statsKeys.uniques];
  await redis.eval(script, keys.length, ...keys, keptSeconds, statsKeys.seen(''), ...rows);
}

async function countPlace(redis: RedisConnection, place: PlaceKey, at: number) {
  const count = createSketchCount(at);
  let cursor = '0';
  do {
    const [next, fields] = await redis.hscan(statsKeys.seen(place), cursor, 'COUNT', fieldsAtOnce);
    cursor = next;
    await inTurn(() => count.note(fields));
  } while (cursor !== '0');
  return inTurn(count.finish);
}
