/** Clears the heap of a process each time it comes to rest. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of the calling thread and gives its memory back to the system, which V8 does neither while nothing is
 * allocated nor for minutes after. Nothing else runs in the thread meanwhile: 1 ms for each megabyte in use. A heap of more than
 * `most` bytes is left as it is. The memory of buffers is returned the second time.
 */
export function clearHeap(most = Number.POSITIVE_INFINITY): void {
  if (process.memoryUsage().heapUsed > most) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/**
 * `lookMs`: how often the CPU time of the process is looked at; it is at rest when it took at most `restCpuMs` since the last look.
 * `workCpuMs`: CPU time after which there is something to clear. Milliseconds.
 */
type RestOptions = { lookMs: number; restCpuMs: number; workCpuMs: number };

const usual: RestOptions = { lookMs: 5000, restCpuMs: 250, workCpuMs: 1000 };

/** The largest heap, in bytes, that is cleared: a request that comes meanwhile waits, some 100 ms. */
const mostCleared = 128 * 2 ** 20;

/** Each rest clears so often: the memory of buffers is returned the second time. */
const times = 2;

/** Clears the heap of a process each time it comes to rest after some work: a service for few people is at rest most of the day. */
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
