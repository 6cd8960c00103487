import { expect, test } from '@jest/globals';
import { startFakeBoard } from '../../lib/fake-board.js';
import { later, until } from '../../lib/processes/watching.js';
import { boardSource, startService } from '../../lib/start-service.js';

test('a host that is down is asked by one request at a time, GET /api says so, and its boards go on when it answers', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  const names = Array.from({ length: 300 }, (_, at) => `b${at}`);
  for (const [at, name] of names.entries()) {
    board.setJobs(name, [{ id: at, title: `Nurse ${at}` }]);
    board.setMood(name, { kind: 'status', status: 503 });
  }
  const sources = names.map((name) =>
    boardSource(name, board.baseUrl, { perMinute: 600, concurrency: 4, freshSeconds: 60 }),
  );
  const service = later(await startService({ sources }), (each) => each.close());
  type Check = { status: string; observedValue: number; output: string | null };
  const check = async (name: string): Promise<Check | undefined> => (await service.get('/api')).body.checks[name]?.[0];
  await until(async () => (await check('hosts:failing'))?.status === 'warn');
  expect(await check('hosts:failing')).toMatchObject({ observedValue: 1, output: expect.stringContaining(board.host) });
  for (const name of names) board.setMood(name, { kind: 'well' });
  const failed = board.asked.length;
  // The pauses grew from a tenth of a second to more than five: requests that had their turns at once count once.
  expect(failed).toBeLessThan(16);
  await until(async () => ((await check('boards:neverRead'))?.observedValue ?? names.length) <= names.length - 50);
  expect(await check('hosts:failing')).toMatchObject({ status: 'pass', observedValue: 0, output: null });
}, 60_000);
