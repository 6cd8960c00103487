import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { repairAof } from '../../start/repair-aof.js';
import { startRedis } from '../lib/start-redis.js';

const hole = '\0'.repeat(4132);
const command = (...words: string[]): string =>
  [`*${words.length}\r\n`, ...words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)].join('');
const set = (name: string): string => command('SET', name, 'kept');
const transaction = (name: string): string => command('MULTI') + set(name) + set(`${name}-too`) + command('EXEC');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mend-'));
  mkdirSync(join(folder, 'appendonlydir'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (number: number): string => join(folder, 'appendonlydir', `appendonly.aof.${number}.incr.aof`);

/** Append-only files as Redis 7 lists them, without a base. */
function write(...logs: string[]): void {
  const lines = logs.map((_, index) => `file appendonly.aof.${index + 1}.incr.aof seq ${index + 1} type i\n`);
  writeFileSync(join(folder, 'appendonlydir', 'appendonly.aof.manifest'), lines.join(''));
  for (const [index, log] of logs.entries()) writeFileSync(fileOf(index + 1), log);
}
const read = (number = 1): string => readFileSync(fileOf(number), 'utf8');

/** The keys in a Redis that starts on these files; throws its output when it does not start. */
async function namesHeld(): Promise<string[]> {
  const redis = await startRedis({ dir: folder, persistent: true });
  const connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
  try {
    await redisReady(connection, 10_000);
    return (await connection.keys('*')).sort();
  } finally {
    connection.disconnect();
    await redis.stop();
  }
}

describe('an append-only file with a hole left by a full disk', () => {
  test('keeps Redis from starting until the hole is cut out, and nothing is lost with it', async () => {
    write(set('a') + transaction('b') + hole + transaction('c') + hole + set('d'));
    await expect(namesHeld()).rejects.toThrow('Bad file format');
    expect(repairAof(folder)).toEqual([expect.stringMatching(/^appendonly\.aof\.1\.incr\.aof: removed 8264 bytes/)]);
    expect(read()).toBe(set('a') + transaction('b') + transaction('c') + set('d'));
    expect(await namesHeld()).toEqual(['a', 'b', 'b-too', 'c', 'c-too', 'd']);
    expect(repairAof(folder)).toEqual([]);
  });

  test('loses only the transaction that was cut off before the hole', async () => {
    write(set('a') + transaction('b').slice(0, -20) + hole + transaction('c'));
    expect(repairAof(folder)).toHaveLength(1);
    expect(await namesHeld()).toEqual(['a', 'c', 'c-too']);
  });

  test('keeps half a command at its end, as Redis truncates that by itself', async () => {
    write(set('a') + hole + set('b') + set('c').slice(0, -9));
    repairAof(folder);
    expect(read()).toBe(set('a') + set('b') + set('c').slice(0, -9));
    expect(await namesHeld()).toEqual(['a', 'b']);
  });

  test('is repaired at any block boundary, and zero bytes in values stay', () => {
    const binary = command('SET', 'binary', `${hole}*1\r\n$4\r\nPING\r\n`);
    const size = fc.integer({ min: 1_040_000, max: 1_052_000 });
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 9000 }), (before, long) => {
        const filler = command('SET', 'filler', 'x'.repeat(before));
        write(filler + binary + '\0'.repeat(long) + binary + filler);
        expect(repairAof(folder)).toHaveLength(1);
        expect(read() === filler + binary + binary + filler).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

test('an older file that ends in half a command loses it, since Redis truncates only the last file', async () => {
  write(set('a') + transaction('b').slice(0, -3), set('c'));
  await expect(namesHeld()).rejects.toThrow();
  repairAof(folder);
  expect([read(1), read(2)]).toEqual([set('a'), set('c')]);
  expect(await namesHeld()).toEqual(['a', 'c']);
});

test('complete files, their annotations and folders without any are unchanged', () => {
  const whole = `#TS:1795257162\r\n${set('a')}${transaction('b')}${command('SET', 'c', '')}`;
  write(whole, '', whole);
  const before = readdirSync(join(folder, 'appendonlydir'));
  expect(repairAof(folder)).toEqual([]);
  expect([read(1), read(2), read(3)]).toEqual([whole, '', whole]);
  expect(readdirSync(join(folder, 'appendonlydir'))).toEqual(before);
  rmSync(join(folder, 'appendonlydir'), { recursive: true });
  expect(repairAof(folder)).toEqual([]);
});

test('other damage is left to Redis, which reports it', async () => {
  write(set('a'));
  appendFileSync(fileOf(1), `garbage${set('b')}`);
  expect(repairAof(folder)).toEqual([]);
  await expect(namesHeld()).rejects.toThrow('Bad file format');
});
