import { patternOf } from '../languages/read-table.js';
import { readOnce } from '../text/read-once.js';
import { foldForMatching } from './fold-for-matching.js';
import { type Engagement, engagements } from './job-type-words.js';
import { mayName } from './title-stems.js';

/** Words of titles for an engagement, in order of precedence. */
const inTitle = engagements.map((engagement) => ({
  engagement,
  word: new RegExp(patternOf(`title ${engagement}`), 'u'),
}));

/** "A great alternative to part-time work". */
export const alternative = /(?<!\p{L})(?:alternative to|instead of|better than|not an?) /iu;

const juniors =
  '(?:early (?:careers?|talents?)|interns|internships|apprentices(?:hips)?|trainees|graduates|ausbildung|azubis)';
/** "Recruiter, Internships", "Trainee Program Manager": people who hire or look after juniors. */
const recruits = new RegExp(
  `(?<!\\p{L})(?:(?<who>(?:recruit(?:er|ing|ment)|talent acquisition|talent partner|personalreferent(?:in)?)(?!\\p{L})[^\\n]{0,30}?)[ ,(&/-]+${juniors}(?: ?[&,] ?${juniors})*|(?:early careers?|trainee|intern(?:ship)?|apprentice(?:ship)?)(?= (?:partner|recruiter|program(?:me)? (?:manager|lead|coordinator|director|officer|specialist))))(?!\\p{L})`,
  'gu',
);

/** A folded title without the juniors for whom its job is. */
export const withoutRecruits = (folded: string): string => folded.replace(recruits, '$<who> role');

/** The engagements that a title names, in order of precedence; none of "Contract Manager", "Internship Coordinator", "Stage Manager". */
export const titleEngagements = readOnce(
  (title): readonly Engagement[] => {
    const text = withoutRecruits(foldForMatching(title));
    if (!mayName('engagement', text) || alternative.test(text)) return [];
    return inTitle.filter(({ word }) => word.test(text)).map(({ engagement }) => engagement);
  },
  { most: 1000, longest: 300 },
);
