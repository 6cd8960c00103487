import { expect, test } from '@jest/globals';
import { createReadHeld } from '../../../api/jobs/ask-held.js';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { boardSource } from '../../lib/start-service.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { createBoardCollector } from '../../worker/lib/collect-boards.js';

const later = closeLater();
const { redis } = await suiteRedis('working');

test('an opening is read once for each version of its board', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  const start = new Date(1000 * Math.floor(Date.now() / 1000));
  const collector = later(createBoardCollector(redis, [boardSource('acme', board.baseUrl)], start), (each) =>
    each.close(),
  );
  const readHeld = createReadHeld({ redis, now: () => collector.now });
  board.setJobs('acme', [{ id: 1, title: 'Baker', content: '<p>You know SQL.</p>' }]);
  const id = (await collector.read('acme')).jobs[0]?.id ?? '';
  const [first, same] = await Promise.all([readHeld(id), readHeld(id)]);
  expect(first).toMatchObject({ job: { title: 'Baker' }, closedAt: null, evidence: { SQL: 'You know SQL.' } });
  expect(same).toBe(first);
  expect(await readHeld(id)).toBe(first);

  collector.now = new Date(start.getTime() + 3_600_000);
  await collector.read('acme');
  expect((await readHeld(id))?.lastSeenAt).toBe(collector.now.getTime());
  board.setJobs('acme', [{ id: 1, title: 'Baker', content: '<p>You know Python.</p>' }]);
  collector.now = new Date(start.getTime() + 2 * 3_600_000);
  await collector.read('acme');
  expect((await readHeld(id))?.evidence).toEqual({ Python: 'You know Python.' });
  expect(await readHeld('job_0000000000000000')).toBeNull();
});
