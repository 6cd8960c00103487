/**
 * Maximum number of measurements. A single one may include pattern compilation or garbage collection, and CPU time grows
 * while another process uses the core's other thread.
 */
const measures = 12;

/** Milliseconds of CPU that `work` uses in this process: the first measurement of at most `enough`, else the smallest. */
export function cpuMs(work: () => unknown, enough = 40, times = measures): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < times && least > enough; at++) least = Math.min(least, once(work));
  return least;
}

/** CPU time includes the threads that collect garbage beside the work, so time on the clock bounds it from above. */
function once(work: () => unknown): number {
  const began = performance.now();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.min((user + system) / 1000, performance.now() - began);
}
