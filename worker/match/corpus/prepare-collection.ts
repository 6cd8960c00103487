import type { HeldJob } from '../../../shared/search/job.js';
import { runSync } from '../../process/cooperative.js';
import { createSegmentTools, openSegment } from '../segment/open-segment.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { writingSegment } from '../segment/write-segment.js';

/** Prepares a source's postings for matching; the cost is linear in their text. */
export const prepareCollection = (source: string, jobs: readonly HeldJob[]): PreparedCollection =>
  openSegment(runSync(writingSegment(source, jobs)), createSegmentTools());
