import { afterEach, describe, expect, test } from '@jest/globals';
import { startApi } from '../../../api/start-api.js';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { checkRedisServer, replaysEverything } from '../../../shared/redis/redis-server.js';
import { startWorker } from '../../../worker/start-worker.js';
import { startRedis } from '../../lib/start-redis.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A Redis with the given settings, and what the check of it logs. */
async function checked(settings: readonly string[], { persistent = false, url = (at: string) => at } = {}) {
  const server = await startRedis({ settings, persistent });
  closing.push(() => server.stop());
  const lines: string[] = [];
  const logger = createLogger('warn', 'test', { write: (line) => void lines.push(line) });
  const redis = connectRedis(url(server.url), 'asking', logger);
  closing.push(() => redis.disconnect());
  await redisReady(redis, 3000);
  const thrown = await checkRedisServer(redis, logger).then(
    () => null,
    (error: Error) => error.message,
  );
  return { thrown, lines, url: server.url };
}

describe('the settings of Redis when a process starts', () => {
  test('neither API nor worker starts where API keys may be evicted', async () => {
    const { thrown, url } = await checked(['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
    expect(thrown).toMatch(/maxmemory-policy allkeys-lru.*API keys.*maxmemory-policy noeviction/);
    const config = readConfig({
      ...{ REDIS_URL: url, PORT: '0', LOG_LEVEL: 'silent' },
      SOURCES: projectFile('ops/chart/files/sources.json'),
    });
    const options = { config, logger: createLogger('silent', 'test'), now: () => new Date() };
    await expect(startApi(options)).rejects.toThrow(/maxmemory-policy noeviction/);
    await expect(startWorker({ ...options, id: 'w' })).rejects.toThrow(/maxmemory-policy noeviction/);
  });

  test('a policy that evicts only expiring keys logs a warning; without a limit nothing is evicted', async () => {
    const volatile = await checked(['--maxmemory', '50mb', '--maxmemory-policy', 'volatile-lru']);
    expect([volatile.thrown, volatile.lines.length]).toEqual([null, 1]);
    expect(volatile.lines[0]).toContain('maxmemory-policy volatile-lru');
    const unlimited = await checked(['--maxmemory-policy', 'allkeys-lru']);
    expect([unlimited.thrown, unlimited.lines]).toEqual([null, []]);
  });

  test.each([
    ['off', 'off', 1],
    ['off ~* &* +@all', 'off-with-rights', 0],
    ['on >word resetkeys resetchannels -@all', 'on-without-rights', 1],
  ])('the default user "%s" with an append-only file', async (rights, _name, warnings) => {
    const account = { url: (at: string) => at.replace('unix://', 'unix://svc:pw@') };
    const users = ['--user', 'svc', 'on', '>pw', '~*', '&*', '+@all', '--user', 'default', ...rights.split(' ')];
    const { thrown, lines } = await checked(users, { persistent: true, ...account });
    expect([thrown, lines.length]).toEqual([null, warnings]);
    if (warnings === 1) expect(lines[0]).toContain('user default off ~* &* +@all');
  });

  test('the rights of a user are read from ACL GETUSER', () => {
    const user = (commands: string, keys: string) => [
      'flags',
      ['off'],
      'passwords',
      [],
      'commands',
      commands,
      'keys',
      keys,
    ];
    expect(replaysEverything(user('+@all', '~*'))).toBe(true);
    expect(replaysEverything(user('-@all', ''))).toBe(false);
    expect(replaysEverything(user('+@all -@admin', '~*'))).toBe(false);
    expect(replaysEverything(user('+@all', '~js:*'))).toBe(false);
  });
});
