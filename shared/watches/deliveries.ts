import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { type StoredWatch, storedWatchSchema } from './watch.js';

/** Openings of one delivery at most. */
export const mostOpenings = 50;

/** Deliveries of a watch that may wait at most while its address fails; a watch that needs more is paused. */
export const mostDeliveries = 40;

/** The same while its address has not failed: boards of thousands of new postings come faster than they are sent. */
export const mostUntried = 200;

/** How long a told opening is remembered after the last one was told. */
const toldMs = 180 * 86_400_000;

const deliverySchema = z.object({
  watch: z.string(),
  /** The body as it is sent each time. */
  body: z.string(),
  /** Its openings. */
  count: z.number(),
  /** Whether it was sent, accepted or not: its body does not change any more. */
  isSent: z.boolean(),
  createdAt: z.number(),
  failures: z.number(),
});
export type Delivery = z.infer<typeof deliverySchema>;

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
 * Finds a member of the JSON of a delivery without decoding its body, which may have 100 kB: quotes within the body are
 * escaped, so that a name in quotes before a colon is a member.
 */
const memberFunction = `
local function member(text, name)
  local _, last = string.find(text, '"' .. name .. '":', 1, true)
  return last and string.match(text, '^"?([^",}]*)', last + 1)
end`;

/**
 * KEYS: 1 what the watch was told, 2 deliveries, 3 when they are due, 4 those of the watch in their order, 5 watches, 6 the
 * revision of the watches, 7 paused watches, 8 when deliveries were made. ARGV: 1 openings with the bytes of their records, 2 id of
 * a new delivery, 3 watch, 4 now, 5 the JSON of a delivery of all of them, 6 lifetime, 7 openings of a delivery at most, 8
 * deliveries at most, 9 the reason of a pause, 10 the longest delay, 11 deliveries at most while the first has not failed, 12 and
 * 13 a delivery to a watch that accepted one after this time (ISO 8601) is due after these milliseconds, 14 the bytes of ARGV 5
 * before its records. That text is stored as it is when all are new: a copy of 80 kB in Lua takes longer than all else. In one
 * step, so that no opening is sent twice or noted without its delivery. Openings are added to the last delivery as long as it was
 * not sent. Returns how many are new; -1 = none was noted, the watch is paused.
 */
const tellScript = `${memberFunction}
local text = redis.call('HGET', KEYS[5], ARGV[3])
local watch = text and cjson.decode(text)
if not watch or watch.state ~= 'active' then return 0 end
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
local noted, added, spans, from = {}, {}, {}, tonumber(ARGV[14]) + 1
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
  if #spans == #openings then return string.sub(ARGV[5], ARGV[14] + 1, -6) end
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
local most = tonumber(ARGV[8])
if #spans > 0 and not open and waiting >= most then
  local firstText = redis.call('HGET', KEYS[2], first)
  if firstText and member(firstText, 'failures') == '0' then most = tonumber(ARGV[11]) end
end
if #spans > 0 and not open and waiting >= most then
  watch.state, watch.reason = 'paused', waiting .. ARGV[9]
  redis.call('HSET', KEYS[5], ARGV[3], cjson.encode(watch))
  redis.call('SET', KEYS[6], ARGV[2])
  redis.call('SADD', KEYS[7], ARGV[3])
  return -1
end
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
local firstDue = first and tonumber(redis.call('ZSCORE', KEYS[3], first) or nil) or now
local due = math.max(now, math.min(firstDue, now + tonumber(ARGV[10])))
local lastAt = watch.lastDeliveryAt
if type(lastAt) == 'string' and lastAt > ARGV[12] then due = math.max(due, now + tonumber(ARGV[13])) end
local made = ARGV[5]
if #spans < #openings then
  local begin = string.gsub(string.sub(made, 1, ARGV[14]), '"count":%d+', '"count":' .. #spans, 1)
  made = begin .. records() .. ']}}"}'
end
redis.call('HSET', KEYS[2], ARGV[2], made)
redis.call('ZADD', KEYS[3], string.format('%.0f', due), ARGV[2])
redis.call('ZADD', KEYS[8], ARGV[4], ARGV[2])
redis.call('ZADD', KEYS[4], last and redis.call('ZSCORE', KEYS[4], last) + 1 or 1, ARGV[2])
return #spans`;

/**
 * Notes openings, `mostOpenings` at most, as told to an active watch, and a delivery of those that it was not told before.
 * Returns how many these are; -1 when the watch was paused instead because too many deliveries wait.
 * `spacingMs`: a watch that accepted a delivery has the next one so much later. The openings of boards that are read at the same
 * time arrive in few deliveries then, each of which costs more than the openings in it.
 */
export async function tellOpenings(
  redis: RedisConnection,
  watch: string,
  { openings, now, spacingMs }: { openings: readonly ToldOpening[]; now: number; spacingMs: number },
): Promise<number> {
  const { watchTold, deliveries, deliveriesDue, deliveriesOf, watches, watchesRevision } = redisKeys;
  const own = [watchTold(watch), deliveries, deliveriesDue, deliveriesOf(watch)];
  const keys = [...own, watches, watchesRevision, redisKeys.watchesPaused, redisKeys.deliveriesMade];
  const body = `{"type":"jobs.found","timestamp":"${new Date(now).toISOString()}","data":{"watch":"${watch}","jobs":[`;
  const about = { watch, count: openings.length, isSent: false, createdAt: now, failures: 0, body };
  // Without the end of the body.
  const begin = JSON.stringify(about).slice(0, -2);
  const text = `${begin}${openings.map(({ record }) => record).join(',')}]}}"}`;
  const made = [`msg_${randomUUID().replaceAll('-', '')}`, watch, now, text];
  const recently = new Date(now - spacingMs).toISOString();
  const limits = [toldMs, mostOpenings, mostDeliveries, overflowReason, mostDelayMs, mostUntried, recently, spacingMs];
  const told = openings.map(({ record, ...identity }) => ({ ...identity, bytes: Buffer.byteLength(record) }));
  const bounds = [...limits, Buffer.byteLength(begin)];
  return Number(await redis.eval(tellScript, keys.length, ...keys, JSON.stringify(told), ...made, ...bounds));
}

