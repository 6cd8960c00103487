import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { collectionWordsField, packWords, readSuggestions } from '../../../shared/search/word-counts.js';
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
  await publishWords({ redis, keys: () => ['one', 'two', 'gone'] });
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
  const one = createWordPublisher({ redis, logger, keys, settleMs: 1, everyMs: 300 });
  const other = createWordPublisher({ redis, logger, keys, settleMs: 1, everyMs: 300 });
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
});
