import type { MakeSegment } from '../match/corpus/load-collections.js';
import { postingBudgetMs } from './normalise-in-threads.js';
import { Overrun, type ThreadPool } from './thread-pool.js';
import type { SegmentTask } from './thread-tasks.js';

/** Postings of one collection that may exceed their budget. */
const maxSkipped = 3;

/**
 * Makes segments in threads: the text of a full board is never unpacked in the thread that keeps the locks of jobs. A
 * posting that exceeds its budget is left out and its thread terminated. Segments are made before further boards are
 * read, as a search waits for them.
 */
export const createSegmentMaker =
  (pool: Pick<ThreadPool, 'run' | 'turn'>): MakeSegment =>
  async (source, packed) => {
    const turn = pool.turn('urgent');
    const { signal } = new AbortController();
    const skip: number[] = [];
    for (;;)
      try {
        const task: SegmentTask = { source, packed, skip };
        return await pool.run<Uint8Array>('makeSegment', task, { budgetMs: postingBudgetMs, weight: 0, turn, signal });
      } catch (error) {
        // The first step unpacks, and the one after the last posting finishes the segment.
        if (!(error instanceof Overrun) || error.step < 2 || skip.length === maxSkipped) throw error;
        skip.push(error.step - 1);
      }
  };
