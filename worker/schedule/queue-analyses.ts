/** Has boards whose postings another version analysed analysed again after a start, without a request to them. */
import { randomUUID } from 'node:crypto';
import { addOnce, payloadVersion, priorities } from '../../shared/queue/queues.js';
import { readCollectionStates } from '../../shared/search/collections/collection-store.js';
import { isAnalysedOtherwise } from '../collect/analyse-again.js';
import type { ScheduleContext } from './schedule-store.js';

/** Boards that are looked at in one tick. */
const lookedAtOnce = 500;

/**
 * Makes the function that queues, at each call, the analyses of some further boards, until it has looked at all of them once. The job
 * is that of a reading: a collection that is still fresh is analysed and not read.
 */
export function createQueueAnalyses({ redis, queues, freshTimes }: ScheduleContext): () => Promise<void> {
  let next = 0;
  return async () => {
    const boards = freshTimes.boards.slice(next, next + lookedAtOnce);
    const states = await readCollectionStates(
      redis,
      boards.map(({ key }) => key),
    );
    for (const [at, { key, source }] of boards.entries()) {
      if (!isAnalysedOtherwise(states[at]?.head ?? null)) continue;
      await addOnce(queues[source.kind.pool(source.settings)], {
        ...{ v: payloadVersion, key, source: source.id, narrow: {}, newerThan: 0 },
        ...{ requestId: `analysis-${randomUUID()}`, runId: randomUUID() },
        priority: priorities.analysis,
      });
    }
    next += boards.length;
  };
}
