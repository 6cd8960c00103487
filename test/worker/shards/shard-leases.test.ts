import { beforeEach, expect, test } from '@jest/globals';
import { createShardLeases } from '../../../worker/shards/shard-leases.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const none = new Set<number>();
const now = () => new Date();
const join = (id: string, of = 5, leaseMs = 60_000) => createShardLeases({ redis, of, id, now, leaseMs });
const listed = (shards: ReadonlySet<number>) => [...shards].sort();

test('one worker holds every shard', async () => {
  expect(listed(await join('a').balance(none))).toEqual([0, 1, 2, 3, 4]);
});

test('workers hold equally many, each shard once, whenever they join', async () => {
  const [a, b, c] = [join('a'), join('b'), join('c')];
  await a.balance(none);
  expect(listed(await b.balance(none))).toEqual([]);
  const ofA = await a.balance(none);
  const ofB = await b.balance(none);
  expect([ofA.size, ofB.size]).toEqual([3, 2]);
  expect(listed(new Set([...ofA, ...ofB]))).toEqual([0, 1, 2, 3, 4]);
  await c.balance(none);
  const all = [await a.balance(ofA), await b.balance(ofB), await c.balance(none)];
  expect(all.map(({ size }) => size)).toEqual([2, 2, 1]);
  expect(all.flatMap((each) => [...each]).sort()).toEqual([0, 1, 2, 3, 4]);
});

test('the shards of a worker that leaves are taken at once, those of a lost one when its leases end', async () => {
  const [a, b, c] = [join('a'), join('b'), join('c', 5, 150)];
  await a.balance(none);
  await b.balance(none);
  await c.balance(none);
  await a.balance(none);
  await b.balance(none);
  expect((await c.balance(none)).size).toBe(1);
  await a.leave();
  const deadline = Date.now() + 5000;
  let ofB = await b.balance(none);
  while (ofB.size < 5 && Date.now() < deadline) ofB = await b.balance(ofB);
  expect(listed(ofB)).toEqual([0, 1, 2, 3, 4]);
});

test('a worker prefers the shards that it has loaded', async () => {
  const [a, b] = [join('a', 4), join('b', 4)];
  await b.balance(none);
  await a.balance(none);
  expect(listed(await b.balance(new Set([1, 3])))).toEqual([1, 3]);
  expect(listed(await a.balance(none))).toEqual([0, 2]);
});

test('a worker answers for a shard until another one says that it does', async () => {
  const [a, b] = [join('a'), join('b')];
  await a.setReady(2);
  expect([await a.isAnswered(2), await b.isAnswered(2), await a.isAnswered(1)]).toEqual([false, true, false]);
  await b.setReady(2);
  expect(await a.isAnswered(2)).toBe(true);
});
