import type { HeldJob } from '../../../shared/search/job.js';
import { runCooperatively, runSync } from '../../process/cooperative.js';
import { createRecordCache, openSegment } from '../segment/open-segment.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import type { RecordCache } from '../segment/record-pool.js';
import { writingSegment } from '../segment/write-segment.js';

/** Prepares a source's postings for matching; the cost is linear in their text. */
export const prepareCollection = (source: string, jobs: readonly HeldJob[]): PreparedCollection =>
  openSegment(runSync(writingSegment(source, jobs)), createRecordCache());

/** The same, yielding to the event loop every few milliseconds: a large board takes seconds. */
export const prepareCollectionCooperatively = async (
  source: string,
  jobs: readonly HeldJob[],
  records: RecordCache = createRecordCache(),
): Promise<PreparedCollection> => openSegment(await runCooperatively(writingSegment(source, jobs)), records);
