import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { freePort } from '../../lib/free-port.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

const token = 'a-token-of-some-length';
let board: FakeBoard;
let service: TestService;
let port: number;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [
    { id: 1, title: 'Nurse' },
    { id: 2, title: 'Baker' },
  ]);
  board.setJobs('beta', [{ id: 3, title: 'Cook' }]);
  board.setMood('gone', { kind: 'status', status: 404 });
  port = await freePort();
  const narrowing = { id: 'narrow', kind: 'site', search: `${board.baseUrl}/search?q={keyword}`, render: 'never' };
  service = await startService({
    sources: [...['acme', 'beta', 'gone'].map((id) => boardSource(id, board.baseUrl)), narrowing],
    environment: { ADMIN_PORT: String(port), ADMIN_TOKEN: token },
  });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

type Checks = Record<string, [{ observedValue: number | null; observedUnit: string; status: string }]>;

/** What `GET /api` says of boards. */
async function boards(): Promise<Record<string, number | null>> {
  const { body } = await service.get('/api');
  const checks = Object.entries(body.checks as Checks).filter(([name]) => name.startsWith('boards:'));
  for (const [, [check]] of checks) expect(check.status).toBe('pass');
  return Object.fromEntries(checks.map(([name, [{ observedValue }]]) => [name.slice(7), observedValue]));
}

/** The schedule takes up the boards within seconds, and the figures are cached for a second. */
async function until(holds: (now: Record<string, number | null>) => boolean): Promise<Record<string, number | null>> {
  for (let tries = 0; tries < 300; tries++) {
    const now = await boards();
    if (holds(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Not within thirty seconds: ${JSON.stringify(await boards())}`);
}

test('GET /api and the metrics tell how far the boards have been read', async () => {
  const before = await until(({ total }) => total === 3);
  expect(before.oldestAge ?? 0).toBeLessThan(60);
  await service.search({ keyword: 'nurse' });
  const after = await until(({ postings, failing }) => postings === 3 && failing === 1);
  expect(after).toEqual({
    ...{
      total: 3,
      neverRead: 1,
      failing: 1,
      gone: 0,
      forbidden: 0,
      overdue: 0,
      oldestAge: expect.any(Number),
      postings: 3,
    },
  });
  const headers = { authorization: `Bearer ${token}` };
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  expect(metrics).toMatch(/^job_search_boards 3$/m);
  expect(metrics).toMatch(/^job_search_boards_never_read 1$/m);
  expect(metrics).toMatch(/^job_search_boards_failing 1$/m);
  expect(metrics).toMatch(/^job_search_boards_gone 0$/m);
  expect(metrics).toMatch(/^job_search_boards_overdue 0$/m);
  expect(metrics).toMatch(/^job_search_board_postings 3$/m);
  expect(metrics).toMatch(/^job_search_oldest_board_age_seconds \d/m);
});
