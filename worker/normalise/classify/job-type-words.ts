import type { JobType } from '../../../shared/words/words.js';

/** Engagements in order of precedence: the contract, the hours, then "permanent", as it may be part time. */
export const engagements = [
  'internship',
  'volunteer',
  'contract',
  'temporary',
  'full time',
  'part time',
  'permanent',
] as const;
export type Engagement = (typeof engagements)[number];

/** The job type of an engagement, in the API's vocabulary. */
export const typeOf = (engagement: Engagement): JobType => (engagement === 'permanent' ? 'full time' : engagement);
