import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import type { CollectionAttempt } from '../../../shared/search/collections/collection-store.js';
import { createStatsReader } from '../../../shared/stats/read-stats.js';
import { createCollectionRecorder, type MeasuredJob, measureOf } from '../../../worker/stats/record-collection.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let server: TestRedis;
let redis: RedisConnection;
const logger = createLogger('silent', 'test');
const noon = new Date('2026-11-21T12:00:00Z');

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'asking', logger);
  await redisReady(redis, 10_000);
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const austin = { city: 'Austin', region: 'TX', country: 'US', lat: 30.27, lon: -97.74 };
const pay = { text: '$90K – $110K a year', min: 90_000, max: 110_000, currency: 'USD', per: 'year' } as const;

const germany: MeasuredJob['remoteRegions'][number] = {
  ...{ text: 'Germany', city: null, region: null, country: 'DE' },
  ...{ lat: 51.2, lon: 10.4, level: 'country', area: null },
};

const job = (id: number, more: Partial<MeasuredJob> = {}): { job: MeasuredJob } => ({
  job: {
    id: `job_${id}`,
    workplace: 'remote',
    postedAt: '2026-11-21T03:00:00.000Z',
    places: [{ ...austin, text: 'Austin, TX', level: 'city', area: null }],
    remoteRegions: [],
    salary: { ...pay, yearly: { min: 90_000, max: 110_000 } },
    ...more,
  },
});
const attempt = (status: CollectionAttempt['status'], jobs: number): CollectionAttempt => ({
  at: noon.getTime(),
  status,
  jobs,
  tookMs: 812,
  detail: null,
  ours: false,
});
const event = (runId: string, jobs: ReturnType<typeof job>[], status: CollectionAttempt['status'] = 'ok') => ({
  job: { source: 'acme', runId },
  attempt: attempt(status, jobs.length),
  measures: jobs.map(({ job }) => measureOf(job)),
});
const read = () => createStatsReader({ redis, now: () => noon }).read({ unit: 'hour', count: 24 });

describe('a worker records', () => {
  test('how a source responded: once requested, and then one of three outcomes', async () => {
    const measure = createCollectionRecorder({ redis, logger, now: () => noon });
    await measure.collection(event('1', [job(1), job(2)]));
    await measure.collection(event('2', [], 'timeout'));
    await measure.collection(event('3', [], 'failed'));
    expect((await read()).sources.get('acme')).toMatchObject({
      asked: 3,
      answered: 1,
      timedOut: 1,
      failed: 1,
      jobs: 2,
    });
  });

  test('where jobs are, their workplace and pay; a retried run counts once', async () => {
    const measure = createCollectionRecorder({ redis, logger, now: () => noon });
    const jobs = [
      job(1),
      job(2, { workplace: null, salary: null, postedAt: null }),
      job(3, { places: [] }),
      job(4, { places: [], remoteRegions: [germany] }),
    ];
    await measure.collection(event('1', jobs));
    await measure.collection(event('1', jobs));
    const { places, sources } = await read();
    expect(sources.get('acme')?.asked).toBe(1);
    expect(places.get('Austin|TX|US|30.27|-97.74')).toMatchObject({
      jobs: 2,
      newJobs: 1,
      workplaces: { remote: 1, unknown: 1 },
      pay: new Map([['USD', new Map([[100_000, 1]])]]),
      lastCollectedAt: noon.getTime(),
    });
    expect(places.get('')).toMatchObject({ jobs: 1 });
    expect(places.get('||DE||')).toMatchObject({ jobs: 1, workplaces: { remote: 1 } });
  });

  test('and the search continues when statistics cannot be written', async () => {
    await redis.set('js:{stats}:names', 'in the way');
    const measure = createCollectionRecorder({ redis, logger, now: () => noon });
    await expect(measure.collection(event('1', [job(1)]))).resolves.toBeUndefined();
  });

  test('no personal data: nothing of a person or of the typed text is stored', async () => {
    const measure = createCollectionRecorder({ redis, logger, now: () => noon });
    await measure.collection(event('a-run-id', [job(1)]));
    const keys = await redis.keys('*');
    expect(keys.every((key) => key.startsWith('js:{stats}:'))).toBe(true);
  });
});
