import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { memberFunction } from './deliveries.js';
import { changeWatch } from './watch-store.js';

/** Openings of one delivery at most. */
export const mostOpenings = 50;

/** Deliveries of a watch that may wait at most while its address fails; a watch that needs more is paused. */
export const mostDeliveries = 40;

/** The same while its address has not failed: boards of thousands of new postings come faster than they are sent. */
export const mostUntried = 200;

/** How long a told opening is remembered after the last one was told. */
const toldMs = 180 * 86_400_000;

/**
 * An opening to be told: `record` as JSON `withinString`. It was told before when any of its `same` was, or any of its `alike`
 * by another source.
 */
export type ToldOpening = { record: string; source: string; same: readonly string[]; alike: readonly string[] };

/** Deliveries made while earlier ones fail wait for the first of these, but no longer than so many milliseconds. */
const mostDelayMs = 600_000;

/** Keys of told openings that one command reads or writes; even, a key and its value being written together. */
const keysAtOnce = 1000;

/** Why a watch is paused whose deliveries were not accepted for too long, after their number. */
const overflowReason = ' deliveries wait to be accepted. They are sent when it is resumed.';

/**
 * KEYS: 1 what the watch was told, 2 deliveries, 3 when they are due, 4 those of the watch in their order, 5 watches, 6 when the
 * next delivery of each may be sent, 7 when deliveries were made. ARGV: 1 openings with the bytes of their records, 2 id of
 * a new delivery, 3 watch, 4 now, 5 the JSON of a delivery of all of them, 6 lifetime, 7 openings of a delivery at most, 8
 * deliveries at most, 9 the longest delay, 10 deliveries at most while the first has not failed, 11 milliseconds between two, 12 the
 * bytes of ARGV 5 before its records. That text is stored as it is when all are new: a copy of 80 kB in Lua takes longer than all
 * else. In one step, so that no opening is sent twice or noted without its delivery. Openings are added to the last delivery as long
 * as it was not sent. Foreign text is never decoded here: what cannot be would fail for its watch each time. Returns how many are
 * new; a negative number = none was noted, so many deliveries wait.
 */
