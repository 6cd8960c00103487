import type { HeldJob } from '../../../shared/search/job.js';
import { runCooperatively, runSync } from '../../process/cooperative.js';
import { createSegmentTools, openSegment, type SegmentTools } from '../segment/open-segment.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { writingSegment } from '../segment/write-segment.js';

/** Prepares a source's postings for matching; the cost is linear in their text. */
export const prepareCollection = (source: string, jobs: readonly HeldJob[]): PreparedCollection =>
  openSegment(runSync(writingSegment(source, jobs)), createSegmentTools());

/** The same, yielding to the event loop every few milliseconds: a large board takes seconds. */
export const prepareCollectionCooperatively = async (
  source: string,
  jobs: readonly HeldJob[],
  tools: SegmentTools = createSegmentTools(),
): Promise<PreparedCollection> => openSegment(await runCooperatively(writingSegment(source, jobs)), tools);
