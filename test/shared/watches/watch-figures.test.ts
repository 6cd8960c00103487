import { beforeEach, expect, test } from '@jest/globals';
import { endDelivery, holdDelivery, resumeDeliveries, tellOpenings } from '../../../shared/watches/deliveries.js';
import { addWatch, changeWatch, deleteWatch, readWatchFigures } from '../../../shared/watches/watch.js';
import { dueDeliveries } from '../../lib/due-deliveries.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const now = 1_800_000_000_000;
const watchOf = (id: string) => storedWatch(id, now);
const tell = (watch: string, id: string, at: number) =>
  tellOpenings(redis, watch, {
    openings: [{ record: '{}', source: 'a', same: [id], alike: [] }],
    now: at,
    spacingMs: 0,
  });
const figures = (at: number) => readWatchFigures(redis, new Date(at));

test('figures count watches, those that are paused, and the age of what active ones have not accepted', async () => {
  expect(await figures(now)).toEqual({ total: 0, paused: 0, deliveries: 0, oldestSeconds: 0 });
  for (const id of ['one', 'other']) await addWatch(redis, watchOf(id), 9);
  await tell('one', 'x', now);
  await tell('other', 'x', now + 5000);
  expect(await figures(now + 60_000)).toEqual({ total: 2, paused: 0, deliveries: 2, oldestSeconds: 60 });
  const [first = ''] = await dueDeliveries(redis, now);
  // A delivery that waits for its watch to be resumed is not late.
  await holdDelivery(redis, first, now);
  await changeWatch(redis, 'one', { state: 'paused', reason: 'Why.' });
  expect(await figures(now + 60_000)).toEqual({ total: 2, paused: 1, deliveries: 2, oldestSeconds: 55 });
  await changeWatch(redis, 'one', { state: 'active', reason: null });
  await resumeDeliveries(redis, 'one', now + 20_000);
  await deleteWatch(redis, watchOf('other'));
  expect(await figures(now + 60_000)).toEqual({ total: 1, paused: 0, deliveries: 1, oldestSeconds: 40 });
  await endDelivery(redis, first, { watch: 'one', nextAt: now });
  await changeWatch(redis, 'one', { state: 'paused', reason: 'Why.' });
  await deleteWatch(redis, watchOf('one'));
  expect(await figures(now + 60_000)).toEqual({ total: 0, paused: 0, deliveries: 0, oldestSeconds: 0 });
});
