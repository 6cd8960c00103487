import { createPrioritySemaphore } from '../../process/priority-semaphore.js';

/** Runs loads, at most so many at once, in order of arrival. */
export type LoadQueue = { add<Result>(load: () => Promise<Result>): Promise<Result> };

/** Creates a queue that runs `most` loads at once. */
export function createLoadQueue(most: number): LoadQueue {
  const semaphore = createPrioritySemaphore(most);
  return {
    async add(load) {
      await semaphore.acquire({ rank: () => 0, signal: null });
      try {
        return await load();
      } finally {
        semaphore.release();
      }
    },
  };
}
