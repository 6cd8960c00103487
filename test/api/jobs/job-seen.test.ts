import { expect, test } from '@jest/globals';
import { copiesOf, writeJobCopies } from '../../../shared/search/lookup.js';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { jobRecord } from '../../lib/job-record.js';
import { boardSource } from '../../lib/start-service.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { createBoardCollector } from '../../worker/lib/collect-boards.js';

const later = closeLater();
const { redis } = await suiteRedis('working');

test('a job was last seen when its board was read, also after its duplicates were found', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Baker' }]);
  // Redis drops at once what was fresh days ago; first sightings are kept in seconds.
  const start = new Date(1000 * Math.floor(Date.now() / 1000));
  const collector = later(createBoardCollector(redis, [boardSource('acme', board.baseUrl)], start), (each) =>
    each.close(),
  );
  const id = (await collector.read('acme')).jobs[0]?.id ?? '';
  const first = start.toISOString();
  // As lists show it while it is read no later.
  const shown = jobRecord({
    ...{ id, firstSeenAt: first, alsoOn: [{ source: 'beta', url: 'https://beta.example/1' }] },
    seen: { first, last: first, reposted: 0, repostedAt: null, sameElsewhere: 7 },
  });
  await writeJobCopies(redis, { id, ...copiesOf(shown) }, 3_600_000);
  expect((await collector.job(id))?.seen).toEqual(shown.seen);
  collector.now = new Date(start.getTime() + 3_600_000);
  await collector.read('acme');
  const { seen, lastSeenAt, firstSeenAt } = (await collector.job(id)) ?? {};
  expect([lastSeenAt, firstSeenAt]).toEqual([collector.now.toISOString(), first]);
  expect(seen).toEqual({ ...shown.seen, last: collector.now.toISOString() });
});
