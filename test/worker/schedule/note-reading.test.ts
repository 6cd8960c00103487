import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CollectJob } from '../../../shared/queue/queues.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { readBoardProgress } from '../../../shared/schedule/board-figures.js';
import { noteReading } from '../../../worker/schedule/note-reading.js';
import { reconcileBoards } from '../../../worker/schedule/reconcile-boards.js';
import { releaseDue } from '../../../worker/schedule/release-due.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { boardEntries, createScheduleStage, type ScheduleStage } from '../lib/schedule-stage.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => void (await redis.flushall()));

async function start(entries: readonly object[]): Promise<ScheduleStage> {
  const stage = createScheduleStage(redis, entries);
  await reconcileBoards(stage.context);
  stage.now += 61_000;
  return stage;
}

/** Moves the clock until the first board is due, and queues it. */
async function release(stage: ScheduleStage): Promise<CollectJob> {
  const [wait] = await stage.waits();
  stage.now += Math.max(0, (wait ?? 0) + 1) * 1000;
  await stage.addWorker('w');
  await releaseDue(stage.context);
  const [job] = stage.queued.splice(0);
  if (job === undefined) throw new Error('Nothing was queued.');
  return job;
}

describe('after a reading a board is read next', () => {
  test('within its fresh time, spread over its second half the first time', async () => {
    const stage = await start(boardEntries(1));
    await stage.end(await release(stage), { version: 'v1' });
    expect(await stage.waits()).toEqual([426]);
    expect(await readBoardProgress(redis, new Date(stage.now))).toEqual({
      ...{ total: 1, neverRead: 0, due: 0, overdue: 0, oldestAgeSeconds: 0 },
    });
  });

  test('later when it brings nothing new, as the next reading’s fresh time says', async () => {
    const stage = await start(boardEntries(1));
    await stage.end(await release(stage), { version: 'v1' });
    const second = await release(stage);
    expect(second.freshSeconds).toBe(600);
    await stage.end(second, { version: 'v1' });
    expect(await stage.waits()).toEqual([564]);
    const third = await release(stage);
    expect(third.freshSeconds).toBe(750);
    await stage.end(third, { version: 'v1' });
    expect(await stage.waits()).toEqual([705]);
    expect((await release(stage)).freshSeconds).toBe(938);
  });

  test('sooner when it keeps changing and searches find its postings', async () => {
    const stage = await start(boardEntries(1));
    for (let version = 0; version < 4; version++) {
      await stage.find(stage.keys);
      const job = await release(stage);
      await stage.end(job, { version: `v${version}` });
    }
    expect(await stage.waits()).toEqual([282]);
  });

  test('when its settings say so, whatever it brings', async () => {
    const stage = await start(boardEntries(1, { freshSeconds: 21_600 }));
    for (const version of ['v1', 'v1', 'v1', 'v2']) {
      await stage.find(stage.keys);
      const job = await release(stage);
      expect(job.freshSeconds).toBe(21_600);
      await stage.end(job, { version });
    }
    expect(await stage.waits()).toEqual([20_304]);
  });

  test('not more often than once a minute, however short its fresh time is', async () => {
    const stage = await start(boardEntries(1, { freshSeconds: 10 }));
    await stage.end(await release(stage));
    expect((await stage.waits())[0]).toBeGreaterThanOrEqual(42);
  });

  test('when its cooldown ends, after a failure, and its former postings count as held', async () => {
    const stage = await start(boardEntries(1));
    await stage.end(await release(stage));
    const readAt = stage.now;
    await stage.end(await release(stage), 'failed');
    expect((await stage.waits())[0]).toBeGreaterThanOrEqual(15);
    expect((await stage.waits())[0]).toBeLessThanOrEqual(16);
    const age = Math.round((stage.now - readAt) / 1000);
    expect(await readBoardProgress(redis, new Date(stage.now))).toMatchObject({ neverRead: 0, oldestAgeSeconds: age });
    stage.now += 20_000;
    await stage.end(await release(stage), 'failed');
    expect((await stage.waits())[0]).toBeGreaterThanOrEqual(30);
  });

  test('in a minute after a failure of our own', async () => {
    const stage = await start(boardEntries(1));
    await stage.end(await release(stage), 'ours');
    expect(await stage.waits()).toEqual([61]);
  });

  test('as planned, when its collection went to the browser and has not ended', async () => {
    const stage = await start(boardEntries(1));
    const job = await release(stage);
    expect(await noteReading(stage.context, job, stage.now)).toBe(false);
    expect(await redis.zcard(redisKeys.boardsInFlight)).toBe(1);
    await stage.end(job);
    expect(await redis.zcard(redisKeys.boardsInFlight)).toBe(0);
  });

  test('only when it is in the sources file', async () => {
    const stage = await start(boardEntries(2));
    const job = await release(stage);
    const without = createScheduleStage(redis, boardEntries(1, {}, 'another'));
    expect(await noteReading(without.context, job, stage.now)).toBe(false);
  });
});

test('a host whose boards take many requests gets a longer fresh time', async () => {
  const stage = await start(boardEntries(1));
  await stage.end(await release(stage), { version: 'v1', pages: 960 });
  expect((await release(stage)).freshSeconds).toBe(1200);
});
