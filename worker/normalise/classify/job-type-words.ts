import type { JobType } from '../../../shared/words/words.js';
import { patternOf } from '../languages/read-table.js';
import { anyWord } from './fold-for-matching.js';

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

/** A pattern for every word of an engagement that a field or a label's value may have. */
export const engagementWord = (engagement: Engagement): RegExp =>
  new RegExp(anyWord(patternOf(`field ${engagement}`)), 'u');
