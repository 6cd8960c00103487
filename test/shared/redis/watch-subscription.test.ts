import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type FaultProxy, startFaultProxy } from '../../../bench/faults/fault-proxy.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { watchSubscription } from '../../../shared/redis/watch-subscription.js';
import { startCluster, type TestCluster } from '../../lib/start-cluster.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const logger = createLogger('silent', 'test');
const opened: { disconnect(): void }[] = [];
let redis: TestRedis;
let proxy: FaultProxy;
let cluster: TestCluster;

beforeAll(async () => {
  redis = await startRedis();
  proxy = await startFaultProxy(redis.url.replace('unix://', ''));
  cluster = await startCluster();
});
afterEach(() => {
  for (const connection of opened.splice(0)) connection.disconnect();
});
afterAll(async () => {
  await proxy.close();
  await redis.stop();
  await cluster.stop();
});

async function listen(url: string): Promise<RedisConnection> {
  const connection = connectRedis(url, 'listening', logger);
  opened.push(connection);
  await redisReady(connection, 5000);
  await connection.subscribe('js:news');
  return connection;
}

/** The next such event, whatever errors the connection tells meanwhile; resolves with its second argument. */
const next = (connection: RedisConnection, event: string): Promise<unknown> =>
  new Promise((resolve) => connection.once(event, (_, second) => resolve(second)));

/** Resolves with what comes on the channel, published again and again: a subscription that is being renewed misses some. */
async function hears(listening: RedisConnection, publish: () => Promise<unknown>): Promise<unknown> {
  const told = next(listening, 'message');
  const timer = setInterval(() => void publish(), 100);
  try {
    return await told;
  } finally {
    clearInterval(timer);
  }
}

test('a subscription whose connection died in silence is made anew and hears again', async () => {
  const listening = await listen(`redis://127.0.0.1:${proxy.port}`);
  const telling = new Redis(redis.url.replace('unix://', ''));
  opened.push(telling);
  proxy.setWay({ kind: 'forgotten' });
  const renewed = next(listening, 'close');
  expect(await hears(listening, () => telling.publish('js:news', 'after'))).toBe('after');
  await renewed;
});

test('a subscription that works is kept', async () => {
  const listening = await listen(redis.url);
  let closed = 0;
  listening.on('close', () => {
    closed += 1;
  });
  watchSubscription(listening, 20);
  for (let pings = 0; pings < 5; pings++) await listening.ping();
  expect(closed).toBe(0);
});

test('a subscription to a cluster that no longer hears is made anew', async () => {
  const listening = await listen(cluster.url);
  let echo = '';
  const subscribe = listening.subscribe.bind(listening);
  listening.subscribe = ((channel: string) => {
    echo = channel;
    return subscribe(channel);
  }) as typeof listening.subscribe;
  watchSubscription(listening, 100);
  await hears(listening, () => listening.publish('js:news', 'before'));
  const renewed = next(listening, 'close');
  // As if its messages were lost: it hears nothing of what it publishes.
  await listening.unsubscribe(echo);
  await renewed;
  expect(await hears(listening, () => listening.publish('js:news', 'after').catch(() => 0))).toBe('after');
});
