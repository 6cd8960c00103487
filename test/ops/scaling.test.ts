import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const token = 'a-token-of-some-length';
const headers = { authorization: `Bearer ${token}` };
const template = readFileSync(projectFile('ops/chart/templates/autoscaling.yaml'), 'utf8');
let board: FakeBoard;
let service: TestService;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { ADMIN_PORT: '0', ADMIN_TOKEN: token },
  });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

/** What KEDA's query finds: the highest value of its metric over the queues of a deployment; `null` = no such series. */
async function queried(metric: string, queues: string): Promise<number | null> {
  const text = await (await fetch(`${service.admin}/metrics`, { headers })).text();
  const lines = [...text.matchAll(new RegExp(`^${metric}\\{.*queue="(${queues})".*\\} (\\S+)$`, 'gm'))];
  return lines.length === 0 ? null : Math.max(...lines.map(([, , value]) => Number(value)));
}

test('the metric that KEDA watches is there for each deployment, rises while jobs wait, and falls when they run', async () => {
  const [, metric = ''] = /query: max\((\w+)\{queue=~"\{\{ \. \}\}"\}\)/.exec(template) ?? [];
  const groups = [...template.matchAll(/"queue" "([\w|-]+)"/g)].map(([, queues = '']) => queues);
  expect(groups).toEqual(['search|collect-http', 'collect-browser']);
  for (const queues of groups) expect([queues, typeof (await queried(metric, queues))]).toEqual([queues, 'number']);

  const change = (action: string) =>
    fetch(`${service.admin}/queues/api/queues/search/${action}`, { method: 'PUT', headers });
  expect((await change('pause')).status).toBe(200);
  const search = service.search({ keyword: 'nurse' }, { prefer: 'wait=60' });
  const until = async (isSo: (seconds: number) => boolean): Promise<void> => {
    for (const end = Date.now() + 30_000; !isSo((await queried(metric, 'search|collect-http')) ?? -1); ) {
      if (Date.now() > end) throw new Error('Not so within 30 s.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await until((seconds) => seconds > 0.5);
  await until((seconds) => seconds > 1.5);
  expect(await queried(metric, 'collect-browser')).toBe(0);
  expect((await change('resume')).status).toBe(200);
  expect((await search).status).toBe(200);
  await until((seconds) => seconds === 0);
}, 120_000);
