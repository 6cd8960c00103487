import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { projectFile } from '../../shared/project-file.js';

const folder = mkdtempSync(join(tmpdir(), 'start-redis-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

type Settings = { socket?: string; data?: string; appendOnly?: 'yes' | 'no' };

function start(
  passwordFile: string | null,
  { socket = 'none.sock', data = folder, appendOnly = 'no' }: Settings = {},
): ChildProcess {
  const listen = ['--port', '0', '--unixsocket', join(folder, socket)];
  const settings = [...listen, '--dir', data, '--appendonly', appendOnly, '--save', ''];
  const child = spawn('sh', [projectFile('docker/start-redis.sh'), ...settings], {
    env: { PATH: process.env.PATH, ...(passwordFile === null ? {} : { REDIS_PASSWORD_FILE: passwordFile }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function ready({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('Redis has no output to read.');
  for await (const line of createInterface({ input: stdout })) if (/ready to accept connections/i.test(line)) return;
  throw new Error('Redis ended before it was ready.');
}

function connect(socket: string, password?: string): Redis {
  const options = { path: join(folder, socket), maxRetriesPerRequest: 0, retryStrategy: () => null };
  const redis = new Redis({ ...options, ...(password === undefined ? {} : { password }) });
  redis.on('error', () => undefined);
  return redis;
}

/** The reply to PING with this password, or the first word of the error. */
async function ping(socket: string, password?: string): Promise<string> {
  const redis = connect(socket, password);
  try {
    return await redis.ping();
  } catch (error) {
    return error instanceof Error ? (/^\w+/.exec(error.message)?.[0] ?? '') : String(error);
  } finally {
    redis.disconnect();
  }
}

test.each([
  ['is missing', () => join(folder, 'missing')],
  ['cannot be read', () => folder],
  ['is empty', () => '/dev/null'],
])('Redis does not start when its password file %s', async (_, file) => {
  const child = start(file());
  let stderr = '';
  child.stderr?.on('data', (bytes) => {
    stderr += String(bytes);
  });
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(stderr).toMatch(
    /^REDIS_PASSWORD_FILE=.* cannot be read or is empty\. Redis does not start without its password\.$/m,
  );
});

test('Redis requires the password in the file, whatever characters it has, and does not show it in the process list', async () => {
  const password = 'a "quoted" \\ and $HOME `word` 50%';
  writeFileSync(join(folder, 'password'), `${password}\n`);
  const child = start(join(folder, 'password'), { socket: 'with.sock' });
  await ready(child);
  expect(await ping('with.sock')).toBe('NOAUTH');
  expect(await ping('with.sock', 'another')).toBe('WRONGPASS');
  expect(await ping('with.sock', password)).toBe('PONG');
  expect(child.spawnargs.join(' ')).not.toContain('quoted');
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('Redis has no password when no file is named', async () => {
  const child = start(null, { socket: 'without.sock' });
  await ready(child);
  expect(await ping('without.sock')).toBe('PONG');
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('a dump.rdb in an empty folder is restored although Redis appends to a file, and only once', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  const run = async (appendOnly: 'yes' | 'no', use: (redis: Redis) => Promise<unknown>): Promise<unknown> => {
    const child = start(null, { socket: 'restored.sock', data, appendOnly });
    await ready(child);
    const redis = connect('restored.sock');
    const result = await use(redis);
    redis.disconnect();
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
    return result;
  };
  await run('no', async (redis) => {
    await redis.set('key', 'as backed up');
    await redis.save();
  });
  expect(await run('yes', (redis) => redis.getset('key', 'written since'))).toBe('as backed up');
  expect(readdirSync(data).sort()).toEqual(['appendonlydir', 'dump.rdb.restored']);
  copyFileSync(join(data, 'dump.rdb.restored'), join(data, 'dump.rdb'));
  expect(await run('yes', (redis) => redis.get('key'))).toBe('written since');
});
