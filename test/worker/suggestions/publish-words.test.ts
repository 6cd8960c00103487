import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { collectionWordsField, packWords, readSuggestions } from '../../../shared/search/collections/word-counts.js';
import { createWordPublisher, publishWords } from '../../../worker/suggestions/publish-words.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let server: TestRedis;
let redis: RedisConnection;
const logger = createLogger('silent', 'test');
const words = { titles: [['Nurse', 2]], skills: [], companies: [['Inn', 3]], places: [] } as const;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'working', logger);
  await redisReady(redis, 10_000);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});
const now = () => new Date(0);
const hold = async (key: string, packed: Buffer) => redis.hset(redisKeys.collection(key), collectionWordsField, packed);

test('adds up the words of all boards that are held', async () => {
  await hold('one', await packWords(words));
  await hold(
    'two',
    await packWords({
      ...words,
      titles: [
        ['NURSE', 1],
        ['Baker', 1],
      ],
    }),
  );
  await publishWords({ redis, keys: () => ['one', 'two', 'gone'], now });
  expect(await readSuggestions(redis)).toEqual({
    titles: [
      ['Nurse', 3],
      ['Baker', 1],
    ],
    skills: [],
    companies: [['Inn', 6]],
    places: [],
  });
});

test('leaves out what has ended since its board was read, without waiting for a change', async () => {
  const hour = 3_600_000;
  let at = 100 * hour;
  const clock = () => new Date(at);
  const titles = [
    ['Nurse', 3],
    ['Baker', 1],
  ] as const;
  const ends = {
    skills: [],
    companies: [[0, 102, 1]],
    places: [],
    titles: [...[101, 102].map((each) => [0, each, 1] as const), [1, 102, 1]],
  } as const;
  await hold('three', await packWords({ ...words, titles, ends }));
  const options = { redis, keys: () => ['three'], now: clock };
  const published = async () => {
    await publishWords(options);
    const { titles: found = [], companies = [] } = (await readSuggestions(redis)) ?? {};
    return [...found, ...companies];
  };
  expect(await published()).toEqual([...titles, ['Inn', 3]]);
  at += hour;
  expect(await published()).toEqual([
    ['Nurse', 2],
    ['Baker', 1],
    ['Inn', 3],
  ]);
  at += hour;
  await redis.del(redisKeys.suggestionsLock);
  let renewed = (): void => undefined;
  const reads = new Promise<void>((resolve) => {
    renewed = resolve;
  });
  const keys = () => {
    renewed();
    return ['three'];
  };
  const publisher = createWordPublisher({ ...options, keys, logger, renewMs: 1 });
  await reads;
  await publisher.close();
  expect(await readSuggestions(redis)).toMatchObject({ titles: [['Nurse', 1]], companies: [['Inn', 2]] });
  await redis.del(redisKeys.suggestionsLock);
});

test('publishes soon after a change, and then not before the time is up', async () => {
  await redis.del(redisKeys.suggestions);
  let published = (): void => undefined;
  let times = 0;
  const next = () =>
    new Promise<void>((resolve) => {
      published = resolve;
    });
  const keys = () => {
    times += 1;
    published();
    return ['one'];
  };
  const one = createWordPublisher({ redis, logger, keys, now, settleMs: 1, everyMs: 300, growingMs: 300 });
  const other = createWordPublisher({ redis, logger, keys, now, settleMs: 1, everyMs: 300, growingMs: 300 });
  const first = next();
  const began = performance.now();
  one.changed();
  other.changed();
  await first;
  const second = next();
  one.changed();
  await second;
  expect(performance.now() - began).toBeGreaterThan(250);
  await Promise.all([one.close(), other.close()]);
  expect(times).toBeGreaterThanOrEqual(2);
  expect((await readSuggestions(redis))?.titles).toEqual([['Nurse', 2]]);
  await redis.del(redisKeys.suggestionsLock);
});

test('publishes sooner again while there are more and more words', async () => {
  await redis.del(redisKeys.suggestions);
  const boards = ['one'];
  const publisher = createWordPublisher({
    ...{ redis, logger, now, keys: () => boards, settleMs: 1, everyMs: 600_000, growingMs: 20 },
  });
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + 10_000;
    while (!(await holds())) {
      expect(performance.now()).toBeLessThan(end);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const untilCounted = (jobs: number) => until(async () => (await readSuggestions(redis))?.companies[0]?.[1] === jobs);
  publisher.changed();
  await untilCounted(3);
  await hold('more', await packWords({ ...words, titles: [['Baker', 1]], companies: [['Inn', 4]] }));
  boards.push('more');
  publisher.changed();
  await untilCounted(7);
  publisher.changed();
  await until(async () => (await redis.pttl(redisKeys.suggestionsLock)) > 100_000);
  await publisher.close();
  await redis.del(redisKeys.suggestionsLock);
});
