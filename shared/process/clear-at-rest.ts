/** Clears the heap of a process whenever it becomes idle. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of the calling thread and returns its memory to the system; V8 does not do this while idle.
 * Blocks the thread: 1 ms per megabyte in use. A heap of more than `most` bytes is left alone. The memory of buffers is
 * returned the second time.
 */
export function clearHeap(most = Number.POSITIVE_INFINITY): void {
  if (process.memoryUsage().heapUsed > most) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/**
 * `lookMs`: how often the process's CPU time is checked; it is idle when it used at most `restCpuMs` since the last
 * check. `workCpuMs`: CPU time after which clearing is worthwhile. Milliseconds.
 */
type RestOptions = { lookMs: number; restCpuMs: number; workCpuMs: number };

const usual: RestOptions = { lookMs: 5000, restCpuMs: 250, workCpuMs: 1000 };

/** The largest heap that is cleared, in bytes: requests wait meanwhile, some 100 ms. */
const mostCleared = 128 * 2 ** 20;

/** Number of times to clear: the memory of buffers is returned the second time. */
const times = 2;

/** Clears the heap of a process whenever it becomes idle after some work: a small service is idle most of the day. */
export function clearAtRest({ lookMs, restCpuMs, workCpuMs }: RestOptions = usual): void {
  let before = cpuMs();
  let worked = before;
  let left = 0;
  const look = (): void => {
    const took = cpuMs() - before;
    before += took;
    worked += took;
    if (took > restCpuMs) return;
    if (worked >= workCpuMs) left = times;
    worked = 0;
    if (left === 0) return;
    left -= 1;
    clearHeap(mostCleared);
    before = cpuMs();
  };
  setInterval(look, lookMs).unref();
}

/** The CPU time of the process so far, with its threads, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
