import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';
import { type FaultProxy, startFaultProxy } from '../../suites/faults/fault-proxy.js';

let redis: TestRedis;
let proxy: FaultProxy;
let board: FakeBoard;
let service: TestService;

beforeAll(async () => {
  redis = await startRedis();
  proxy = await startFaultProxy(redis.url.replace('unix://', ''));
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    redis,
    redisUrl: `redis://127.0.0.1:${proxy.port}`,
    environment: { TRUST_PROXY: '1' },
  });
});
afterAll(async () => {
  await service.close();
  await board.close();
  await proxy.close();
  await redis.stop();
});

let asked = 0;
const search = async (seconds: number): Promise<{ status: number; code: string | undefined }> => {
  asked += 1;
  const { status, body } = await service.search(
    { keyword: `nurse OR word${asked}` },
    { prefer: `wait=${seconds}`, 'x-forwarded-for': `10.4.0.${asked % 250}` },
  );
  return { status, code: body.code };
};

test('when a firewall forgets all connections to Redis, new searches are answered again within seconds, not by TCP’s timeout', async () => {
  expect((await search(30)).status).toBe(200);
  proxy.setWay({ kind: 'forgotten' });
  const from = performance.now();
  const failed = new Set<string | undefined>();
  for (;;) {
    const { status, code } = await search(5);
    if (status === 200) break;
    failed.add(code);
    // Without the time limit of the sockets it takes a quarter of an hour.
    expect(performance.now() - from).toBeLessThan(60_000);
  }
  for (const code of failed) expect(['unavailable', 'search-timeout']).toContain(code);
  for (let again = 0; again < 5; again++) expect((await search(30)).status).toBe(200);
});
