import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { startRedis } from './start-redis.js';

async function ask(url: string, command: string): Promise<string> {
  const connection = connect(url.replace('unix://', ''));
  connection.write(`${command}\r\n`);
  const [answer] = await once(connection, 'data');
  connection.destroy();
  return String(answer).trim();
}

test('A private server answers at once and is gone after stop', async () => {
  const redis = await startRedis();
  expect(await ask(redis.url, 'PING')).toBe('+PONG');
  const { pid } = redis;
  await redis.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('A persistent server that was killed comes back on the same socket with what was stored', async () => {
  const redis = await startRedis({ persistent: true });
  expect(await ask(redis.url, 'SET city Bern')).toBe('+OK');
  redis.kill();
  await redis.restart();
  expect(await ask(redis.url, 'GET city')).toBe('$4\r\nBern');
  await redis.stop();
});
