import type { QueuePace } from '../../shared/queue/workers.js';

/** Measures the mean duration of the jobs of a queue in this worker. */
export type ThroughputMeter = {
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  pace(): QueuePace;
};

/** Minimum weight of the latest job in the moving mean, so that the mean follows a change within about thirty jobs. */
const minWeight = 1 / 32;

/** `slots`: concurrent jobs of the queue. The mean is `null` until the first job has finished. */
export function createThroughputMeter({ slots, now }: { slots: number; now: () => Date }): ThroughputMeter {
  const running = new Set<{ since: number }>();
  let finished = 0;
  let meanMs = 0;

  return {
    async during(work) {
      const run = { since: now().getTime() };
      running.add(run);
      try {
        return await work();
      } finally {
        running.delete(run);
        finished += 1;
        meanMs += (now().getTime() - run.since - meanMs) * Math.max(minWeight, 1 / finished);
      }
    },
    pace() {
      if (finished === 0) return { slots, meanSeconds: null };
      const at = now().getTime();
      const ages = [...running].map(({ since }) => at - since);
      const meanAge = ages.length === 0 ? 0 : ages.reduce((sum, age) => sum + age, 0) / ages.length;
      return { slots, meanSeconds: Math.max(0, meanMs, meanAge) / 1000 };
    },
  };
}
