import type { Logger } from '../../../shared/logger.js';
import { SegmentLost } from '../../match/segment/segment-files.js';

/** After the first loss all files are read, so that more runs are needed only while the disk goes on losing them. */
const mostRuns = 5;

/** Runs a step again when the file of a segment was lost: it is made from the postings in Redis then. */
export async function againIfLost<Result>(step: () => Promise<Result>, logger: Pick<Logger, 'warn'>): Promise<Result> {
  for (let run = 1; ; run++)
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof SegmentLost) || run === mostRuns) throw error;
      logger.warn({ err: error }, 'segments: a file was lost, its board is prepared again');
    }
}
