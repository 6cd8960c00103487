import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { childrenLeft } from '../../lib/leave-clean.js';
import { startSentinels, type TestSentinels } from '../../lib/start-sentinels.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let sentinels: TestSentinels;
let board: FakeBoard;
let service: TestService;
let asked = 0;

beforeAll(async () => {
  sentinels = await startSentinels();
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    redisUrl: sentinels.url,
    environment: { TRUST_PROXY: '1', FRESH_SECONDS: '1' },
  });
});

afterAll(async () => {
  await service.close();
  await board.close();
  await sentinels.stop();
});

/** Runs a new search from a new client address. */
const search = (prefer: string) => {
  asked += 1;
  const address = `10.4.${asked >> 8}.${asked & 255}`;
  return service.search({ keyword: `nurse OR word${asked}` }, { 'x-forwarded-for': address, prefer });
};

/** Resolves after three complete answers in a row with how many ms they took; searches go on meanwhile. */
async function healed(): Promise<number> {
  const load = setInterval(() => void search('wait=5').catch(() => null), 200);
  try {
    const began = performance.now();
    for (let whole = 0; whole < 3; ) {
      if (performance.now() - began > 60_000) throw new Error('No three complete answers within a minute.');
      const { status, body } = await search('wait=3');
      if (status !== 200 && status !== 504) expect([status, body.code]).toEqual([503, 'unavailable']);
      whole = status === 200 && body.partial === false ? whole + 1 : 0;
    }
    return performance.now() - began;
  } finally {
    clearInterval(load);
  }
}

describe('a Redis behind three Sentinels', () => {
  test('answers, and its primary is the one that the Sentinels name', async () => {
    expect((await search('wait=20')).status).toBe(200);
    expect(Number(sentinels.ask(sentinels.primary(), 'dbsize'))).toBeGreaterThan(0);
  });

  test('a killed primary is replaced under load by its replica, with what it held', async () => {
    const lost = sentinels.primary();
    const { body } = await service.search({ keyword: 'nurse' });
    await sentinels.signal(lost, 'SIGKILL');
    const ms = await healed();
    expect(sentinels.primary()).not.toBe(lost);
    expect((await service.get(`/api/jobs/${body.jobs[0].id}`)).status).toBe(200);
    // Four to six seconds on an idle machine, two of which the Sentinels take.
    expect(ms).toBeLessThan(30_000);
    await sentinels.revive(lost);
    await sentinels.replicated();
  }, 120_000);

  test('a primary that hangs is replaced, and writes nothing when it goes on', async () => {
    const hung = sentinels.primary();
    await sentinels.signal(hung, 'SIGSTOP');
    await sentinels.movedFrom(hung);
    const ms = await healed();
    expect(ms).toBeLessThan(45_000);
    await sentinels.signal(hung, 'SIGCONT');
    await sentinels.replicated();
    expect(await healed()).toBeLessThan(30_000);
    expect(sentinels.primary()).not.toBe(hung);
  }, 180_000);

  test('a failover by hand is followed', async () => {
    const former = sentinels.primary();
    const [, ports = ''] = /:(\d[\d.:,]*)\/jobs$/.exec(sentinels.url) ?? [];
    sentinels.ask(Number(ports.split(',')[0]?.split(':').at(-1)), 'sentinel', 'failover', 'jobs');
    await sentinels.movedFrom(former);
    expect(await healed()).toBeLessThan(30_000);
  }, 120_000);

  test('and leaves no process behind except the servers', () => {
    expect(childrenLeft().filter((line) => !line.includes('redis-server'))).toEqual([]);
  });
});
