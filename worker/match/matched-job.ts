import type { HeldJob } from '../../shared/search/job.js';

/** A job in memory without its description, whose words are in the index. */
export type MatchedJob = Omit<HeldJob, 'description'>;
