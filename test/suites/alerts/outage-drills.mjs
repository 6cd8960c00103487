import { setTimeout as pause } from 'node:timers/promises';
import { expect, isAtLeast, isBelow, restartWorkers, searchOnAndOn, statusOf } from './causes.mjs';

let filling;

/** Redis, the API or all workers fail. */
export const outageDrills = [
  // First: half an hour counts, and the other drills have searches fail.
  {
    alert: 'JobSearchBudgetBurnsFast',
    async cause(scene) {
      await scene.stop('redis', 'SIGKILL');
      return searchOnAndOn(scene, 500);
    },
    async look(scene) {
      const failed = await scene.value('sum(rate(http_requests_total{route="/api/jobs/search",status="503"}[5m]))');
      expect(failed > 0, 'no search is counted as 503');
      return 'the statuses named 503';
    },
    async mend(scene) {
      await scene.start('redis');
      const end = searchOnAndOn(scene, 10, { keyword: () => 'engineer' });
      // So many good searches that half an hour with the bad ones is within the budget again.
      while (!(await isBelow(scene, 'job_search:search_errors:ratio_rate30m', 0.06))) await pause(1000);
      await end();
    },
    over: async (scene) =>
      (await isBelow(scene, 'job_search:search_errors:ratio_rate5m', 0.06)) &&
      (await isBelow(scene, 'job_search:search_errors:ratio_rate30m', 0.06)),
  },
  {
    alert: 'JobSearchRedisFull',
    isShortened: true,
    async cause(scene) {
      await fillRedis(scene);
      // What it holds becomes less by itself for some minutes after other drills.
      filling = setInterval(() => void fillRedis(scene), 5000);
    },
    async look(scene) {
      const share = await scene.value('max(job_search_redis_memory_bytes) / max(job_search_redis_memory_limit_bytes)');
      expect(share > 0.85, `the share is ${share}`);
      return `${Math.round(share * 100)} % were in use`;
    },
    mend(scene) {
      clearInterval(filling);
      return scene.redis('config', 'set', 'maxmemory', '1gb');
    },
    over: (scene) =>
      isBelow(scene, 'max(job_search_redis_memory_bytes) / max(job_search_redis_memory_limit_bytes)', 0.85),
  },
  {
    alert: 'JobSearchRedisEvicts',
    cause: (scene) => scene.redis('config', 'set', 'maxmemory-policy', 'allkeys-lru'),
    async look(scene) {
      const { status } = await (await scene.admin('/ready')).json();
      expect(status === 'warn', `/ready is ${status}`);
      return '/ready warned';
    },
    mend: (scene) => scene.redis('config', 'set', 'maxmemory-policy', 'noeviction'),
    over: (scene) => isBelow(scene, 'max(job_search_redis_evicts)', 1),
  },
  {
    alert: 'JobSearchRedisDown',
    cause: (scene) => scene.stop('redis', 'SIGKILL'),
    async look(scene) {
      const { status } = await scene.search('engineer');
      expect(status === 503, `a search is answered ${status}`);
      expect(scene.logged('api', 'redis: connection lost'), 'the log does not say it');
      return 'searches were answered 503, and the log said why';
    },
    mend: (scene) => scene.start('redis'),
    over: (scene) => isAtLeast(scene, 'max(job_search_redis_up)', 1),
  },
  {
    alert: 'JobSearchApiDown',
    cause: (scene) => scene.stop('api', 'SIGKILL'),
    async look(scene) {
      expect((await scene.value('sum(up{job=~"job-search-api.*"})')) === 0, 'up of the API is not 0');
      return 'up was 0';
    },
    mend: (scene) => scene.start('api'),
    over: async (scene) =>
      (await fetch(`${scene.url}/api`)).status === 200 &&
      (await isAtLeast(scene, 'sum(up{job=~"job-search-api.*"})', 1)),
  },
  {
    alert: 'JobSearchNoWorkers',
    async cause(scene) {
      await Promise.all([scene.stop('worker-0'), scene.stop('worker-1')]);
    },
    async look(scene) {
      expect((await statusOf(scene, '/ready')) === 200, '/ready is not 200');
      expect((await statusOf(scene, '/ready/strict')) === 503, '/ready/strict is not 503');
      const answer = await scene.search(`engineer zq${Date.now()}`);
      expect(answer.status === 504 && answer.headers.has('retry-after'), `a new search is answered ${answer.status}`);
      return 'a new search was answered 504 with Retry-After';
    },
    mend: (scene) => Promise.all([scene.start('worker-0'), scene.start('worker-1')]),
    over: async (scene) =>
      (await isAtLeast(scene, 'max(job_search_workers)', 1)) && (await statusOf(scene, '/ready/strict')) === 200,
  },
  {
    alert: 'JobSearchQueueWaits',
    cause: leaveSearches,
    async look(scene) {
      const waited = await scene.value('max(job_search_queue_oldest_wait_seconds{queue="search"})');
      expect(waited > 30, `the oldest job waits for ${waited} s`);
      return `the oldest job of the queue search waited for ${Math.round(waited)} s`;
    },
    mend: (scene) => restartWorkers(scene),
    over: (scene) => isBelow(scene, 'max(job_search_queue_oldest_wait_seconds{queue!~"warm|schedule"})', 30),
  },
  {
    alert: 'JobSearchBudgetBurns',
    isShortened: true,
    /** Too few workers: none for new searches, one search in ten. */
    async cause(scene) {
      await restartWorkers(scene, { WORKER_QUEUES: 'collect-http' });
      const ends = [searchOnAndOn(scene, 100, { keyword: () => 'engineer' }), searchOnAndOn(scene, 1000)];
      return () => Promise.all(ends.map((end) => end()));
    },
    async look(scene) {
      const share = await scene.value('job_search_shortened:search_errors:ratio_rate2h');
      expect(share > 0.03, `the share is ${share}`);
      return `${(100 * share).toFixed(1)} % of the searches spent the budget`;
    },
    mend: (scene) => restartWorkers(scene),
    over: (scene) => isBelow(scene, 'job_search_shortened:search_errors:ratio_rate2h', 0.03),
  },
];

/** Starts the workers again without the queue of searches, while callers search. */
async function leaveSearches(scene) {
  await restartWorkers(scene, { WORKER_QUEUES: 'collect-http' });
  return searchOnAndOn(scene, 1000);
}

/** Gives Redis so little memory that nine tenths of it are in use. */
async function fillRedis(scene) {
  const [, used] = /used_memory:(\d+)/.exec(await scene.redis('info', 'memory')) ?? [];
  await scene.redis('config', 'set', 'maxmemory', String(Math.round(Number(used) / 0.9)));
}
