import type { JobType } from '../../../shared/words/words.js';

/** Engagements in order of precedence: the kind of contract, then the hours; "permanent" is last, as it may be part time. */
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

/** The job type of an engagement, in the vocabulary of requests. */
export const typeOf = (engagement: Engagement): JobType => (engagement === 'permanent' ? 'full time' : engagement);
