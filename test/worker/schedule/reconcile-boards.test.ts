import { beforeEach, describe, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { readBoardProgress } from '../../../shared/schedule/board-figures.js';
import { reconcileBoards } from '../../../worker/schedule/reconcile-boards.js';
import { releaseDue } from '../../../worker/schedule/release-due.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { boardEntries, createScheduleStage, type ScheduleStage } from '../lib/schedule-stage.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => void (await redis.flushall()));

/** Reads all boards of a stage once. */
async function readAll(stage: ScheduleStage): Promise<void> {
  await stage.addWorker('w');
  while ((await releaseDue(stage.context)) > 0) for (const job of stage.queued.splice(0)) await stage.end(job);
}
const fast = { perMinute: 60_000 };

describe('boards enter', () => {
  test('at once and in the order of the file when there are many', async () => {
    const stage = createScheduleStage(redis, boardEntries(1200, fast));
    await reconcileBoards(stage.context);
    const order = await redis.zrangebyscore(redisKeys.boardsDue, '-inf', '+inf');
    expect(order).toEqual(stage.keys);
    expect(await readBoardProgress(redis, new Date(stage.now + 2000))).toMatchObject({ total: 1200, neverRead: 1200 });
    expect(Math.max(...(await stage.waits()).map(Number))).toBeLessThanOrEqual(2);
  });

  test('a minute after the start when there are few: a search reads them sooner', async () => {
    const stage = createScheduleStage(redis, boardEntries(3));
    await reconcileBoards(stage.context);
    expect(await stage.waits()).toEqual([60, 60, 60]);
  });

  test('at once when they are the first ones of a service that started without any', async () => {
    const former = createScheduleStage(redis, []);
    await reconcileBoards(former.context);
    const stage = createScheduleStage(redis, boardEntries(3));
    stage.now = former.now;
    await reconcileBoards(stage.context);
    expect(await stage.waits()).toEqual([0, 0, 0]);
  });

  test('at once when they are new in a file that is scheduled already; those that left it leave the schedule', async () => {
    const former = createScheduleStage(redis, boardEntries(3, fast));
    await reconcileBoards(former.context);
    former.now += 61_000;
    await readAll(former);
    const stage = createScheduleStage(redis, [...boardEntries(2, fast), ...boardEntries(1, fast, 'new')]);
    stage.now = former.now;
    await reconcileBoards(stage.context);
    const [first, second, added] = await stage.waits();
    expect([first, second, added]).toEqual([426, 426, 0]);
    const left = former.keys[2] ?? '';
    for (const name of [redisKeys.boardsDue, redisKeys.boardsRead]) expect(await redis.zscore(name, left)).toBeNull();
    expect(await redis.hexists(redisKeys.boardRecords, left)).toBe(0);
    expect(await readBoardProgress(redis, new Date(stage.now))).toMatchObject({ total: 3, neverRead: 1 });
  });

  test('spread over the rest of their fresh time when they are held, though the schedule was lost', async () => {
    const stage = createScheduleStage(redis, boardEntries(60, fast));
    let number = 0;
    stage.context.chance = () => (number++ % 10) / 10;
    await reconcileBoards(stage.context);
    stage.now += 1000;
    await readAll(stage);
    const { boardsDue, boardsRead, boardRecords, boardsInFlight } = redisKeys;
    await redis.del(boardsDue, boardsRead, boardRecords, boardsInFlight);
    stage.now += 60_000;
    await reconcileBoards(stage.context);
    const waits = (await stage.waits()).map(Number);
    expect([Math.min(...waits), Math.max(...waits)]).toEqual([246, 516]);
    expect(await readBoardProgress(redis, new Date(stage.now))).toMatchObject({ neverRead: 0, oldestAgeSeconds: 60 });
  });
});

describe('times that no rule explains are replaced', () => {
  test('after the clock was set back by a day', async () => {
    const stage = createScheduleStage(redis, boardEntries(60, fast));
    stage.now += 86_400_000;
    await reconcileBoards(stage.context);
    stage.now += 1000;
    await readAll(stage);
    await redis.zadd(redisKeys.boardsInFlight, stage.now + 360_000, stage.keys[0] ?? '');
    stage.now -= 86_400_000;
    await reconcileBoards(stage.context);
    expect(Math.max(...(await stage.waits()).map(Number))).toBeLessThanOrEqual(600);
    expect(await redis.zcard(redisKeys.boardsInFlight)).toBe(0);
  });

  test('but not the end of a long cooldown', async () => {
    const stage = createScheduleStage(redis, boardEntries(60, fast));
    await reconcileBoards(stage.context);
    await stage.addWorker('w');
    await releaseDue(stage.context);
    const [job] = stage.queued;
    if (job === undefined) throw new Error('Nothing was queued.');
    for (let failure = 0; failure < 8; failure++) await stage.end(job, 'failed');
    const [wait] = await stage.waits();
    expect(wait).toBeGreaterThan(1800);
    await reconcileBoards(stage.context);
    expect((await stage.waits())[0]).toBe(wait);
  });
});

test('a quiet board is due after its fresh time again, as soon as searches find its postings', async () => {
  const stage = createScheduleStage(redis, boardEntries(1));
  await reconcileBoards(stage.context);
  for (let reading = 0; reading < 8; reading++) {
    stage.now += Math.max(0, (await stage.waits())[0] ?? 0) * 1000 + 1000;
    await stage.addWorker('w');
    await releaseDue(stage.context);
    for (const job of stage.queued.splice(0)) await stage.end(job, { version: 'v1' });
  }
  expect((await stage.waits())[0]).toBeGreaterThan(1500);
  await stage.find(stage.keys);
  await reconcileBoards(stage.context);
  expect(await stage.waits()).toEqual([600]);
});

test('an emptied Redis is filled again', async () => {
  const stage = createScheduleStage(redis, boardEntries(80, fast));
  await reconcileBoards(stage.context);
  await redis.flushall();
  await reconcileBoards(stage.context);
  expect(await readBoardProgress(redis, new Date(stage.now + 1000))).toMatchObject({
    total: 80,
    neverRead: 80,
    due: 80,
  });
});
