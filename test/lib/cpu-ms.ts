/**
 * Milliseconds of CPU that `work` takes in this process. A pause of the garbage collector falls on whoever runs, so what is
 * over `retryAbove` is measured once more, and the smaller value counts.
 */
export function cpuMs(work: () => unknown, retryAbove = 40): number {
  const first = once(work);
  return first <= retryAbove ? first : Math.min(first, once(work));
}

function once(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
