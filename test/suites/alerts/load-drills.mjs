import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, isAtLeast, isBelow, limitCpu, searchOnAndOn, until } from './causes.mjs';

/** More searches than the workers can run, or workers and a Redis that do not do what they should. */
export const loadDrills = [
  {
    alert: 'JobSearchWorkersBusy',
    ...{ together: 3, isShortened: true },
    cause: (scene) => overload(scene),
    async look(scene) {
      const busy = await scene.value('max(max_over_time(job_search_workers_busy_ratio[1m]))');
      const waiting = await scene.value('max(max_over_time(job_search_queue_jobs{state="waiting"}[1m]))');
      expect(busy > 0.95 && waiting > 20, `${busy} of the workers are busy, and ${waiting} jobs wait`);
      return `all workers were busy, and ${waiting} jobs waited`;
    },
    mend: (scene) => addWorkers(scene),
    over: (scene) => isBelow(scene, 'max(job_search_queue_jobs{state="waiting"})', 20),
    clear: (scene) => endOverload(scene),
  },
  {
    alert: 'JobSearchRefuses',
    ...{ together: 3, isShortened: true },
    cause: (scene) => overload(scene),
    async look(scene) {
      const reasons = await scene.value(
        'sum(max_over_time(job_search_refused_searches_total{answered="problem"}[1m]))',
      );
      expect(reasons > 0, 'no search is counted as refused');
      return `${reasons} searches were refused`;
    },
    mend: (scene) => addWorkers(scene),
    over: (scene) =>
      isBelow(
        scene,
        'sum(rate(job_search_refused_searches_total{answered="problem"}[20s])) / sum(rate(http_requests_total{route="/api/jobs/search"}[20s]))',
        0.02,
      ),
    clear: (scene) => endOverload(scene),
  },
  {
    alert: 'JobSearchQueueStuck',
    /** Somebody has paused the queue, and nobody remembers. */
    async cause(scene) {
      await changeQueue(scene, 'search/pause');
      return searchOnAndOn(scene, 1000);
    },
    async look(scene) {
      const { queues } = await (await scene.admin('/queues/api/queues')).json();
      expect(queues.find(({ name }) => name === 'search').isPaused, '/queues does not show the queue as paused');
      return '/queues showed the queue as paused';
    },
    mend: (scene) => changeQueue(scene, 'search/resume'),
    over: (scene) => isBelow(scene, 'max(job_search_queue_untaken_seconds)', 1),
  },
  {
    alert: 'JobSearchSearchesUncollected',
    /** The only worker that runs searches hangs, as in a virtual machine that is suspended. */
    async cause(scene) {
      await scene.stop('worker-1');
      await scene.start('worker-1', { WORKER_QUEUES: 'collect-http', SCHEDULE: 'off' });
      scene.host.boards.grows.delayMs = 3000;
      const end = searchOnAndOn(scene, 500);
      await until(() => isAtLeast(scene, 'max(job_search_queue_jobs{queue="search",state="active"})', 1));
      process.kill(scene.pid('worker-0'), 'SIGSTOP');
      await end();
    },
    async look(scene) {
      const active = await scene.value('max(job_search_queue_jobs{queue="search",state="active"})');
      expect(active >= 1, `${active} searches are active`);
      return `${active} searches were active, and the worker that had them was not alive`;
    },
    async mend(scene) {
      await scene.stop('worker-0', 'SIGKILL');
      scene.host.boards.grows.delayMs = 0;
      await scene.start('worker-0');
      await scene.stop('worker-1');
      await scene.start('worker-1');
    },
    over: (scene) => isBelow(scene, 'max(job_search_searches_uncollected_seconds)', 1),
  },
  {
    alert: 'JobSearchRedisSlow',
    isShortened: true,
    /** Another program of the same Redis runs scripts that take long. */
    async cause(scene) {
      const script =
        "local t=redis.call('TIME') local from=t[1]*1e6+t[2] repeat t=redis.call('TIME') until t[1]*1e6+t[2]-from>200000";
      const other = spawn('redis-cli', ['-p', String(scene.redisPort), '-r', '-1', 'eval', script, '0'], {
        stdio: 'ignore',
      });
      scene.endOther = async () => {
        other.kill('SIGKILL');
        await once(other, 'exit');
      };
    },
    async look(scene) {
      const log = await scene.redis('slowlog', 'get', '3');
      expect(log.includes('eval'), `SLOWLOG has ${log}`);
      return 'SLOWLOG had the script';
    },
    mend: (scene) => scene.endOther(),
    over: (scene) => isBelow(scene, 'min(job_search_redis_response_seconds)', 0.25),
  },
  {
    alert: 'JobSearchWritesFail',
    isShortened: true,
    /** Redis is full: what is cached is answered, and nothing is noted. */
    async cause(scene) {
      await scene.search('engineer');
      await scene.redis('config', 'set', 'maxmemory', '1mb');
      return searchOnAndOn(scene, 100, { keyword: () => 'engineer' });
    },
    async look(scene) {
      expect(scene.logged('api', 'OOM'), 'the log does not say OOM');
      return 'the log said OOM';
    },
    mend: (scene) => scene.redis('config', 'set', 'maxmemory', '1gb'),
    over: (scene) => isBelow(scene, 'sum(increase(job_search_write_failures_total[20s]))', 1),
  },
];

/** The overload that several drills share: how many have begun, seen their alert and ended, and what ends it. */
const shared = { begun: 0, seen: 0, over: 0, end: null, helped: null };
const helpers = ['worker-2', 'worker-3', 'worker-4', 'worker-5'];

/** More new searches than two workers of a twenty-fifth of a core each can run. */
function overload(scene) {
  shared.begun += 1;
  if (shared.begun > 1) return;
  const ends = ['worker-0', 'worker-1'].map((name) => limitCpu(scene, name, { runsMs: 40, restsMs: 960 }));
  ends.push(searchOnAndOn(scene, 100, { atOnce: 400 }));
  shared.end = () => Promise.all(ends.map((end) => end()));
}

/** Further workers, once all drills have seen their alerts. */
async function addWorkers(scene) {
  shared.seen += 1;
  await until(async () => shared.seen >= shared.begun);
  const helped = shared.helped ?? Promise.all(helpers.map((name) => scene.start(name)));
  shared.helped = helped;
  await helped;
}

/** Ends the callers, once all drills are over. */
async function endOverload(scene) {
  shared.over += 1;
  if (shared.over < shared.begun) return;
  await shared.end();
  for (const name of helpers) await scene.retire(name);
}

async function changeQueue(scene, action) {
  const { status } = await scene.admin(`/queues/api/queues/${action}`, { method: 'PUT' });
  expect(status === 200, `${action} is answered ${status}`);
}
