import { beforeEach, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { analysisVersion } from '../../../worker/collect/crawl/crawl-manifest.js';
import { createQueueAnalyses } from '../../../worker/schedule/release-due.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { boardEntries, createScheduleStage } from '../lib/schedule-stage.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => void (await redis.flushall()));

test('boards that another release analysed are queued once after a start, behind all that is to be read', async () => {
  const stage = createScheduleStage(redis, boardEntries(4));
  const hold = (at: number, more: object) => {
    const times = { collectedAt: stage.now, freshUntil: stage.now + 600_000, staleUntil: stage.now + 86_400_000 };
    const head = { v: 1, source: `b-${at}`, version: 'x', ...times, jobs: 3, detail: null, ...more };
    return redis.hset(redisKeys.collection(stage.keys[at] ?? ''), 'head', JSON.stringify(head));
  };
  await hold(0, { analysis: analysisVersion() });
  await hold(1, { analysis: 'of the release before' });
  // Of a release that did not note it, and one without postings.
  await hold(2, {});
  await hold(3, { jobs: 0 });
  const queueAnalyses = createQueueAnalyses(stage.context);
  await queueAnalyses();
  expect(stage.queued.map(({ source }) => source)).toEqual(['b-1', 'b-2']);
  expect(stage.queued[0]).toMatchObject({ narrow: {}, newerThan: 0, priority: 4000 });
  await queueAnalyses();
  expect(stage.queued).toHaveLength(2);
});
