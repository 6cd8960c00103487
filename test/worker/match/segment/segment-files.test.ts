import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pino from 'pino';
import { packSections } from '../../../../worker/match/index/sections.js';
import { createSegmentFiles, SegmentLost } from '../../../../worker/match/segment/segment-files.js';
import { noWorkerMetrics } from '../../../../worker/process/metrics.js';

let folder = '';
let said: string[] = [];
let failed: string[] = [];
const metrics = { ...noWorkerMetrics, segmentFailed: (step: string) => void failed.push(step) };
const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'segments-'));
  said = [];
  failed = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ref = { key: 'c-1', version: 'v1', source: 'acme', isBoard: true };
const bytes = packSections(
  { source: 'acme' },
  { hot: { head: Uint8Array.of(1, 2, 3) }, cold: { tail: Uint8Array.of(4, 5, 6) } },
);
const tailAt = bytes.length - 8;

describe('segment files', () => {
  test('give back what was kept: at once, after writing, and to another process', async () => {
    const files = createSegmentFiles({ folder, logger });
    expect(files.read(ref)).toBeNull();
    const kept = files.keep(ref, bytes);
    expect([...kept.readBytes(tailAt, 3)]).toEqual([4, 5, 6]);
    await files.close();
    expect([...kept.readBytes(tailAt, 3)]).toEqual([4, 5, 6]);
    const read = createSegmentFiles({ folder, logger }).read(ref);
    expect([[...(read?.hot ?? [])], [...(read?.readBytes(tailAt, 3) ?? [])]]).toEqual([[...kept.hot], [4, 5, 6]]);
    expect(readdirSync(folder)).toEqual(['c-1@v1.segment']);
  });

  test('hold nothing but the hot part in memory once they are written', async () => {
    const files = createSegmentFiles({ folder, logger });
    const keep = () => {
      const cold = { tail: new Uint8Array(1_000_000).fill(7) };
      const whole = packSections({ source: 'acme' }, { hot: { head: Uint8Array.of(1) }, cold });
      return { memory: new WeakRef(whole.buffer), kept: files.keep(ref, whole), at: whole.length - 1_000_000 };
    };
    const { memory, kept, at } = keep();
    await files.close();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // A weak reference is kept until the task that made it has ended.
    for (let turns = 0; turns < 20 && memory.deref() !== undefined; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    expect(memory.deref()).toBeUndefined();
    expect([...kept.readBytes(at, 2)]).toEqual([7, 7]);
    await files.close();
  });

  test('that are damaged or cut off count as missing, and that is logged and counted', async () => {
    const files = createSegmentFiles({ folder, logger, metrics });
    expect(files.read(ref)).toBeNull();
    files.keep(ref, bytes);
    await files.close();
    const path = join(folder, 'c-1@v1.segment');
    const whole = readFileSync(path);
    writeFileSync(path, whole.with(20, 99));
    expect(files.read(ref)).toBeNull();
    writeFileSync(path, whole.subarray(0, 12));
    expect(files.read(ref)).toBeNull();
    expect(said).toHaveLength(2);
    expect(failed).toEqual(['read', 'read']);
    await files.close();
  });

  test('that are damaged after they were opened are deleted when they are read, and made again', async () => {
    const files = createSegmentFiles({ folder, logger, metrics });
    const path = join(folder, 'c-1@v1.segment');
    const kept = files.keep(ref, bytes);
    await files.close();
    writeFileSync(path, bytes.with(tailAt, 99));
    expect(() => kept.readBytes(tailAt, 3)).toThrow(SegmentLost);
    expect([readdirSync(folder), failed]).toEqual([[], ['read']]);
    expect(files.read(ref)).toBeNull();
    // A disk that does not keep what is written: the segment stays in memory.
    const second = files.keep(ref, bytes);
    await files.close();
    writeFileSync(path, bytes.with(tailAt, 99));
    expect(() => second.readBytes(tailAt, 3)).toThrow(SegmentLost);
    const third = files.keep(ref, bytes);
    await files.close();
    expect([[...third.readBytes(tailAt, 3)], readdirSync(folder)]).toEqual([[4, 5, 6], []]);
    await files.close();
  });

  test('that another process has replaced since they were opened are not deleted', async () => {
    const files = createSegmentFiles({ folder, logger });
    const path = join(folder, 'c-1@v1.segment');
    files.keep(ref, bytes);
    await files.close();
    const read = files.read(ref);
    writeFileSync(path, bytes.with(tailAt, 99));
    writeFileSync(join(folder, 'new'), bytes);
    renameSync(join(folder, 'new'), path);
    expect(() => read?.readBytes(tailAt, 3)).toThrow(SegmentLost);
    expect([...(files.read(ref)?.readBytes(tailAt, 3) ?? [])]).toEqual([4, 5, 6]);
    await files.close();
  });

  test('of another source are not read', async () => {
    const files = createSegmentFiles({ folder, logger, metrics });
    writeFileSync(join(folder, 'c-1@v1.segment'), packSections({ source: 'beta' }, { hot: {}, cold: {} }));
    expect([files.read(ref), failed, readdirSync(folder)]).toEqual([null, ['read'], []]);
    await files.close();
  });

  test('that cannot be written leave the segment in memory; writing is tried again later', async () => {
    let now = 0;
    const place = join(folder, 'place');
    writeFileSync(place, 'a file, not a folder');
    const files = createSegmentFiles({ folder: place, logger, now: () => now, metrics });
    const kept = files.keep(ref, bytes);
    await files.close();
    expect([...kept.readBytes(tailAt, 3)]).toEqual([4, 5, 6]);
    expect(said).toHaveLength(1);
    expect(failed).toEqual(['write']);
    rmSync(place);
    files.keep({ ...ref, version: 'v2' }, bytes);
    await files.close();
    expect(() => readdirSync(place)).toThrow();
    now = 60_000;
    files.keep({ ...ref, version: 'v3' }, bytes);
    await files.close();
    expect(readdirSync(place)).toEqual(['c-1@v3.segment']);
  });

  test('of replaced versions and of boards that are no longer held are deleted, after a while', async () => {
    const files = createSegmentFiles({ folder, logger });
    for (const [name, age] of Object.entries({ 'c-1@v1': 30, 'c-1@v2': 20, 'c-2@v1': 30, 'c-3@v1': 1 })) {
      writeFileSync(join(folder, `${name}.segment`), bytes);
      utimesSync(join(folder, `${name}.segment`), new Date(), Date.now() / 1000 - age * 60);
    }
    await files.clean(new Set(['c-1']));
    expect(readdirSync(folder).sort()).toEqual(['c-1@v2.segment', 'c-3@v1.segment']);
    await files.close();
  });

  test('of a version that is replaced are deleted after a while, without a restart', async () => {
    let now = 0;
    const files = createSegmentFiles({ folder, logger, now: () => now });
    for (const version of ['v1', 'v2', 'v3']) {
      files.keep({ ...ref, version }, bytes);
      await files.close();
      now += 900_000;
    }
    expect(readdirSync(folder).sort()).toEqual(['c-1@v2.segment', 'c-1@v3.segment']);
  });
});
