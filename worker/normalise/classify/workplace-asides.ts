/**
 * Sentences that name a workplace and do not state that of the job: conditions, other people's work, skills, interviews,
 * a few weeks of the year, products. All patterns are for one sentence or line as `foldForMatching` writes it.
 */

import { entriesOf } from '../languages/language-tables.js';
import { patternOf } from '../languages/read-table.js';
import { anyWord } from './fold-for-matching.js';

const whole = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'u');
const pattern = (name: string): RegExp => new RegExp(patternOf(`workplace aside ${name}`), 'u');

/** What else of a job may be remote: interviews, the introduction. */
const otherSubject = new RegExp(anyWord(entriesOf('other subject').join('|')), 'u');
/** A condition, or a rule for several kinds of jobs. */
const condition = pattern('condition');
/** Conditions that may also be about the pay next to a plain statement of the workplace. */
const dependence = pattern('dependence');
const pay = pattern('pay');
/** What an applicant is used to. */
const skill = pattern('skill');
const away = pattern('away');
/** What happens on site now and then. */
const occasion = pattern('occasion');
const onSite = pattern('onSite');
/** A part of the year, or former times. */
const partOfYear = pattern('partOfYear');
/** Products and customers. */
const product = pattern('product');
/** Remote work that is refused from some places only. */
const fromPlace = pattern('fromPlace');
/** A statement about the job itself. */
const aboutThisJob = pattern('aboutThisJob');
/** Offers that leave the choice open: where one may choose, neither place is that of the job. */
const choice = pattern('choice');

const modes = [
  whole('remote(?:ly)?|remot[oa]|home ?office|from home'),
  whole('hybrid\\p{L}*|hibrid\\p{L}*'),
  whole('on ?site|in office|office|in person|presencial|vor ort|sur site'),
];
const measured = whole(
  '\\p{N}|days?|one|two|three|four|this (?:role|position|job) (?:is|will)|hybrid (?:role|position|schedule|(?:working |work )?model)|arrangement ?: ?hybrid',
);

/** Whether a sentence says nothing about the workplace of the job, whatever words it has. */
export function isWorkplaceAside(sentence: string): boolean {
  if (condition.test(sentence) || partOfYear.test(sentence) || fromPlace.test(sentence) || choice.test(sentence))
    return true;
  if (dependence.test(sentence) && !pay.test(sentence)) return true;
  if (modes.every((one) => one.test(sentence)) && !measured.test(sentence)) return true;
  if (aboutThisJob.test(sentence)) return false;
  if (skill.test(sentence) && away.test(sentence)) return true;
  return otherSubject.test(sentence) || product.test(sentence) || (occasion.test(sentence) && onSite.test(sentence));
}
