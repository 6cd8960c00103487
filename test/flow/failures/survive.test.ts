import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createDemoBoard } from '../../../demo-board/boards/server.js';
import { demoSources } from '../../../demo-board/sources.js';
import { projectFile } from '../../../shared/project-file.js';
import { closeLater } from '../../lib/close-later.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { createGate } from '../../lib/gate.js';
import { childrenLeft, signalIfRunning } from '../../lib/leave-clean.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
/** Child processes of other suites in this process are not checked here. */
const others = childrenLeft();
const later = closeLater();

async function openBoard(): Promise<FakeBoard> {
  const board = later(await startFakeBoard(), (open) => open.close());
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  return board;
}

const openService = async (options: Parameters<typeof startService>[0]): Promise<TestService> =>
  later(await startService(options), (open) => open.close());

/** A worker in its own process, as built. */
async function forkWorker(redis: TestRedis, sources: object[]): Promise<ChildProcess> {
  const folder = later(mkdtempSync(join(tmpdir(), 'worker-')), (made) =>
    rmSync(made, { recursive: true, force: true }),
  );
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources }));
  const env = {
    ...process.env,
    REDIS_URL: redis.url,
    SOURCES: join(folder, 'sources.json'),
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  const worker = fork(projectFile('dist/worker/main.js'), { env, execArgv: [] });
  later(worker, async (child) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  await once(worker, 'message');
  return worker;
}

/** Chromium processes below this one. */
function chromiums(): number[] {
  const below = (parent: number): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === parent)
      .flatMap((name) => [Number(name), ...below(Number(name))]);
  return below(process.pid).filter((pid) => /chrom|headless/i.test(statOf(String(pid))?.name ?? ''));
}

function statOf(pid: string): { name: string; parent: number } | null {
  try {
    const [, name = '', parent = ''] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return null;
  }
}

describe('the service survives', () => {
  test('Redis stopped and restarted empty: 503 at once, then full recovery without a restart', async () => {
    const board = await openBoard();
    const redis = later(await startRedis(), (open) => open.stop());
    const { search, get } = await openService({ redis, sources: [boardSource('acme', board.baseUrl)] });
    expect((await search({})).status).toBe(200);
    redis.kill();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const began = performance.now();
    const away = await search({});
    expect(away.status).toBe(503);
    expect(away.body.code).toBe('unavailable');
    expect(away.headers.get('retry-after')).toBe('10');
    expect((await get('/api')).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(10_000);
    await redis.restart();
    const back = performance.now();
    let answer = await search({});
    while (answer.status === 503 && performance.now() - back < 60_000) answer = await search({});
    expect(answer).toMatchObject({ status: 200, body: { partial: false, page: { total: 1 } } });
  });

  test('a worker killed during a search: another one finishes it for the waiting caller', async () => {
    const board = await openBoard();
    const gate = createGate();
    board.setMood('acme', { kind: 'held', until: gate.opened });
    const redis = later(await startRedis(), (open) => open.stop());
    const sources = [boardSource('acme', board.baseUrl)];
    const environment = { SEARCH_WAIT_SECONDS: '60' };
    const { search } = await openService({ redis, sources, environment, worker: false });
    const victim = await forkWorker(redis, sources);
    const answer = search({});
    while (board.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    victim.kill('SIGKILL');
    gate.open();
    await forkWorker(redis, sources);
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body).toMatchObject({ partial: false, page: { total: 1 } });
  }, 90_000);

  test('Chromium killed during a search: an explicit error, and the next search is complete', async () => {
    const demo = createDemoBoard({ seed: 3, postings: 300, now: new Date() });
    const { port } = await demo.listen(0);
    later(demo, (open) => open.close());
    const spa = demoSources(port).sources[2];
    const board = await openBoard();
    const { search } = await openService({
      sources: [boardSource('acme', board.baseUrl), spa],
      environment: { CHROMIUM_PATH: chromiumPath },
    });
    const first = search({ keyword: 'engineer' }, { prefer: 'wait=60' });
    while (chromiums().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const pid of chromiums()) signalIfRunning(pid, 'SIGKILL');
    const broken = await first;
    expect(broken.status).toBe(200);
    expect(broken.body.sourceCounts.ok).toBeGreaterThan(0);
    if (broken.body.partial)
      expect(broken.body.sources[0]).toMatchObject({ status: 'failed', detail: expect.stringContaining('Chromium') });
    const next = await search({ keyword: 'engineer' }, { prefer: 'wait=60' });
    expect(next.body).toMatchObject({ partial: false });
    expect(next.body.sources[1].jobs).toBeGreaterThan(0);
  });

  test('and leaves no child behind', () => {
    expect(childrenLeft().filter((line) => !others.includes(line))).toEqual([]);
  });
});
