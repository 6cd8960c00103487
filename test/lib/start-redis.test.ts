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

test('A private server responds at once and is removed after stop', async () => {
  const redis = await startRedis();
  expect(await ask(redis.url, 'PING')).toBe('+PONG');
  const { pid } = redis;
  await redis.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('A persistent server that was killed restarts on the same socket with its data', async () => {
  const redis = await startRedis({ persistent: true });
  expect(await ask(redis.url, 'SET city Bern')).toBe('+OK');
  redis.kill();
  await redis.restart();
  expect(await ask(redis.url, 'GET city')).toBe('$4\r\nBern');
  await redis.stop();
});