const tellScript = `${memberFunction}
local text = redis.call('HGET', KEYS[5], ARGV[3])
if not text or member(text, 'state') ~= 'active' then return 0 end
local openings = cjson.decode(ARGV[1])
local names, named = {}, {}
for _, opening in ipairs(openings) do
  for _, keys in ipairs({opening.same, opening.alike}) do
    for _, key in ipairs(keys) do
      if not named[key] then named[key], names[#names + 1] = true, key end
    end
  end
end
local known = {}
for from = 1, #names, ${keysAtOnce} do
  local found = redis.call('HMGET', KEYS[1], unpack(names, from, math.min(from + ${keysAtOnce - 1}, #names)))
  for index, by in ipairs(found) do known[names[from + index - 1]] = by or nil end
end
local noted, added, spans, from = {}, {}, {}, tonumber(ARGV[12]) + 1
for _, opening in ipairs(openings) do
  local told = false
  for _, key in ipairs(opening.same) do told = told or noted[key] or known[key] end
  for _, key in ipairs(opening.alike) do
    local by = noted[key] or known[key]
    told = told or (by and by ~= opening.source)
  end
  for _, keys in ipairs({opening.same, opening.alike}) do
    for _, key in ipairs(keys) do
      if not noted[key] and not known[key] then added[#added + 1], added[#added + 2] = key, opening.source end
      noted[key] = noted[key] or opening.source
    end
  end
  if not told then spans[#spans + 1] = {from, from + opening.bytes - 1} end
  from = from + opening.bytes + 1
end
local function records()
  if #spans == #openings then return string.sub(ARGV[5], ARGV[12] + 1, -6) end
  local some = {}
  for at, span in ipairs(spans) do some[at] = string.sub(ARGV[5], span[1], span[2]) end
  return table.concat(some, ',')
end
local last = redis.call('ZREVRANGE', KEYS[4], 0, 0)[1]
local open = #spans > 0 and last and redis.call('HGET', KEYS[2], last)
local count = open and tonumber(member(open, 'count'))
-- One that an earlier release made may end otherwise.
if open and (member(open, 'isSent') ~= 'false' or string.sub(open, -5) ~= ']}}"}') then open = nil end
if open and count + #spans > tonumber(ARGV[7]) then open = nil end
local waiting = redis.call('ZCARD', KEYS[4])
local first = redis.call('ZRANGE', KEYS[4], 0, 0)[1]
local function memberOf(id, name)
  local its = id and redis.call('HGET', KEYS[2], id)
  return its and member(its, name)
end
local most = tonumber(ARGV[8])
if #spans > 0 and not open and waiting >= most and memberOf(first, 'failures') == '0' then most = tonumber(ARGV[10]) end
if #spans > 0 and not open and waiting >= most then return -waiting end
for from = 1, #added, ${keysAtOnce} do
  redis.call('HSET', KEYS[1], unpack(added, from, math.min(from + ${keysAtOnce - 1}, #added)))
end
redis.call('PEXPIRE', KEYS[1], ARGV[6])
if #spans == 0 then return 0 end
if open then
  local from, to = string.find(open, '"count":%d+')
  local counted = string.sub(open, 1, from - 1) .. '"count":' .. count + #spans
  redis.call('HSET', KEYS[2], last, counted .. string.sub(open, to + 1, -6) .. ',' .. records() .. ']}}"}')
  return #spans
end
local now = tonumber(ARGV[4])
local function dueOf(id) return tonumber(redis.call('ZSCORE', KEYS[3], id) or 0) end
local behind = 0
if (memberOf(first, 'failures') or '0') ~= '0' then behind = dueOf(first) end
if memberOf(last, 'isSent') == 'false' then behind = math.max(behind, dueOf(last) + tonumber(ARGV[11])) end
local nextAt = tonumber(redis.call('HGET', KEYS[6], ARGV[3]) or 0)
local due = math.max(now, nextAt, math.min(behind, now + tonumber(ARGV[9])))
local made = ARGV[5]
if #spans < #openings then
  local begin = string.gsub(string.sub(made, 1, ARGV[12]), '"count":%d+', '"count":' .. #spans, 1)
  made = begin .. records() .. ']}}"}'
end
redis.call('HSET', KEYS[2], ARGV[2], made)
redis.call('ZADD', KEYS[3], string.format('%.0f', due), ARGV[2])
redis.call('ZADD', KEYS[7], ARGV[4], ARGV[2])
redis.call('ZADD', KEYS[4], last and redis.call('ZSCORE', KEYS[4], last) + 1 or 1, ARGV[2])
return #spans`;

/**
 * Notes openings, `mostOpenings` at most, as told to an active watch, and a delivery of those that it was not told before.
 * Returns how many these are; -1 when the watch was paused instead because too many deliveries wait.
 * `spacingMs`: between two deliveries of a watch. The openings of boards that are read at the same time arrive in few deliveries
 * then, each of which costs more than the openings in it.
 */
export async function tellOpenings(
  redis: RedisConnection,
  watch: string,
  { openings, now, spacingMs }: { openings: readonly ToldOpening[]; now: number; spacingMs: number },
): Promise<number> {
  const { watchTold, deliveries, deliveriesDue, deliveriesOf, watches, watchesNext, deliveriesMade } = redisKeys;
  const keys = [watchTold(watch), deliveries, deliveriesDue, deliveriesOf(watch), watches, watchesNext, deliveriesMade];
  const body = `{"type":"jobs.found","timestamp":"${new Date(now).toISOString()}","data":{"watch":"${watch}","jobs":[`;
  const about = { watch, count: openings.length, isSent: false, createdAt: now, failures: 0, body };
  // Without the end of the body.
  const begin = JSON.stringify(about).slice(0, -2);
  const text = `${begin}${openings.map(({ record }) => record).join(',')}]}}"}`;
  const made = [`msg_${randomUUID().replaceAll('-', '')}`, watch, now, text];
  const limits = [toldMs, mostOpenings, mostDeliveries, mostDelayMs, mostUntried, spacingMs];
  const told = openings.map(({ record, ...identity }) => ({ ...identity, bytes: Buffer.byteLength(record) }));
  const bounds = [...limits, Buffer.byteLength(begin)];
  const noted = Number(await redis.eval(tellScript, keys.length, ...keys, JSON.stringify(told), ...made, ...bounds));
  if (noted >= 0) return noted;
  await changeWatch(redis, watch, { state: 'paused', reason: `${-noted}${overflowReason}` });
  return -1;
}

/** A text as it is written within a string of JSON. */
export const withinString = (text: string): string => JSON.stringify(text).slice(1, -1);
