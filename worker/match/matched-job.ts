import type { HeldJob } from '../../shared/search/job.js';

/** A held job without its description: the index holds the words of that. */
export type MatchedJob = Omit<HeldJob, 'description'>;
