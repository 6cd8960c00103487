import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { wholeJobSchema } from '../../../shared/search/job.js';
import { closeLater } from '../../lib/close-later.js';
import { type FakeJob, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

const content =
  '<p>You bake bread with three colleagues, plan the day before, look after the oven, and say early what will not be ready in time.</p>';
const baker: FakeJob = { id: 1, title: 'Baker', content, requisition: 'R-4711' };
const others = Array.from({ length: 5 }, (_, at) => ({ id: 10 + at, title: `Welder ${at}` }));

test('an opening is found with the time it was first seen on any board, and answered once it has closed', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [baker, ...others]);
  board.setJobs('beta', []);
  const service = later(
    await startService({
      sources: ['acme', 'beta'].map((id) => boardSource(id, board.baseUrl)),
      environment: { FRESH_SECONDS: '1', SCHEDULE: 'off' },
    }),
    (each) => each.close(),
  );
  /** Searches in new words, so that boards that are no longer fresh are read behind the answer, until it is as wanted. */
  let asked = 0;
  const searchUntil = async (isWanted: (body: Awaited<ReturnType<typeof service.search>>['body']) => boolean) => {
    for (;;) {
      asked += 1;
      const { status, body } = await service.search({ keyword: `baker -nothing${asked}` });
      if (status === 200 && isWanted(body)) return body;
      // Within the requests that an address may send in a minute.
      await pause(700);
    }
  };
  const [first] = (await searchUntil(({ page }) => page.total === 1)).jobs;
  expect(Date.now() - Date.parse(first.firstSeenAt)).toBeLessThan(20_000);

  // The same opening on another board, seen seconds later.
  await pause(1100);
  board.setJobs('beta', [{ ...baker, id: 2, content: `${content}<p>We are a family business.</p>` }]);
  const merged = await searchUntil(({ jobs }) => jobs[0]?.alsoOn.length === 1);
  expect(merged.jobs[0].firstSeenAt).toBe(first.firstSeenAt);
  const open = await service.get(`/api/jobs/${merged.jobs[0].id}`);
  expect(wholeJobSchema.parse(open.body)).toMatchObject({ firstSeenAt: first.firstSeenAt, closedAt: null });
  expect(Date.parse(open.body.lastSeenAt)).toBeGreaterThan(Date.parse(first.firstSeenAt));

  board.setJobs('acme', others);
  board.setJobs('beta', [{ ...baker, id: 2 }]);
  await searchUntil(({ jobs }) => jobs[0]?.source === 'beta' && jobs[0].alsoOn.length === 0);
  const closed = await service.get(`/api/jobs/${first.id}`);
  expect(closed.status).toBe(200);
  expect(wholeJobSchema.parse(closed.body)).toMatchObject({ title: 'Baker', firstSeenAt: first.firstSeenAt });
  expect(Date.parse(closed.body.closedAt)).toBeGreaterThanOrEqual(Date.parse(closed.body.lastSeenAt));
  expect((await service.get('/api/jobs/job_0000000000000000')).status).toBe(404);
});
