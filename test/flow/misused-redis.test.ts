import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let redis: Redis;
const lines: string[] = [];

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { LOG_LEVEL: 'warn' },
    log: (line) => void lines.push(line),
  });
  redis = new Redis(service.redis.url.replace('unix://', ''));
});
afterAll(async () => {
  redis.disconnect();
  await service.close();
  await board.close();
});

let asked = 0;
const search = () => {
  asked += 1;
  return service.search({ keyword: `nurse OR word${asked}` }, { prefer: 'wait=20' });
};

test.each([
  '{js:search}:search:prioritized',
  '{js:search}:search:wait',
  '{js:search}:search:meta',
  '{js:search}:search:events',
])(
  'while %s holds a value of a wrong type, new searches are a 503 that names Redis, and work again without it',
  async (key) => {
    expect((await search()).status).toBe(200);
    const wrong = key.endsWith('meta') ? () => redis.rpush(key, 'x') : () => redis.set(key, 'x');
    await redis.rename(key, `${key}:kept`).catch(() => undefined);
    await wrong();
    const { status, body, headers } = await search();
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(body.detail).toMatch(
      /^Redis holds a value of a wrong type under a key of this service; its log names the key\./,
    );
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain(key);
    await redis.del(key);
    await redis.rename(`${key}:kept`, key).catch(() => undefined);
    expect((await search()).status).toBe(200);
  },
);
