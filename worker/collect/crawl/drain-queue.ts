/**
 * Processes a queue that grows in the meantime, `concurrency` steps at once, until it is empty and no step runs. Does not
 * use p-map, whose input cannot grow while its mapper runs.
 */
export async function drainQueue<Step>(
  waiting: Step[],
  concurrency: number,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    while (running.size < concurrency) {
      const step = waiting.shift();
      if (step === undefined) break;
      const run = work(step).finally(() => running.delete(run));
      running.add(run);
    }
    if (running.size > 0) await Promise.race(running);
  }
}
