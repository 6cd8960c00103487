import { beforeEach, expect, test } from '@jest/globals';
import {
  type Delivery,
  dueDeliveries,
  mostDeliveries,
  mostOpenings,
  mostUntried,
  resumeDeliveries,
  retryDelivery,
  takeDelivery,
  tellOpenings,
  withinString,
} from '../../../shared/watches/deliveries.js';
import { addWatch, changeWatch, deleteWatch, readRevision, readWatch } from '../../../shared/watches/watch-store.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const now = 1_800_000_000_000;
const spacingMs = 5000;
const watch = storedWatch('watch_1', now);
const opening = (id: string, source = 'a') => ({
  ...{ record: withinString(JSON.stringify({ id })), source, same: [id], alike: [`like ${id}`] },
});
const tell = (...ids: string[]) =>
  tellOpenings(redis, watch.id, { openings: ids.map((id) => opening(id)), now, spacingMs });

/** Takes a delivery; `null` when there is none. */
async function take(id: string): Promise<Delivery | null> {
  const taken = await takeDelivery(redis, id, { now, quietMs: 900_000 });
  return taken === null || 'at' in taken ? null : taken.delivery;
}

/** The ids of the openings of a delivery; it counts as sent. */
async function sentIds(id: string | undefined): Promise<string[]> {
  const body = (await take(id ?? ''))?.body ?? '{"data":{"jobs":[]}}';
  return (JSON.parse(body) as { data: { jobs: { id: string }[] } }).data.jobs.map((job) => job.id);
}

test('openings are added to a delivery whose texts look like its own members', async () => {
  await addWatch(redis, watch, 9);
  const text = '"isSent":true,"count":50,"failures":3,"watch":"x"}]}}"} \\" \u2028 %d%1';
  const tellOf = (id: string) => {
    const record = withinString(JSON.stringify({ id, text }));
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
  expect(await dueDeliveries(redis, now)).toHaveLength(2);
});

test('of openings told together only those that are new are sent, whatever the bytes of their texts', async () => {
  await addWatch(redis, watch, 9);
  const many = (...ids: string[]) => {
    const openings = ids.map((id) => ({ ...opening(id), record: withinString(JSON.stringify({ id, text: 'ü€😀"' })) }));
    return tellOpenings(redis, watch.id, { openings, now, spacingMs });
  };
  expect(await many('a', 'b')).toBe(2);
  expect(await many('b', 'c', 'a', 'd', 'c')).toBe(2);
  const [first] = await dueDeliveries(redis, now);
  expect(await sentIds(first)).toEqual(['a', 'b', 'c', 'd']);
  expect(await many('e', 'a', 'f')).toBe(2);
  const second = (await dueDeliveries(redis, now)).find((id) => id !== first);
  expect(await take(second ?? '')).toMatchObject({ count: 2 });
  expect(await sentIds(second)).toEqual(['e', 'f']);
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
  const second = (await dueDeliveries(redis, now)).find((id) => id !== first);
  expect(await sentIds(second)).toEqual(['4']);
});

test('while a delivery fails the next ones wait and grow; a watch with too many is paused, and resumed with all of them', async () => {
  await addWatch(redis, watch, 1);
  await tell('first');
  const [first = ''] = await dueDeliveries(redis, now);
  const delivery = await take(first);
  if (delivery === null) throw new Error('There is no delivery.');
  await retryDelivery(redis, first, { delivery: { ...delivery, failures: 1 }, at: now + 30_000 });
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
  const due = await dueDeliveries(redis, now);
  expect(due).toHaveLength(mostDeliveries);
  const sent = (await Promise.all(due.map(sentIds))).flat();
  expect(new Set(sent).size).toBe(1 + mostOpenings * (mostDeliveries - 1));
  // What was not noted is sent after the next look.
  await redis.flushall();
  await addWatch(redis, watch, 1);
  expect(await tell('one more')).toBe(1);
});

test('a watch that accepted a delivery just now has the next one some seconds later, with what was told meanwhile', async () => {
  await addWatch(redis, { ...watch, lastDeliveryAt: new Date(now - spacingMs + 1).toISOString() }, 1);
  await tell('1');
  await tell('2');
  expect(await dueDeliveries(redis, now + spacingMs - 1)).toEqual([]);
  const [only = '', ...others] = await dueDeliveries(redis, now + spacingMs);
  expect([await sentIds(only), others]).toEqual([['1', '2'], []]);
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
