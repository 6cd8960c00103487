import { beforeEach, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import {
  endDelivery,
  hastenDeliveries,
  holdDelivery,
  mostDeliveries,
  mostOpenings,
  mostUntried,
  readDueDeliveries,
  resumeDeliveries,
  retryDelivery,
  type StoredDelivery,
  takeDelivery,
  tellOpenings,
} from '../../../shared/watches/deliveries.js';
import {
  addWatch,
  changeWatch,
  deleteWatch,
  readRevision,
  readWatch,
  readWatches,
} from '../../../shared/watches/watch.js';
import { dueDeliveries } from '../../lib/due-deliveries.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const now = 1_800_000_000_000;
const spacingMs = 5000;
const watch = storedWatch('watch_1', now);
const opening = (id: string, source = 'a') => ({
  ...{ record: JSON.stringify({ id }), source, same: [id], alike: [`like ${id}`] },
});
const tell = (...ids: string[]) =>
  tellOpenings(redis, watch.id, { openings: ids.map((id) => opening(id)), now, spacingMs });

/** Takes a delivery, whatever was sent before; `null` when there is none. */
async function take(id: string, at = now): Promise<StoredDelivery | null> {
  await redis.del(redisKeys.watchesNext);
  const taken = await takeDelivery(redis, id, { watch: watch.id, now: at, leaseMs: 0, spacingMs });
  return taken;
}

/** The ids of the openings of a delivery; it counts as sent. */
async function sentIds(id: string | undefined, at = now): Promise<string[]> {
  return idsIn(await take(id ?? '', at));
}

const idsIn = (delivery: StoredDelivery | null): string[] =>
  (JSON.parse(delivery?.body ?? '{"data":{"jobs":[]}}') as { data: { jobs: { id: string }[] } }).data.jobs.map(
    (job) => job.id,
  );

test('openings are added to a delivery whose texts look like its own members', async () => {
  await addWatch(redis, watch, 9);
  const text = '"isSent":true,"count":50,"failures":3,"watch":"x"}]}}"} \\" \u2028 %d%1';
  const tellOf = (id: string) => {
    const record = JSON.stringify({ id, text });
    return tellOpenings(redis, watch.id, { openings: [{ ...opening(id), record }], now, spacingMs });
  };
  for (const id of ['one', 'two', 'three']) expect(await tellOf(id)).toBe(1);
  const due = await dueDeliveries(redis, now);
  expect(due).toHaveLength(1);
  const taken = await take(due[0] ?? '');
  expect(taken).toMatchObject({ watch: watch.id, count: 3, isSent: true, failures: 0, createdAt: now });
  expect(JSON.parse(taken?.body ?? '')).toMatchObject({
    data: { jobs: ['one', 'two', 'three'].map((id) => ({ id, text })) },
  });
  expect(await tellOf('four')).toBe(1);
  // What was taken does not change any more.
  expect(await dueDeliveries(redis, now + spacingMs)).toHaveLength(2);
});

test('of openings told together only those that are new are sent, whatever the bytes of their texts', async () => {
  await addWatch(redis, watch, 9);
  const many = (...ids: string[]) => {
    const openings = ids.map((id) => ({ ...opening(id), record: JSON.stringify({ id, text: 'ü€😀"' }) }));
    return tellOpenings(redis, watch.id, { openings, now, spacingMs });
  };
  expect(await many('a', 'b')).toBe(2);
  expect(await many('b', 'c', 'a', 'd', 'c')).toBe(2);
  const [first] = await dueDeliveries(redis, now);
  expect(await sentIds(first)).toEqual(['a', 'b', 'c', 'd']);
  expect(await many('e', 'a', 'f')).toBe(2);
  const second = (await dueDeliveries(redis, now + spacingMs)).find((id) => id !== first);
  const taken = await take(second ?? '', now + spacingMs);
  expect([taken?.count, idsIn(taken)]).toEqual([2, ['e', 'f']]);
});

test('openings are told once, and are added to a delivery until it is sent', async () => {
  await addWatch(redis, watch, 1);
  expect([await tell('1', '1', '2'), await tell('2', '3')]).toEqual([2, 1]);
  // The same opening on another board.
  const elsewhere = { ...opening('3', 'b'), same: ['b3'] };
  expect(await tellOpenings(redis, watch.id, { openings: [elsewhere], now, spacingMs })).toBe(0);
  const [first, ...none] = await dueDeliveries(redis, now);
  expect([await sentIds(first), none]).toEqual([['1', '2', '3'], []]);
  expect(await tell('4')).toBe(1);
  const second = (await dueDeliveries(redis, now + spacingMs)).find((id) => id !== first);
  expect(await sentIds(second, now + spacingMs)).toEqual(['4']);
});

test('while a delivery fails the next ones wait and grow; a watch with too many is paused, and resumed with all of them', async () => {
  await addWatch(redis, watch, 1);
  await tell('first');
  const [first = ''] = await dueDeliveries(redis, now);
  const delivery = await take(first);
  if (delivery === null) throw new Error('There is no delivery.');
  await retryDelivery(redis, first, { delivery: { ...delivery, failures: 1 }, at: now + 30_000, nextAt: now });
  const many = (from: number) => Array.from({ length: mostOpenings }, (_, at) => `${from} ${at}`);
  expect(await tell(...many(0).slice(1))).toBe(mostOpenings - 1);
  expect(await tell('0 0')).toBe(1);
  expect(await dueDeliveries(redis, now + 29_000)).toEqual([]);
  expect(await dueDeliveries(redis, now + 30_000)).toHaveLength(2);
  for (let at = 2; at < mostDeliveries; at++) expect(await tell(...many(at))).toBe(mostOpenings);
  const before = await readRevision(redis);
  expect(await tell('one more')).toBe(-1);
  expect(await readWatch(redis, watch.id)).toMatchObject({
    state: 'paused',
    reason: expect.stringMatching(/^40 deliv/),
  });
  expect(await readRevision(redis)).not.toBe(before);
  expect(await tell('while it is paused')).toBe(0);
  await changeWatch(redis, watch.id, { state: 'active', reason: null });
  await resumeDeliveries(redis, watch.id, now);
  const due = await dueDeliveries(redis, now + 600_000);
  expect(due).toHaveLength(mostDeliveries);
  const sent: string[] = [];
  for (const id of due) sent.push(...(await sentIds(id, now + 600_000)));
  expect(new Set(sent).size).toBe(1 + mostOpenings * (mostDeliveries - 1));
  // What was not noted is sent after the next look.
  await redis.flushall();
  await addWatch(redis, watch, 1);
  expect(await tell('one more')).toBe(1);
});

test('a watch that accepted a delivery just now has the next one some seconds later, with what was told meanwhile', async () => {
  await addWatch(redis, watch, 1);
  await tell('0');
  const [first = ''] = await dueDeliveries(redis, now);
  await endDelivery(redis, first, { watch: watch.id, nextAt: now + spacingMs });
  await tell('1');
  await tell('2');
  expect(await dueDeliveries(redis, now + spacingMs - 1)).toEqual([]);
  const [only = '', ...others] = await dueDeliveries(redis, now + spacingMs);
  expect([await sentIds(only, now + spacingMs), others]).toEqual([['1', '2'], []]);
});

test('of openings that fill several deliveries one is sent at a time, each some seconds after the other', async () => {
  await addWatch(redis, watch, 1);
  const many = (from: number) => Array.from({ length: mostOpenings }, (_, at) => `${from} ${at}`);
  for (let at = 0; at < 4; at++) await tell(...many(at));
  for (const [at, count] of [1, 2, 3, 4].entries())
    expect(await dueDeliveries(redis, now + at * spacingMs)).toHaveLength(count);
  // However many are due: after a pause, or when workers were away.
  const later = now + 60_000;
  const ids = await dueDeliveries(redis, later);
  const takeAt = (id: string, at: number) =>
    takeDelivery(redis, id, { watch: watch.id, now: at, leaseMs: 20_000, spacingMs });
  const taken = [];
  for (const id of ids) taken.push(await takeAt(id, later));
  expect(taken.map((delivery) => delivery !== null)).toEqual([true, false, false, false]);
  const dueAt = await Promise.all(ids.map((id) => redis.zscore(redisKeys.deliveriesDue, id)));
  expect(dueAt.slice(1).map((at) => Number(at) - later)).toEqual([2 * spacingMs, 3 * spacingMs, 4 * spacingMs]);
  // Nobody else takes what is on its way; a worker that was killed leaves it to the others.
  expect(await takeAt(ids[0] ?? '', later + 19_999)).toBeNull();
  expect(await takeAt(ids[0] ?? '', later + 20_000)).toMatchObject({ watch: watch.id });
});

test('a watch that is resumed has its deliveries when they would have been tried, but those of an address that accepts at once', async () => {
  await addWatch(redis, watch, 1);
  await tell('1');
  const [id = ''] = await dueDeliveries(redis, now);
  const delivery = await take(id);
  if (delivery === null) throw new Error('There is no delivery.');
  await retryDelivery(redis, id, { delivery: { ...delivery, failures: 3 }, at: now + 120_000, nextAt: now });
  for (let pauses = 0; pauses < 3; pauses++) {
    await resumeDeliveries(redis, watch.id, now);
    expect(await dueDeliveries(redis, now + 119_999)).toEqual([]);
    await holdDelivery(redis, id, now + 120_000);
    expect(await dueDeliveries(redis, now + 120_000)).toEqual([]);
  }
  await resumeDeliveries(redis, watch.id, now + 1);
  // Its three days begin anew.
  expect(await take(id, now + 120_000)).toMatchObject({ failures: 3, createdAt: now + 1 });
  await retryDelivery(redis, id, { delivery: { ...delivery, failures: 4 }, at: now + 600_000, nextAt: now });
  await hastenDeliveries(redis, watch.id, { now, leaseMs: 20_000 });
  expect(await dueDeliveries(redis, now)).toEqual([id]);
});

test('thousands that are due are read at once, those that the caller knows and those that are gone left out', async () => {
  await addWatch(redis, watch, 1);
  await tell('1');
  const [known = ''] = await dueDeliveries(redis, now);
  const text = (await redis.hget(redisKeys.deliveries, known)) ?? '';
  const ids = Array.from({ length: 1200 }, (_, at) => `msg_${String(at).padStart(4, '0')}`);
  await redis.hset(redisKeys.deliveries, Object.fromEntries(ids.map((id) => [id, text])));
  await redis.zadd(redisKeys.deliveriesDue, ...[...ids, 'msg_gone'].flatMap((id) => [String(now), id]));
  const due = await readDueDeliveries(redis, now, (id) => id === known);
  expect(due.map(({ id }) => id)).toEqual(ids);
  await deleteWatch(redis, watch);
  expect((await readDueDeliveries(redis, now, () => false))[0]).toEqual({ id: ids[0], watchId: watch.id, watch: null });
});

test('a watch whose words are no well-formed Unicode is told, paused, resumed and deleted as every other', async () => {
  const search = { ...watch.search, keyword: 'nurse \ud800' };
  await addWatch(redis, { ...watch, search, url: 'https://example.com/?\ud800' }, 1);
  expect(await tell('1')).toBe(1);
  expect(await changeWatch(redis, watch.id, { state: 'paused', reason: 'Why.' })).toMatchObject({ state: 'paused' });
  expect(await tell('2')).toBe(0);
  expect(await changeWatch(redis, watch.id, { state: 'active', reason: null })).toMatchObject({ search });
  const [id = ''] = await dueDeliveries(redis, now);
  expect(await readDueDeliveries(redis, now, () => false)).toMatchObject([
    { id, watchId: watch.id, watch: { search } },
  ]);
  expect(await take(id)).toMatchObject({ count: 1 });
  await deleteWatch(redis, watch);
  expect(await redis.keys('*')).toEqual(['js:{watches}:revision']);
});

test('a watch that this release cannot read is left out and stays as it is', async () => {
  await addWatch(redis, watch, 1);
  const later = JSON.stringify({ ...watch, id: 'later', rhythm: 'daily' });
  const unreadable = JSON.stringify({ ...watch, id: 'unreadable', search: 7 });
  await redis.hset(redisKeys.watches, { later, unreadable, damaged: '{"id":' });
  const { watches, unreadable: left } = await readWatches(redis);
  expect([watches.map(({ id }) => id).toSorted(), left]).toEqual([['later', watch.id], 2]);
  await changeWatch(redis, 'later', { state: 'paused', reason: 'Why.' });
  expect(JSON.parse((await redis.hget(redisKeys.watches, 'later')) ?? '')).toMatchObject({
    ...{ rhythm: 'daily', state: 'paused' },
  });
  expect(await changeWatch(redis, 'unreadable', { state: 'paused' })).toBeNull();
  expect(await redis.hget(redisKeys.watches, 'unreadable')).toBe(unreadable);
});

test('more deliveries may wait while none has failed', async () => {
  await addWatch(redis, watch, 1);
  const many = (from: number) => Array.from({ length: mostOpenings }, (_, at) => `${from} ${at}`);
  for (let at = 0; at < mostUntried; at++) expect(await tell(...many(at))).toBe(mostOpenings);
  expect(await tell('one more')).toBe(-1);
  expect((await readWatch(redis, watch.id))?.reason).toMatch(/^200 deliv/);
});

test('a deleted watch leaves nothing behind and receives nothing', async () => {
  await addWatch(redis, watch, 1);
  await tell('1');
  await deleteWatch(redis, watch);
  expect(await tell('2')).toBe(0);
  expect(await redis.keys('*')).toEqual(['js:{watches}:revision']);
});
