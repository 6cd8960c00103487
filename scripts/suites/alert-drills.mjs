import { setTimeout as pause } from 'node:timers/promises';

/** Fails with what was found instead. */
function expect(found, words) {
  if (!found) throw new Error(words);
}

const statusOf = async (scene, path) => (await scene.admin(path)).status;
const isAtLeast = async (scene, expression, least) => ((await scene.value(expression)) ?? -1) >= least;
const isBelow = async (scene, expression, most) => ((await scene.value(expression)) ?? Infinity) < most;

/**
 * What causes each alert, what its page looks at (`look`, which returns it in words), what the page says to do (`mend`), and when it says that
 * it is over. `cause` may return what ends the traffic that it began. `together`: the cause hurts no other drill.
 */
export const drills = [
  {
    alert: 'JobSearchInstanceDown',
    together: true,
    cause: (scene) => scene.stop('worker-1', 'SIGKILL'),
    async look(scene) {
      expect((await scene.search(`engineer zq${Date.now()}`)).status === 200, 'the others do not do its work');
      return 'searches went on';
    },
    mend: (scene) => scene.start('worker-1'),
    over: (scene) => isAtLeast(scene, 'min(up{job=~"job-search.*"})', 1),
  },
  {
    alert: 'JobSearchSourcesFile',
    together: true,
    cause: (scene) => scene.writeSources('{ "sources": [ { "id": '),
    async look(scene) {
      const { checks = {} } = await (await fetch(`${scene.url}/api`)).json();
      expect(checks['sources:file'] !== undefined, 'GET /api does not tell sources:file');
      expect(scene.logged('worker-0', 'sources: the changed file is not used'), 'the log does not say it');
      return 'GET /api and the log said which file';
    },
    mend: (scene) => scene.writeSources(),
    over: (scene) => isBelow(scene, 'max(job_search_sources_file_refused)', 1),
  },
  {
    alert: 'JobSearchRedisFull',
    async cause(scene) {
      const [, used] = /used_memory:(\d+)/.exec(await scene.redis('info', 'memory')) ?? [];
      await scene.redis('config', 'set', 'maxmemory', String(Math.round(Number(used) / 0.9)));
    },
    async look(scene) {
      const share = await scene.value('max(job_search_redis_memory_bytes) / max(job_search_redis_memory_limit_bytes)');
      expect(share > 0.85, `the share is ${share}`);
      return `${Math.round(share * 100)} % were in use`;
    },
    mend: (scene) => scene.redis('config', 'set', 'maxmemory', '1gb'),
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
    mend: (scene) => takeEverything(scene),
    over: (scene) => isBelow(scene, 'max(job_search_queue_oldest_wait_seconds{queue!~"warm|schedule"})', 30),
  },
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
      const end = searchOnAndOn(scene, 10);
      // So many good searches that half an hour with the bad ones is within the budget again.
      while (!(await isBelow(scene, 'job_search:search_errors:ratio_rate30m', 0.06))) await pause(1000);
      await end();
    },
    over: async (scene) =>
      (await isBelow(scene, 'job_search:search_errors:ratio_rate5m', 0.06)) &&
      (await isBelow(scene, 'job_search:search_errors:ratio_rate30m', 0.06)),
  },
];

/** Starts the workers again without the queue of searches, while callers search. */
async function leaveSearches(scene) {
  await takeEverything(scene, { WORKER_QUEUES: 'collect-http' });
  return searchOnAndOn(scene, 1000);
}

async function takeEverything(scene, settings = {}) {
  for (const name of ['worker-0', 'worker-1']) {
    await scene.stop(name);
    await scene.start(name, settings);
  }
}

/** Searches for something new every so often, until the returned function is called; new ones wait for nobody. */
function searchOnAndOn(scene, everyMs) {
  let over = false;
  let made = 0;
  const open = new Set();
  const loop = (async () => {
    while (!over) {
      made += 1;
      const search = scene.search(everyMs > 100 ? `engineer zq${made}` : 'engineer').catch(() => undefined);
      open.add(search);
      void search.finally(() => open.delete(search));
      await (open.size > 20 ? search : pause(everyMs));
    }
  })();
  return async () => {
    over = true;
    await loop;
    await Promise.all(open);
  };
}
