import { closeSync, existsSync, fstatSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { aptUnpack } from '../../../scripts/install/apt.mjs';
import { root } from '../../../scripts/programs.mjs';
import { openHost } from './boards.mjs';
import { expect, isAtLeast, isBelow, limitCpu, searchOnAndOn } from './causes.mjs';

/** One process is down, or lacks CPU, memory, the right time, a disk for its files or its log, or a browser. */
export const processDrills = [
  {
    alert: 'JobSearchInstanceDown',
    together: 1,
    cause: (scene) => scene.stop('worker-1', 'SIGKILL'),
    async look(scene) {
      expect((await scene.search(`engineer zq${Date.now()}`)).status === 200, 'the others do not do its work');
      return 'searches went on';
    },
    mend: (scene) => scene.start('worker-1'),
    over: (scene) => isAtLeast(scene, 'min(up{job=~"job-search.*"})', 1),
  },
  {
    alert: 'JobSearchClockOff',
    together: 2,
    // The clock of this process alone: that of the machine is everybody's.
    cause: (scene) =>
      scene.start('worker-2', { LD_PRELOAD: findFakeTime(), FAKETIME: '+60s', FAKETIME_DONT_FAKE_MONOTONIC: '1' }),
    async look(scene) {
      const ahead = await scene.value('max(job_search_clock_ahead_seconds)');
      expect(ahead > 55 && ahead < 65, `the clock is ahead by ${ahead} s`);
      return `the clock was ahead by ${Math.round(ahead)} s`;
    },
    async mend(scene) {
      await scene.stop('worker-2');
      await scene.start('worker-2');
    },
    over: (scene) => isBelow(scene, 'max(abs(job_search_clock_ahead_seconds))', 5),
    clear: (scene) => scene.retire('worker-2'),
  },
  {
    alert: 'JobSearchLogsLost',
    ...{ together: 2, isShortened: true },
    cause: (scene) => scene.start('worker-3', {}, '/dev/full'),
    async look(scene) {
      const lost = await scene.value('max(job_search_log_lines_dropped_total)');
      expect(lost > 0, 'no line is counted as lost');
      return `${lost} lines were lost, and the process went on`;
    },
    async mend(scene) {
      await scene.stop('worker-3');
      await scene.start('worker-3');
    },
    over: (scene) => isBelow(scene, 'max(rate(job_search_log_lines_dropped_total[10s]))', Number.MIN_VALUE),
    clear: (scene) => scene.retire('worker-3'),
  },
  {
    alert: 'JobSearchMemoryHigh',
    ...{ together: 2, isShortened: true },
    /** A process that keeps what it no longer needs: 1.3 GB. */
    async cause(scene) {
      const leak = join(scene.folder, 'leak.cjs');
      writeFileSync(
        leak,
        "if (require('node:worker_threads').isMainThread) global.kept = Array.from({ length: 13 }, () => Buffer.alloc(1e8, 1));",
      );
      const snapshots = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${scene.folder}`;
      await scene.start('worker-4', { NODE_OPTIONS: `--require=${leak} ${snapshots}` });
    },
    async look(scene) {
      const most = await scene.value('max(process_resident_memory_bytes{job="job-search-worker"})');
      expect(most > 1.2e9, `the most is ${most} bytes`);
      process.kill(scene.pid('worker-4'), 'SIGUSR2');
      const isWritten = () => readdirSync(scene.folder).some((name) => name.endsWith('.heapsnapshot'));
      while (!isWritten()) await new Promise((resolve) => setTimeout(resolve, 200));
      return `${(most / 1e9).toFixed(1)} GB were resident, and a heap snapshot was taken`;
    },
    async mend(scene) {
      await scene.stop('worker-4', 'SIGKILL');
      await scene.start('worker-4');
    },
    over: (scene) => isBelow(scene, 'max(process_resident_memory_bytes{job="job-search-worker"})', 1.2e9),
    clear: (scene) => scene.retire('worker-4'),
  },
  {
    alert: 'JobSearchEventLoopBlocked',
    ...{ together: 2, isShortened: true },
    async cause(scene) {
      await scene.start('api-1');
      scene.endLimit = limitCpu(scene, 'api-1', { runsMs: 200, restsMs: 900 });
    },
    async look(scene) {
      const lag = await scene.value('max(nodejs_eventloop_lag_p99_seconds)');
      expect(lag > 0.5, `the lag is ${lag} s`);
      return `the lag was ${lag.toFixed(1)} s`;
    },
    mend: (scene) => scene.endLimit(),
    over: (scene) => isBelow(scene, 'max(nodejs_eventloop_lag_p99_seconds{job="job-search-api"})', 0.5),
    clear: (scene) => scene.retire('api-1'),
  },
  {
    alert: 'JobSearchSegmentsFail',
    ...{ together: 2, isShortened: true },
    async cause(scene) {
      const segments = join(scene.folder, 'segments');
      await scene.start('worker-5', { SEGMENTS_DIR: segments });
      const end = searchOnAndOn(scene, 500);
      const timer = setInterval(() => damage(segments), 500);
      scene.replaceDisk = () => clearInterval(timer);
      return end;
    },
    async look(scene) {
      expect(await isAtLeast(scene, 'sum(job_search_segment_failures_total{step="read"})', 1), 'no step is counted');
      expect(scene.logged('worker-5', 'segments: a file cannot be read'), 'the log does not say it');
      return 'the step named was read, and the log said which file';
    },
    mend: (scene) => scene.replaceDisk(),
    over: (scene) => isBelow(scene, 'sum(increase(job_search_segment_failures_total[20s]))', 1),
    clear: (scene) => scene.retire('worker-5'),
  },
  {
    alert: 'JobSearchWorkerMemoryShort',
    ...{ together: 2, isShortened: true },
    async cause(scene) {
      scene.large = await openHost(['large'], { freshSeconds: 3600, timeoutSeconds: 120, maxJobs: 10_000 });
      Object.assign(scene.large.boards.large, { postings: 10_000, words: 60 });
      await scene.start('worker-6', { WORKER_MEMORY_MB: '16' });
      scene.changeSources({ add: scene.large.sources });
      return searchOnAndOn(scene, 1000);
    },
    async look(scene) {
      const { checks = {} } = await (await fetch(`${scene.url}/api`)).json();
      expect(checks['workers:memory'] !== undefined, 'GET /api does not tell workers:memory');
      return `GET /api said: ${checks['workers:memory'][0].output}`;
    },
    async mend(scene) {
      await scene.stop('worker-6');
      await scene.start('worker-6', { WORKER_MEMORY_MB: '1024' });
    },
    over: (scene) =>
      isBelow(
        scene,
        'max(job_search_segment_memory_bytes + job_search_segment_dropped_bytes - job_search_segment_memory_limit_bytes)',
        0,
      ),
    async clear(scene) {
      scene.changeSources({ remove: scene.large.sources });
      await scene.large.close();
      await scene.retire('worker-6');
    },
  },
  {
    alert: 'JobSearchBrowserFails',
    ...{ together: 2, isShortened: true },
    async cause(scene) {
      const broken = join(scene.folder, 'chromium');
      writeFileSync(broken, '#!/bin/sh\necho "error while loading shared libraries: libnss3.so" >&2\nexit 127\n', {
        mode: 0o755,
      });
      await scene.start('worker-7', { WORKER_QUEUES: 'collect-browser', CHROMIUM_PATH: broken });
      scene.changeSources({ add: scene.boards.sources.filter(({ id }) => id === 'delta') });
    },
    async look(scene) {
      expect(scene.logged('worker-7', 'Chromium could not be started'), 'the log does not say it');
      return 'the log said that Chromium could not be started';
    },
    async mend(scene) {
      await scene.stop('worker-7');
      await scene.start('worker-7', { WORKER_QUEUES: 'collect-browser', CHROMIUM_PATH: scene.chromium });
    },
    over: (scene) => isAtLeast(scene, 'sum(job_search_browser_pages_total{outcome="rendered"})', 1),
    async clear(scene) {
      scene.changeSources({ remove: [{ id: 'delta' }] });
      await scene.retire('worker-7');
    },
  },
];

/** Overwrites the end of every file, as a failing disk does. */
function damage(folder) {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))) {
    try {
      const fd = openSync(join(parentPath, name), 'r+');
      writeSync(fd, Buffer.alloc(64, 7), 0, 64, Math.max(0, fstatSync(fd).size - 200));
      closeSync(fd);
    } catch (error) {
      // The service has deleted it meanwhile.
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

/** Debian's libfaketime, unpacked into `.cache`. */
function findFakeTime() {
  const unpacked = join(root, '.cache', 'faketime');
  const find = () =>
    existsSync(join(unpacked, 'usr/lib'))
      ? readdirSync(join(unpacked, 'usr/lib'), { recursive: true }).find((name) => name.endsWith('libfaketime.so.1'))
      : undefined;
  if (find() === undefined) aptUnpack('libfaketime', unpacked);
  return join(unpacked, 'usr/lib', find());
}
