/**
 * Sentences that name a kind of engagement and do not state that of the job: other people's, what may follow, the right to
 * work, studies, experience, negations. All patterns are for one sentence or line as `foldForMatching` writes it.
 */

import { patternOf } from '../languages/read-table.js';

const pattern = (name: string, flags = 'u'): RegExp => new RegExp(patternOf(`type aside ${name}`), flags);
/** The right to work, studies, and what an applicant has done. */
const applicant = pattern('applicant');
/** Benefits, and the people who have them. */
const others = pattern('others');
/** What may follow the engagement: "with the chance to go full-time", "may lead to a permanent position". */
const later = pattern('later', 'gu');
/** "Regular travel", "regular hours": not regular employment. */
const often = pattern('often', 'gu');
/** Statements that the job is not of a kind. */
const negated = pattern('negated');
/** A statement about the job itself. */
const aboutThisJob = pattern('aboutThisJob');

/** Whether a sentence says nothing about the engagement of the job, whatever words it has. */
export function isEngagementAside(sentence: string): boolean {
  if (negated.test(sentence)) return true;
  if (aboutThisJob.test(sentence)) return false;
  return applicant.test(sentence) || others.test(sentence);
}

/** A text without what may follow the engagement: "with the chance of a permanent contract". */
export const withoutProspects = (text: string): string => text.replace(later, ' ').replace(often, ' ');
