import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, type RedisPurpose, redisReady } from '../../../shared/redis/redis.js';
import {
  classifyCommandError,
  classifyEventError,
  isRedisFull,
  isRedisUnavailable,
  RedisMisusedError,
} from '../../../shared/redis/redis-errors.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const logger = createLogger('silent', 'test');
let redis: TestRedis | null = null;
const open: RedisConnection[] = [];

afterEach(async () => {
  for (const connection of open.splice(0)) if (connection.status !== 'end') connection.disconnect();
  await redis?.stop();
  redis = null;
});

function connect(url: string, purpose: RedisPurpose = 'asking'): RedisConnection {
  const connection = connectRedis(url, purpose, logger);
  open.push(connection);
  return connection;
}

async function start(settings: readonly string[] = []): Promise<RedisConnection> {
  redis = await startRedis({ settings });
  const connection = connect(redis.url);
  await redisReady(connection, 5000);
  return connection;
}

/** A promise's rejection, as the service classifies errors. */
async function outcome(work: Promise<unknown>): Promise<'full' | 'unavailable' | 'other' | 'none'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (isRedisFull(error)) return 'full';
    return isRedisUnavailable(error) ? 'unavailable' : 'other';
  }
}

const big = 'x'.repeat(3_000_000);

test('a command without a connection is unavailable, by socket, by port and from a pipeline', async () => {
  for (const address of ['unix:///nowhere/redis.sock', 'redis://127.0.0.1:1']) {
    const connection = connect(address);
    expect(await outcome(connection.get('js:a'))).toBe('unavailable');
    const [result] = (await connection.pipeline().get('js:a').exec()) ?? [];
    expect(isRedisUnavailable(result?.[0])).toBe(true);
    expect(await outcome(connection.multi().get('js:a').exec())).toBe('unavailable');
  }
});

test('a command whose connection breaks or that times out is unavailable', async () => {
  const connection = await start();
  const blocked = connection.blpop('js:none', 0);
  const copy = (connection as Redis).duplicate();
  open.push(copy);
  await redisReady(copy, 5000);
  const copied = copy.blpop('js:none', 0);
  redis?.kill();
  expect(await Promise.all([outcome(blocked), outcome(copied)])).toEqual(['unavailable', 'unavailable']);
});

test('a command on a closed connection is unavailable', async () => {
  const connection = await start();
  await connection.quit();
  expect(await outcome(connection.get('js:a'))).toBe('unavailable');
});

test('a full Redis refuses commands, transactions and scripts as full, and still serves reads', async () => {
  const connection = await start(['--maxmemory', '2mb']);
  await connection.set('js:first', big).catch(() => undefined);
  expect(await outcome(connection.set('js:a', '1'))).toBe('full');
  expect(await outcome(connection.multi().set('js:a', '1').set('js:b', '1').exec())).toBe('full');
  expect(await outcome(connection.eval("return redis.call('set', KEYS[1], '1')", 1, 'js:a'))).toBe('full');
  expect(await outcome(connection.get('js:first'))).toBe('none');
});

test('an invalid command is an ordinary error', async () => {
  const connection = await start();
  await connection.set('js:a', '1');
  expect(await outcome(connection.multi().lpush('js:a', '1').exec())).toBe('none');
  expect(await outcome(connection.call('NOSUCH') as Promise<unknown>)).toBe('other');
});

test('the errors of a Redis that is loading or failing over are unavailable', async () => {
  const connection = await start();
  const reply = async (code: string): Promise<string> =>
    outcome(connection.eval('return redis.error_reply(ARGV[1])', 0, `${code} said so`));
  for (const code of ['LOADING', 'BUSY', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'MISCONF', 'NOREPLICAS'])
    expect([code, await reply(code)]).toEqual([code, 'unavailable']);
  expect(await reply('EXECABORT Transaction discarded because of: MISCONF')).toBe('unavailable');
  expect(await reply('ERR Error running script (call to f_1): @user_script:1: -OOM')).toBe('full');
  expect(await reply('ERR syntax error')).toBe('other');
});

test('a value of a wrong type is unavailable, and its error names the keys but no other argument', async () => {
  const connection = await start();
  await connection.set('js:a', 'text');
  const script = "return redis.call('LPUSH', KEYS[2], ARGV[1])";
  for (const work of [
    () => connection.lpush('js:a', 'secret'),
    () => connection.eval(script, 2, 'js:b', 'js:a', 'secret'),
  ]) {
    const error = await work().then(String, (refused: Error) => refused);
    expect(error).toBeInstanceOf(RedisMisusedError);
    expect(String(error)).toMatch(/WRONGTYPE.* \((?:lpush of js:a|eval of js:b, js:a)\)$/);
  }
  await connection.hset('js:h', 'count', 'text');
  for (const work of [() => connection.incr('js:a'), () => connection.hincrby('js:h', 'count', 1)])
    expect(await work().catch((refused: Error) => refused)).toBeInstanceOf(RedisMisusedError);
});

test('the error of a file, a fetch or our own code is never classified as Redis', async () => {
  expect(await outcome(readFile('/nowhere/redis.sock'))).toBe('other');
  expect(await outcome(fetch('http://127.0.0.1:1/'))).toBe('other');
  expect(isRedisUnavailable(new Error('OOM command not allowed'))).toBe(false);
  expect(isRedisUnavailable('LOADING')).toBe(false);
  const mistake = new TypeError('x is not a function');
  expect(classifyCommandError(mistake)).toBe(mistake);
});

test("a queue's error event is classified when it comes from a socket, and unchanged otherwise", () => {
  const socket = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(isRedisUnavailable(classifyEventError(socket))).toBe(true);
  const own = new Error('Missing lock for job 7. moveToFinished');
  expect(classifyEventError(own)).toBe(own);
});
