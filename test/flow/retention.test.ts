import { expect, test } from '@jest/globals';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { startNarrowBoard } from '../lib/boards/narrow-board.js';
import { closeLater } from '../lib/close-later.js';
import { startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService } from '../lib/start-service.js';

const later = closeLater();

/** A whole board, and one that searches by the caller's keyword. */
async function open(environment: Record<string, string>) {
  const whole = later(await startFakeBoard(), (each) => each.close());
  whole.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  const narrow = later(await startNarrowBoard([{ title: 'Ward Nurse' }, { title: 'Head Chef' }]), (each) =>
    each.close(),
  );
  const site = {
    id: 'narrow',
    kind: 'site',
    search: narrow.search,
    render: 'never',
    noJobs: '.none',
    perMinute: 60_000,
  };
  const sources = [boardSource('acme', whole.baseUrl), site];
  const service = later(await startService({ sources, environment }), (each) => each.close());
  const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  later(redis, (each) => each.disconnect());
  await redisReady(redis, 10_000);

  /** Seconds until each collection expires, by its source; the smallest where there are several. */
  const secondsLeft = async (): Promise<Record<string, number>> => {
    const left: Record<string, number> = {};
    for (const key of await redis.keys('js:{col:*')) {
      const { source } = JSON.parse((await redis.hget(key, 'head')) ?? '{}') as { source: string };
      left[source] = Math.min(left[source] ?? Number.POSITIVE_INFINITY, (await redis.pttl(key)) / 1000);
    }
    return left;
  };
  return { service, redis, secondsLeft };
}

test('a collection made for a caller’s keyword expires with the search, a whole board’s does not', async () => {
  const { service, redis, secondsLeft } = await open({ RARE_SECONDS: '60', FRESH_SECONDS: '30' });
  await service.search({ keyword: 'nurse' });
  const left = await secondsLeft();
  expect(left.narrow).toBeGreaterThan(20);
  expect(left.narrow).toBeLessThanOrEqual(60);
  expect(left.acme).toBeGreaterThan(80_000);
  // The document and the collection both count towards the caller's budget, and nothing else does.
  const [owned = ''] = await redis.keys('js:{owned:*}');
  const charged = await redis.zrange(owned, '0', '-1');
  expect(charged.map((key) => key.slice(0, 8)).sort()).toEqual(['js:{col:', 'js:{doc:']);
});

test('a repeated search keeps its collections as long as itself', async () => {
  const { service, secondsLeft } = await open({ RARE_SECONDS: '60', FRESH_SECONDS: '30' });
  await service.search({ keyword: 'nurse' });
  await service.search({ keyword: 'nurse' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await secondsLeft()).narrow).toBeGreaterThan(80_000);
});

test('it is kept while fresh, however short rare searches live, so that the site is not requested again', async () => {
  const { service, secondsLeft } = await open({ RARE_SECONDS: '5', FRESH_SECONDS: '300' });
  await service.search({ keyword: 'nurse' });
  expect((await secondsLeft()).narrow).toBeGreaterThan(290);
});
