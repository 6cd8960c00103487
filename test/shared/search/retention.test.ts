import { beforeEach, describe, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { keepRepeated, nobody, noteKept, ownerOf } from '../../../shared/search/retention.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const anna = ownerOf('address:192.0.2.1');
const ben = ownerOf('address:192.0.2.2');

/** Stores this many bytes for an owner, for this many seconds, or a day once requested again. */
async function keep(name: string, { owner = anna, bytes = 100, seconds = 60, budget = 300, narrowed = '' } = {}) {
  const key = redisKeys.document(name);
  const until = Date.now() + seconds * 1000;
  await redis.hset(key, { owner, until: Date.now() + 86_400_000, ...(narrowed === '' ? {} : { narrowed }) });
  await redis.pexpireat(key, until);
  return noteKept(redis, { key, until, bytes }, owner === nobody ? null : { owner, bytes: budget }, {
    now: Date.now(),
  });
}

const held = async (): Promise<string[]> => {
  const keys = await redis.keys('js:{doc:*');
  return keys.map((key) => /doc:(\w+)/.exec(key)?.[1] ?? '').sort();
};
const secondsLeft = async (name: string): Promise<number> =>
  Math.round((await redis.pttl(redisKeys.document(name))) / 1000);

describe('the stored searches of one caller', () => {
  test('stay within its budget: the earliest to expire is dropped first, never the one just written', async () => {
    for (const name of ['a', 'b', 'c']) expect(await keep(name)).toBe(0);
    expect(await keep('d')).toBe(1);
    expect(await held()).toEqual(['b', 'c', 'd']);
    expect(await keep('e', { bytes: 1000 })).toBe(3);
    expect(await held()).toEqual(['e']);
  });

  test('are dropped before what the same caller requested again', async () => {
    await keep('a');
    await keepRepeated(redis, redisKeys.document('a'), anna);
    await keep('b');
    await keep('c');
    await keep('d');
    expect(await held()).toEqual(['a', 'c', 'd']);
    expect(await secondsLeft('a')).toBeGreaterThan(80_000);
    expect(await secondsLeft('c')).toBeLessThanOrEqual(60);
  });

  test('leave room for a new search even when repeated ones fill the budget', async () => {
    const rareMs = 900_000;
    const add = async (name: string, seconds: number) => {
      const key = redisKeys.document(name);
      const until = Date.now() + seconds * 1000;
      await redis.hset(key, { owner: anna, until });
      return noteKept(redis, { key, until, bytes: 100 }, { owner: anna, bytes: 800 }, { now: Date.now(), rareMs });
    };
    for (let at = 0; at < 8; at++) await add(`r${at}`, 50_000 + at);
    for (const name of ['x', 'y', 'z']) await add(name, 600);
    expect(await held()).toEqual(['r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'y', 'z']);
  });

  test('keep what a later search needs, however early it was written', async () => {
    const shared = redisKeys.collection('c-shared');
    const write = async (key: string, uses: readonly string[], seconds: number) => {
      const until = Date.now() + seconds * 1000;
      await redis.hset(key, { owner: anna, until });
      await redis.pexpireat(key, until);
      await noteKept(redis, { key, until, bytes: 100, uses }, { owner: anna, bytes: 300 }, { now: Date.now() });
    };
    await write(shared, [], 30);
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) await write(redisKeys.document(name), [shared], 40 + at);
    expect(await held()).toEqual(['c', 'd']);
    expect(await redis.pttl(shared)).toBeGreaterThan(41_000);
    // Nothing needs it any more: it goes before what is newer.
    for (const name of ['e', 'f', 'g']) await write(redisKeys.document(name), [], 60);
    expect(await redis.exists(shared)).toBe(0);
  });

  test('never drop a document to add its own records, even when all else expires later', async () => {
    for (const name of ['a', 'b']) {
      await keep(name);
      await keepRepeated(redis, redisKeys.document(name), anna);
    }
    await keep('c');
    const key = redisKeys.furtherRecords('c', 'v1');
    await redis.hset(key, { owner: anna });
    await noteKept(
      redis,
      { key, until: Date.now() + 30_000, bytes: 100 },
      { owner: anna, bytes: 300 },
      { now: Date.now() },
    );
    expect(await redis.exists(redisKeys.document('c'), key)).toBe(2);
    expect(await redis.exists(redisKeys.document('a'), redisKeys.document('b'))).toBe(1);
  });

  test('do not count what another caller requested too, which stays', async () => {
    await keep('a');
    await keepRepeated(redis, redisKeys.document('a'), ben);
    for (const name of ['b', 'c', 'd', 'e']) await keep(name);
    expect(await held()).toEqual(['a', 'c', 'd', 'e']);
  });

  test('do not evict what others keep', async () => {
    for (const name of ['a', 'b', 'c']) await keep(name);
    for (const name of ['f', 'g', 'h', 'i']) await keep(name, { owner: ben });
    expect(await held()).toEqual(['a', 'b', 'c', 'g', 'h', 'i']);
  });

  test('leave no trace of the caller after they expire', async () => {
    await keep('a', { seconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await redis.keys('js:{owned*')).toEqual([]);
  });

  test('identify no one: an address cannot be read from a key', async () => {
    await keep('a');
    expect((await redis.keys('*')).join(' ')).not.toContain('192.0.2.1');
  });
});

test('a search requested again is kept longer, with the narrowed collections it was made from', async () => {
  const part = redisKeys.collection('part');
  await redis.hset(part, { owner: nobody, until: Date.now() + 86_400_000 });
  await redis.pexpire(part, 60_000);
  await keep('a', { narrowed: 'part other' });
  await keepRepeated(redis, redisKeys.document('a'), anna);
  expect(await redis.pttl(part)).toBeGreaterThan(80_000_000);
  const score = Number(await redis.zscore(redisKeys.kept, part));
  expect(score).toBeGreaterThan(Date.now() + 80_000_000);
});

test('an expired search is not restored by a request', async () => {
  await keepRepeated(redis, redisKeys.document('gone'), anna);
  expect(await redis.keys('*')).toEqual([]);
});
