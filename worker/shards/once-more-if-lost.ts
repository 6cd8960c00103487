import type { Logger } from '../../shared/logger.js';
import { SegmentLost } from '../match/segment/segment-files.js';

/** Runs a step again when the file of a segment was lost: the second time it is made from the postings in Redis. */
export async function onceMoreIfLost<Result>(
  step: () => Promise<Result>,
  logger: Pick<Logger, 'warn'>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof SegmentLost)) throw error;
    logger.warn({ err: error }, 'segments: a file was lost, its board is prepared again');
    return step();
  }
}
