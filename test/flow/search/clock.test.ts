import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { forkApi } from '../../lib/processes/fork-api.js';
import { forkWorker } from '../../lib/processes/fork-worker.js';
import { startRedis } from '../../lib/start-redis.js';
import { boardSource } from '../../lib/start-service.js';

const later = closeLater();

type Checks = Record<string, { status: string; observedValue: number; output: string | null }[]>;
const checksOf = async (url: string): Promise<Checks> =>
  ((await (await fetch(`${url}/api`)).json()) as { checks: Checks }).checks;

/** The environment of a process whose clock is an hour ahead. */
function hourAhead(): Record<string, string> {
  const folder = later(mkdtempSync(join(tmpdir(), 'clock-')), (path) => rmSync(path, { recursive: true }));
  writeFileSync(join(folder, 'clock'), String(3_600_000));
  return {
    FAULTS_CLOCK: join(folder, 'clock'),
    NODE_OPTIONS: `--import=${pathToFileURL(projectFile('dist/test/suites/faults/jump-clock.js')).href}`,
  };
}

test('an API whose clock is an hour off says so, in GET /api and its log', async () => {
  const redis = later(await startRedis(), (each) => each.stop());
  const api = later(await forkApi(redis.url, { ROLE: 'api', ...hourAhead() }), (each) => each.stop());
  const [clock] = (await checksOf(api.url))['api:clock'] ?? [];
  expect(clock).toMatchObject({ status: 'warn', output: expect.stringContaining('seconds ahead of that of Redis') });
  expect(Math.round((clock?.observedValue ?? 0) / 60)).toBe(60);
  await api.logWith('clock: this machine differs from Redis');
}, 90_000);

test('a worker whose clock is an hour off works by the time of Redis, and says so', async () => {
  const redis = later(await startRedis(), (each) => each.stop());
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  const worker = later(
    await forkWorker(redis.url, [boardSource('acme', board.baseUrl)], {
      ROLE: 'worker',
      ...hourAhead(),
    }),
    (each) => each.end(),
  );
  const api = later(await forkApi(redis.url, { ROLE: 'api' }), (each) => each.stop());
  const search = async () => {
    const response = await fetch(`${api.url}/api/jobs/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=40' },
      body: JSON.stringify({ keyword: 'nurse' }),
    });
    const answer = (await response.json()) as { collectedAt: string; stale: boolean; page: { total: number } };
    return { ...answer, cache: response.headers.get('cache-status') };
  };
  const first = await search();
  expect(first).toMatchObject({ stale: false, page: { total: 1 } });
  expect(Date.parse(first.collectedAt)).toBeLessThanOrEqual(Date.now());
  // An answer from the future would be made again.
  expect((await search()).cache).toContain('hit');

  const checks = await checksOf(api.url);
  expect(checks['api:clock']).toMatchObject([{ status: 'pass' }]);
  expect(checks['workers:alive']).toMatchObject([{ status: 'pass', observedValue: 1 }]);
  const [clock] = checks['workers:clock'] ?? [];
  expect(clock).toMatchObject({ status: 'warn', output: expect.stringContaining('Clocks of workers differ') });
  expect(Math.round((clock?.observedValue ?? 0) / 60)).toBe(60);
  expect(worker.log()).toContain('clock: this machine differs from Redis');
}, 90_000);