/** A text as it is written within a string of JSON. */
export const withinString = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The deliveries that are due, the earliest first, at most 5,000. */
export const dueDeliveries = async (redis: RedisConnection, now: number): Promise<string[]> =>
  (await dueTimes(redis, now)).map(([id]) => id);

/** The same with when each of them is due (epoch ms). */
export async function dueTimes(redis: RedisConnection, now: number): Promise<[id: string, at: string][]> {
  const found = await redis.zrangebyscore(redisKeys.deliveriesDue, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 5000);
  return found.flatMap((id, at) => (at % 2 === 0 ? [[id, found[at + 1] ?? ''] as [string, string]] : []));
}

/** Has a delivery that was not taken wait until `at`; openings are added to it meanwhile. */
export async function postponeDelivery(redis: RedisConnection, id: string, at: number): Promise<void> {
  await redis.zadd(redisKeys.deliveriesDue, 'XX', String(at), id);
}

/**
 * KEYS: 1 deliveries, 2 watches. ARGV: 1 id, 2 messages to people wait when one was accepted after this time (ISO 8601). Openings
 * are added to a delivery until it is taken. Returns the delivery, taken or not, and its watch.
 */
const takeScript = `${memberFunction}
local text = redis.call('HGET', KEYS[1], ARGV[1])
if not text then return nil end
local watchText = redis.call('HGET', KEYS[2], member(text, 'watch'))
local watch = watchText and cjson.decode(watchText)
if watch and type(watch.lastDeliveryAt) == 'string' and watch.lastDeliveryAt > ARGV[2] then
  local url = string.lower(watch.url)
  if string.sub(url, 1, 7) == 'mailto:' or string.sub(url, 1, 5) == 'ntfy:' then return {'', watchText} end
end
local from, to = string.find(text, '"isSent":false', 1, true)
if from then
  text = string.sub(text, 1, from - 1) .. '"isSent":true' .. string.sub(text, to + 1)
  redis.call('HSET', KEYS[1], ARGV[1], text)
end
return {text, watchText or ''}`;

/** A delivery to be sent, or to wait until `at` (epoch ms) since a person had a message lately. `watch`: `null` = it was deleted. */
export type TakenDelivery = { delivery: Delivery; watch: StoredWatch | null } | { at: number };

/**
 * Takes a delivery to send it: no opening is added to it any more. A message to a person is not taken within `quietMs` of the
 * last one of its watch. `null` once it was accepted or dropped.
 */
export async function takeDelivery(
  redis: RedisConnection,
  id: string,
  { now, quietMs }: { now: number; quietMs: number },
): Promise<TakenDelivery | null> {
  const since = new Date(now - quietMs).toISOString();
  const taken = await redis.eval(takeScript, 2, redisKeys.deliveries, redisKeys.watches, id, since);
  if (!Array.isArray(taken)) return null;
  const [text, watchText] = taken.map(String);
  const watch = watchText ? storedWatchSchema.parse(JSON.parse(watchText)) : null;
  if (text) return { delivery: deliverySchema.parse(JSON.parse(text)), watch };
  return { at: Date.parse(watch?.lastDeliveryAt ?? since) + quietMs };
}

/** Forgets a delivery of a watch. */
export async function endDelivery(
  redis: RedisConnection,
  id: string,
  { watch }: Pick<Delivery, 'watch'>,
): Promise<void> {
  await redis
    .multi()
    .hdel(redisKeys.deliveries, id)
    .zrem(redisKeys.deliveriesDue, id)
    .zrem(redisKeys.deliveriesMade, id)
    .zrem(redisKeys.deliveriesOf(watch), id)
    .exec();
}

/** Has a delivery tried again at `at`; with `null` when its watch is resumed. */
export async function retryDelivery(
  redis: RedisConnection,
  id: string,
  { delivery, at }: { delivery: Delivery; at: number | null },
): Promise<void> {
  const writing = redis.multi().hset(redisKeys.deliveries, id, JSON.stringify(delivery));
  const { deliveriesDue, deliveriesMade } = redisKeys;
  if (at === null) writing.zrem(deliveriesDue, id).zrem(deliveriesMade, id);
  else writing.zadd(deliveriesDue, String(at), id).zadd(deliveriesMade, String(delivery.createdAt), id);
  await writing.exec();
}

/** Makes all deliveries of a watch due, their three days beginning anew. */
export async function resumeDeliveries(redis: RedisConnection, watch: string, now: number): Promise<void> {
  for (const id of await redis.zrange(redisKeys.deliveriesOf(watch), '0', '-1')) {
    const text = await redis.hget(redisKeys.deliveries, id);
    if (text === null) continue;
    const delivery = deliverySchema.parse(JSON.parse(text));
    await retryDelivery(redis, id, { delivery: { ...delivery, createdAt: now, failures: 0 }, at: now });
  }
}
