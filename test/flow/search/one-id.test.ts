import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ScriptBoard, startScriptBoard } from '../../lib/boards/script-board.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

type Line = { msg: string; requestId?: string; source?: string; status?: unknown; search?: string; detail?: string };

let board: FakeBoard;
let pages: ScriptBoard;
let service: TestService;
const lines: Line[] = [];

beforeAll(async () => {
  board = await startFakeBoard();
  pages = await startScriptBoard();
  board.setJobs('acme', [{ id: 1, title: 'Baker' }]);
  board.setMood('beta', { kind: 'status', status: 403 });
  service = await startService({
    sources: [
      boardSource('acme', board.baseUrl),
      boardSource('beta', board.baseUrl),
      { id: 'pages', kind: 'site', search: `${pages.origin}/jobs?q={keyword}&page={page}`, perMinute: 60_000 },
    ],
    environment: {
      LOG_LEVEL: 'info',
      CHROMIUM_PATH: process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell',
    },
    log: (line) => void lines.push(JSON.parse(line) as Line),
  });
});

afterAll(async () => {
  await service.close();
  await board.close();
  await pages.close();
});

/** Resolves once a run of these requests has been logged: it answers its callers before. */
const logged = async (...ids: string[]): Promise<void> => {
  while (!lines.some(({ msg, requestId = '' }) => msg === 'search: done' && ids.includes(requestId)))
    await new Promise((resolve) => setTimeout(resolve, 10));
};
const saidOf = (requestId: string) => lines.filter((line) => line.requestId === requestId);

test('one id names a request in the logs of the API, the search and each collection, handed over or not', async () => {
  const { headers, body } = await service.search({ keyword: 'baker' }, { 'x-request-id': 'trail-0001' });
  expect(headers.get('x-request-id')).toBe('trail-0001');
  expect(body.page.total).toBe(2);
  await logged('trail-0001');
  const said = saidOf('trail-0001');
  const of = (msg: string, source?: string) => said.find((line) => line.msg === msg && line.source === source);
  expect(of('request')).toMatchObject({ status: 200 });
  expect(of('search: done')).toBeDefined();
  expect(of('collect: done', 'acme')).toMatchObject({ status: 'ok' });
  expect(of('collect: done', 'beta')).toMatchObject({ status: 'failed', cause: 'refused' });
  expect(of('collect: needs a browser', 'pages')).toBeDefined();
  expect(of('collect: done', 'pages')).toMatchObject({ status: 'ok', jobs: 1 });
  expect(pages.asked).toContain('/data');
});

test('a caller that joins an in-flight run finds it by the shared search id', async () => {
  const ids = ['joined-0001', 'joined-0002'];
  await Promise.all(ids.map((id) => service.search({ keyword: 'welder' }, { 'x-request-id': id })));
  await logged(...ids);
  const runs = lines.filter(({ msg, requestId = '' }) => msg === 'search: done' && ids.includes(requestId));
  expect(runs).toHaveLength(1);
  const requests = ids.map((id) => saidOf(id).find(({ msg }) => msg === 'request'));
  for (const request of requests) expect(request?.search).toBe(runs[0]?.search);
});

test('a collection skipped because its source is in cooldown logs that under the id too', async () => {
  await service.search({ keyword: 'tailor' }, { 'x-request-id': 'resting-01' });
  await logged('resting-01');
  expect(saidOf('resting-01').find(({ msg }) => msg === 'search: done')).toMatchObject({
    sources: expect.arrayContaining([expect.objectContaining({ name: 'beta', status: 'resting' })]),
  });
});
