import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey, listKeys, noteKeysUsed } from '../../../shared/auth/key-store.js';
import { addUsage, usageField } from '../../../shared/auth/key-usage.js';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { canonicalUrl } from '../../../shared/search/canonical-url.js';
import { readClosedJob, writeClosedJobs } from '../../../shared/search/collections/collected-jobs.js';
import { writeStatsEvent } from '../../../shared/stats/write-stats.js';
import { type ToldOpening, tellOpenings } from '../../../shared/watches/deliveries.js';
import { addWatch } from '../../../shared/watches/watch.js';
import { emptyRecord, readOpeningRecord, writeOpeningRecord } from '../../../worker/openings/opening-record.js';
import { jobRecord } from '../../lib/job-record.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { storedWatch } from '../../lib/stored-watch.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const file = join(folder, 'backup.gz');
const now = Date.now();
let servers: [TestRedis, TestRedis];
let full: RedisConnection;
let empty: RedisConnection;

beforeAll(async () => {
  servers = [await startRedis(), await startRedis()];
  [full, empty] = servers.map(({ url }) => connectRedis(url, 'working', createLogger('silent', 'test'))) as [
    RedisConnection,
    RedisConnection,
  ];
  await Promise.all([redisReady(full, 10_000), redisReady(empty, 10_000)]);
  await fill(full);
  expect(command(0, 'backup', file)).toMatchObject({ status: 0, stdout: '' });
});
afterAll(async () => {
  full.disconnect();
  empty.disconnect();
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => empty.flushall());

/** Runs a command of the program on one of the two Redis. */
function command(server: 0 | 1, ...words: string[]) {
  return spawnSync(process.execPath, [projectFile('scripts/job-search.mjs'), ...words], {
    env: { ...process.env, REDIS_URL: servers[server].url },
    encoding: 'utf8',
  });
}

/** What a held job has beside a shown one. */
const heldOnly = { description: '', places: [], remoteRegions: [], tags: [], requisitionId: null };

const opening = (id: string): ToldOpening => ({ record: '{"a":1}', source: 'acme', same: [id], alike: [] });

const boardJob = (at: number): string => `job_${String(at).padStart(16, '0')}`;

/** Writes some of everything, by the functions of the service. */
async function fill(redis: RedisConnection): Promise<void> {
  const record = { owner: 'key_1', plan: 'pro', lastFour: 'abcd', createdAt: now };
  await addKey(redis, hashKey(createKey()), { ...record, id: 'key_1', name: 'acme' });
  await addKey(redis, hashKey(createKey()), { ...record, id: 'key_2', name: 'late', revokedAt: now });
  await noteKeysUsed(redis, new Map([['key_1', now]]));
  await addUsage(redis, new Map([[usageField('key_1', 'searches'), 3]]), new Date(now));
  for (const id of ['watch_1', 'watch_2']) {
    await addWatch(redis, storedWatch(id, now), 10);
    const openings = Array.from({ length: 5 }, (_, at) => opening(`${id} ${at}`));
    await tellOpenings(redis, id, { openings, now, spacingMs: 1000 });
  }
  await redis.hset(redisKeys.watchedBoards, 'board:acme', `v1 ${now}`);
  const open = Array.from({ length: 300 }, (_, at) => ({
    id: boardJob(at),
    firstSeen: at + 1,
    hash: 'h'.repeat(16),
    absence: null,
  }));
  await writeOpeningRecord(redis, 'acme', { ...emptyRecord('board:acme'), stockAt: 0, open });
  const closedAt = now - 86_400_000;
  await writeClosedJobs(redis, [
    {
      job: { ...jobRecord({ id: 'job_gone' }), ...heldOnly, seen: { same: 0 } },
      ...{ descriptionHtml: '', lastSeenAt: closedAt, closedAt },
    },
  ]);
  for (const id of ['1', '2'])
    await writeStatsEvent(redis, id, {
      at: now,
      sums: new Map([['searches', 1]]),
      sumsLatest: new Map(),
      sources: new Map(),
      sourcesLatest: new Map(),
      places: new Map([
        [
          'Berlin, Germany',
          { inGazetteer: false, searches: 1, took: new Map(), jobs: new Map(), callers: new Set(['c']) },
        ],
      ]),
      jobs: new Set(['a', `b${id}`]),
    });
  await redis.hset(redisKeys.account('ada'), { revision: '3', kept: 'packed', changedAt: String(now) });
  // What can be collected again, and a session, which is begun again by signing in.
  await redis.set(redisKeys.session('session', 'hash'), '{}');
  await redis.set(redisKeys.suggestions, 'words');
  await redis.hset(redisKeys.document('d'), 'a', '1');
}

/** Every key with its type, value and time to live, as far as a second goes. */
async function contents(redis: RedisConnection): Promise<Record<string, unknown>> {
  const names = (await redis.keys('*')).sort();
  const rows = names.map(async (name) => {
    const type = await redis.type(name);
    const read = {
      string: async () => (await redis.getBuffer(name))?.toString('latin1'),
      hash: () => redis.hgetall(name),
      set: async () => (await redis.smembers(name)).sort(),
      zset: () => redis.zrange(name, '0', '-1', 'WITHSCORES'),
    }[type as 'string' | 'hash' | 'set' | 'zset'];
    return [name, [type, await read()]] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

test('restores what cannot be collected again, and nothing else, whole and for as long', async () => {
  const restored = command(1, 'restore', file);
  expect(restored.stderr).toMatch(/^Restored: 2 API keys, 2 watches, the openings of 1 boards, 1 closed openings, /);
  expect(restored.status).toBe(0);
  const before = await contents(full);
  for (const name of [
    redisKeys.suggestions,
    redisKeys.document('d'),
    redisKeys.kept,
    redisKeys.session('session', 'hash'),
  ])
    delete before[name];
  expect(Object.keys(before).length).toBeGreaterThan(20);
  const { [redisKeys.kept]: kept, ...after } = await contents(empty);
  expect(after).toEqual(before);
  // When a full Redis may drop it: as it expires.
  const drops = expect.stringMatching(/^\d{13}$/);
  const address = redisKeys.closedUrl(canonicalUrl(jobRecord().url));
  expect(kept).toEqual(['zset', [address, drops, redisKeys.closedJob('job_gone'), drops]]);
  for (const name of Object.keys(before)) {
    const [was, is] = await Promise.all([full.pttl(name), empty.pttl(name)]);
    expect({ name, since: Math.abs(was - is) < 20_000 }).toEqual({ name, since: true });
  }
  expect((await listKeys(empty)).map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([
    ['key_1', now],
    ['key_2', null],
  ]);
  expect((await readOpeningRecord(empty, 'acme'))?.open[299]).toMatchObject({ id: boardJob(299), firstSeen: 300 });
  expect((await readClosedJob(empty, 'job_gone', new Date(now)))?.job.id).toBe('job_gone');
  const again = [opening('watch_1 0')];
  expect(await tellOpenings(empty, 'watch_1', { openings: again, now, spacingMs: 1000 })).toBe(0);
});

test('is readable by its owner alone, and can be written to standard output', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { stdout } = spawnSync(process.execPath, [projectFile('scripts/job-search.mjs'), 'backup', '-'], {
    env: { ...process.env, REDIS_URL: servers[0].url },
  });
  const [head = '', ...rows] = gunzipSync(stdout).toString().trimEnd().split('\n');
  expect(JSON.parse(head)).toMatchObject({ format: 'job-search backup', version: 1 });
  expect(JSON.parse(rows.at(-1) ?? '')).toEqual({ end: true, rows: rows.length - 1 });
});

test('refuses a Redis that is not empty unless it is forced, and then replaces what a backup has', async () => {
  await empty.set('other', '1');
  await addWatch(empty, storedWatch('watch_3', now), 10);
  const refused = command(1, 'restore', file);
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain('This Redis is not empty: it has 4 keys. Stop the service, and add --force');
  expect(await empty.hkeys(redisKeys.watches)).toEqual(['watch_3']);
  expect(command(1, 'restore', file, '--force').status).toBe(0);
  expect((await empty.hkeys(redisKeys.watches)).sort()).toEqual(['watch_1', 'watch_2']);
  expect(await empty.get('other')).toBe('1');
});

const changed: readonly (readonly [string, (lines: string[]) => string[], RegExp])[] = [
  ['cut off', (lines) => lines.slice(0, -1), /its end is missing/],
  ['without a line', (lines) => lines.toSpliced(3, 1), /its end is missing/],
  ['of another version', ([head = '', ...rest]) => [head.replace('"version":1', '"version":2'), ...rest], /version 2/],
  ['of something else', () => ['{"a":1}'], /does not begin like a backup/],
  ['damaged', (lines) => lines.with(2, '{"part":"keys"}'), /a line is damaged/],
  [
    'with a foreign key',
    (lines) => lines.with(2, JSON.stringify({ part: 'keys', key: 'js:{asked}', type: 'string', value: ['1'] })),
    /a key that is never backed up/,
  ],
  [
    'with a score that is no number',
    (lines) => lines.with(2, zset('NaN')),
    /invalid scores of js:\{watches\}:due\. \(line 3\)/,
  ],
  [
    'with a key of the wrong type',
    (lines) => lines.with(2, row('keys', redisKeys.apiKeys, 'string', ['1'])),
    /has js:\{keys\} as a string; it is a set\. \(line 3\)/,
  ],
  [
    'with an API key that has no plan',
    (lines) => lines.with(2, row('keys', redisKeys.apiKey('h'), 'hash', ['id', 'key_1'])),
    /an API key \(js:\{key:h\}\) without its plan, owner or dates/,
  ],
  [
    'with a last use that is no number',
    (lines) => lines.with(2, row('keys', redisKeys.apiKeysUsed, 'hash', ['key_1', 'soon'])),
    /invalid counts of js:\{keys\}:used/,
  ],
  ['that ends a life before time began', (lines) => lines.with(2, zset('1', -5)), /a line is damaged/],
  [
    'with a line longer than a process can hold',
    (lines) => lines.with(2, `"${' '.repeat(70_000_000)}"`),
    /a line has more than 64000000 bytes\. \(line/,
  ],
  ['with a nested line', (lines) => lines.with(2, '['.repeat(5_000_000)), /is not a complete backup/],
];

function row(part: string, key: string, type: string, value: string[], expiresAt?: number): string {
  return JSON.stringify({ part, key, type, value, expiresAt });
}

function zset(score: string, expiresAt?: number): string {
  return row('watches', redisKeys.deliveriesDue, 'zset', ['msg_1', score], expiresAt);
}

test.each(changed)('writes nothing of a file that is %s', async (name, change, reason) => {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const broken = join(folder, `${name}.gz`);
  writeFileSync(broken, gzipSync(change(lines).join('\n')));
  const refused = command(1, 'restore', broken);
  expect(refused.stderr).toMatch(reason);
  expect(refused.status).toBe(2);
  expect(await empty.dbsize()).toBe(0);
  // Nor is anything deleted for it.
  await addWatch(empty, storedWatch('watch_3', now), 10);
  const before = await contents(empty);
  expect(command(1, 'restore', broken, '--force').status).toBe(2);
  expect(await contents(empty)).toEqual(before);
});

test('ends without a stack where a file of some megabytes has a line of gigabytes', async () => {
  const bomb = join(folder, 'bomb.gz');
  const [head = ''] = gunzipSync(readFileSync(file)).toString().split('\n');
  const packed = createGzip();
  const written = pipeline(packed, createWriteStream(bomb));
  packed.write(`${head}\n"`);
  const part = Buffer.alloc(16_000_000, 'a');
  for (let at = 0; at < 100; at++) if (!packed.write(part)) await once(packed, 'drain');
  packed.end();
  await written;
  expect(statSync(bomb).size).toBeLessThan(3_000_000);
  const refused = command(1, 'restore', bomb);
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toBe(`${bomb} is not a complete backup: a line has more than 64000000 bytes. (line 2)\n`);
});

test('keeps what there was where Redis cannot take the backup, and is done again', async () => {
  await addWatch(empty, storedWatch('watch_3', now), 10);
  const before = await contents(empty);
  // As a restore that was killed leaves it.
  await empty.set(`${redisKeys.watchesRevision}:restoring`, 'half');
  await empty.config('SET', 'maxmemory', '1');
  const refused = command(1, 'restore', file, '--force');
  await empty.config('SET', 'maxmemory', '0');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/^Nothing was replaced: .*maxmemory/);
  expect(await contents(empty)).toEqual(before);
  expect(command(1, 'restore', file, '--force').status).toBe(0);
  const whole = await contents(empty);
  expect(Object.keys(whole).filter((name) => name.endsWith(':restoring'))).toEqual([]);
  expect((await empty.hkeys(redisKeys.watches)).sort()).toEqual(['watch_1', 'watch_2']);
  expect(command(1, 'restore', file, '--force').status).toBe(0);
  expect(await contents(empty)).toEqual(whole);
});

test('explains a missing file, one that is no backup, and a command without a file', () => {
  expect(command(1, 'restore', join(folder, 'none')).stderr).toContain('no such file');
  const plain = join(folder, 'plain');
  writeFileSync(plain, 'text');
  expect(command(1, 'restore', plain).stderr).toContain('is not a complete backup');
  expect(command(1, 'backup').stderr).toMatch(/Name one file\.\n\nUsage:/);
  expect(command(0, 'backup', join(folder, 'none', 'file')).stderr).toContain('no such file');
});
