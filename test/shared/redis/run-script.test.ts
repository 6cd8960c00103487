import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, readScripts, redisReady } from '../../../shared/redis/redis.js';
import { runScript } from '../../../shared/redis/run-script.js';
import { closeLater } from '../../lib/close-later.js';
import { startCluster } from '../../lib/start-cluster.js';
import { startRedis } from '../../lib/start-redis.js';

const later = closeLater();
const folder = join('shared', 'redis', 'lua');
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.lua'))
  .map((file) => file.slice(0, -'.lua'.length));

let server: Awaited<ReturnType<typeof startRedis>>;
let redis: RedisConnection;
beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

test('Redis compiles every script, and every value that one reads has a name', async () => {
  expect(names.length).toBeGreaterThan(25);
  expect([...readScripts().keys()].sort()).toEqual(names.toSorted());
  for (const [name, { lua, keys, args }] of readScripts()) {
    expect([name, await redis.script('LOAD', lua)]).toEqual([name, expect.stringMatching(/^[0-9a-f]{40}$/)]);
    for (const [list, places] of [['KEYS', keys] as const, ['ARGV', args] as const]) {
      const read = [...lua.matchAll(new RegExp(`${list}\\[(\\d+)\\]`, 'g'))].map(([, at]) => Number(at));
      const known = places.at(-1)?.isList ? Number.POSITIVE_INFINITY : places.length;
      expect([name, list, read.filter((at) => at > known)]).toEqual([name, list, []]);
    }
  }
});

test('every script is run by the code, or included by one that is', () => {
  const sources = ['api', 'worker', 'shared'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(top, file), 'utf8')),
  );
  const scripts = names.map((name) => readFileSync(join(folder, `${name}.lua`), 'utf8'));
  const unused = names.filter(
    (name) =>
      !sources.some((text) => text.includes(`'${name}'`)) &&
      !scripts.some((text) => text.includes(`@include "${name.split('/').at(-1)}"`)),
  );
  expect(unused).toEqual([]);
});

test('a script that is run for the first time beside another command of its pipeline is run like it', async () => {
  const gathering = connectRedis(server.url, 'gathering', createLogger('silent', 'test'));
  try {
    await redisReady(gathering, 10_000);
    const [text, slots] = await Promise.all([
      gathering.get('test:none'),
      runScript(gathering, 'limits/take-search-slot', {
        keys: { searches: 'test:gathered' },
        args: { leaseMs: 1000, slots: 1, now: 10_000, id: 'one' },
      }),
    ]);
    expect([text, slots]).toEqual([null, []]);
  } finally {
    gathering.disconnect();
  }
});

test('a script is given what its file names, in any order', async () => {
  const take = (id: string, now: number) =>
    runScript(redis, 'limits/take-search-slot', {
      keys: { searches: 'test:slots' },
      args: { leaseMs: 1000, slots: 1, now, id },
    });
  expect(await take('one', 10_000)).toEqual([]);
  expect(await take('two', 10_500)).toEqual(['one', '10000']);
  expect(await take('two', 11_500)).toEqual([]);
});

test('a list takes all that follow, and a server that has lost the script is sent it again', async () => {
  const note = (used: (string | number)[]) =>
    runScript(redis, 'limits/note-keys-used', { keys: { lastUses: 'test:used' }, args: { used } });
  await note(['a', 5, 'b', 6]);
  await redis.script('FLUSH');
  await note(['a', 4, 'b', 7]);
  expect(await redis.hgetall('test:used')).toEqual({ a: '5', b: '7' });
});

test.each([
  [{ keys: {}, args: { used: [] } }, 'limits/note-keys-used: key lastUses is one value.'],
  [{ keys: { lastUses: 'a' }, args: { used: 'b' } }, 'limits/note-keys-used: argument used is a list.'],
  [{ keys: { lastUses: 'a' }, args: { used: [], more: 1 } }, 'limits/note-keys-used: argument more is unknown.'],
])('refuses %j', async (input, message) => {
  await expect(runScript(redis, 'limits/note-keys-used', input as never)).rejects.toThrow(new TypeError(message));
});

test('scripts at the same time find their keys on every node of a cluster', async () => {
  const cluster = later(await startCluster(), (each) => each.stop());
  const gathering = later(connectRedis(cluster.url, 'gathering', createLogger('silent', 'test')), (each) =>
    each.disconnect(),
  );
  await redisReady(gathering, 10_000);
  const runs = Array.from({ length: 30 }, (_, number) => `run-${number}`);
  const take = (lease: string) =>
    runScript(gathering, 'limits/take-export-slot', {
      keys: { leases: `js:{${lease}}` },
      args: { lease, now: 0, leaseEnd: Date.now() + 60_000, slots: 1 },
    });
  expect(await Promise.all(runs.map(take))).toEqual(runs.map(() => ''));
  const taken = await Promise.all(runs.map((lease) => gathering.zrange(`js:{${lease}}`, '0', '-1')));
  expect(taken).toEqual(runs.map((lease) => [lease]));
});
