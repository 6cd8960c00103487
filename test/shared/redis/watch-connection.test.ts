import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createLogger } from '../../../shared/logger.js';
import {
  connectRedis,
  type RedisConnection,
  type RedisPurpose,
  redisReady,
  watchConnection,
} from '../../../shared/redis/redis.js';
import { startCluster, type TestCluster } from '../../lib/start-cluster.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { type FaultProxy, startFaultProxy } from '../../suites/faults/fault-proxy.js';

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
  watchConnection(listening, { listens: true, everyMs: 20 });
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
  watchConnection(listening, { listens: true, everyMs: 100 });
  await hears(listening, () => listening.publish('js:news', 'before'));
  const renewed = next(listening, 'close');
  // As if its messages were lost: it hears nothing of what it publishes.
  await listening.unsubscribe(echo);
  await renewed;
  expect(await hears(listening, () => listening.publish('js:news', 'after').catch(() => 0))).toBe('after');
});

test('connections that nobody uses and that died in silence are made anew', async () => {
  proxy.setWay({ kind: 'open' });
  const purposes: RedisPurpose[] = ['asking', 'working', 'gathering', 'taking'];
  const idle = purposes.map((purpose) => connectRedis(`redis://127.0.0.1:${proxy.port}`, purpose, logger));
  opened.push(...idle);
  for (const connection of idle) await redisReady(connection, 5000);
  const closed = idle.map((connection) => next(connection, 'close'));
  proxy.setWay({ kind: 'forgotten' });
  await Promise.all(closed);
  for (const connection of idle) await redisReady(connection, 5000);
  expect(await Promise.all(idle.map((connection) => connection.ping()))).toEqual(purposes.map(() => 'PONG'));
}, 20_000);

test('a copy that waits for jobs is made anew with its connection, and still waits', async () => {
  const taking = connectRedis(redis.url, 'taking', logger) as Redis;
  opened.push(taking);
  await redisReady(taking, 5000);
  const copy = taking.duplicate();
  opened.push(copy);
  await redisReady(copy, 5000);
  const waits = copy.bzpopmin('js:{jobs}', 10);
  const renewed = next(copy, 'close');
  taking.disconnect(true);
  await renewed;
  await redisReady(copy, 5000);
  await redisReady(taking, 5000);
  await taking.zadd('js:{jobs}', 1, 'job');
  expect(await waits).toEqual(['js:{jobs}', 'job', '1']);
});
