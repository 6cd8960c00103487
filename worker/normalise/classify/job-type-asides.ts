/**
 * Sentences that name a kind of engagement and do not state that of the job: other people's, what may follow, the right to
 * work, studies, experience, negations. All patterns are for one sentence or line as `foldForMatching` writes it.
 */

const hours = '(?:full|part) time';
const kind = `(?:${hours}|permanent|temporary|contract|seasonal|freelance|internship|casual)`;
const whole = (source: string, flags = 'u'): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, flags);

/** The right to work, studies, and what an applicant has done. */
const applicant = whole(
  [
    'authori[sz](?:ed|ation)|eligib(?:le|ility) (?:to work|for)|right to work|work permit|visas?|sponsor\\p{L}*|citizens?|residen(?:t|ts|cy)|green card',
    `enrolled|enrollment|stud(?:y|ies|ying)|degree|curriculum|university|years? of (?:\\p{L}+ ){0,3}(?:${hours}|experience|internship|work)|experience (?:as|in|with|gained|from)|(?:${hours}|internship|freelance|contract|professional|post graduate|prior|previous|relevant|work) (?:\\p{L}+ )?experience|equivalent`,
    'able to (?:start|commit)|ability to start',
  ].join('|'),
);

/** Benefits, and the people who have them. */
const others = whole(
  [
    `${kind}(?: or| and|,|/|,? &)?(?: ${hours}| regular| permanent| temporary| hourly| salaried)* (?:employees?|associates?|staff|workers?|team members?|students?|hires?|mentors?|interns|faculty|people|personnel|employment (?:you|we|includes|benefits)|equivalents?|software engineers|engineers|drivers|teachers who|colleagues)`,
    `(?:all|every|each|our|other|some|most|many|both|for) (?:\\p{L}+ ){0,3}${kind}(?:,? (?:and|or|/) ${kind})? (?:\\p{L}+ )?(?:roles|positions|jobs|opportunities|careers?|career opportunities|employees|staff)`,
    `both (?:\\p{L}+ )?${kind}|alternatives? to|instead of|rather than|as opposed to|(?:roles|positions|jobs|opportunities|contracts) (?:may|can|vary|range|are available)|contract(?:s|ors)? of varying`,
  ].join('|'),
);

/** What may follow the engagement: "with the chance to go full-time", "may lead to a permanent position". */
const later = whole(
  `(?:lead(?:s|ing)? to|convert\\p{L}*|conversion|transition\\p{L}*|turn(?:s|ing)? into|possibility|potential|chance|opportunity (?:to|of)|extend\\p{L}*|prospect|progress(?:ion|ing)?|becom(?:e|ing)|go(?:ing)?) (?:(?!this|the)\\p{L}+ ){0,4}(?:full time|permanent(?:ly)?|perm)(?: (?:roles?|positions?|jobs?|offers?|employment|contract|employees?|hire|opportunit\\p{L}+|basis))?`,
  'gu',
);
/** "Regular travel", "regular hours": not regular employment. */
const often = /(?<!\p{L})regular (?!full|part|employ|status|position|role|fixed|or(?!\p{L})|and(?!\p{L}))(?=\p{L})/gu;

/** Statements that the job is not of a kind. */
const negated = whole(
  `(?:not|isn't|never|no longer|without|non)(?:[ ,/]+(?!only)\\p{L}+){0,4}[ ,/]+(?:${kind}|interns?|internships?|contractors?|freelancers?|c2c|1099|corp to corp|w2)|no (?:${kind}|c2c|1099|corp to corp|third part\\p{L}+)`,
);

/** A statement about the job itself. */
const aboutThisJob = whole(
  `(?:this|the) (?:[\\p{L}\\p{N}]+,? ){0,5}(?:role|position|job|opportunity|opening|vacancy|post|internship|contract)|(?:job|employment|contract|position|role|work|engagement|time|worker) ?(?:type|status) ?:`,
);

/** Whether a sentence says nothing about the engagement of the job, whatever words it has. */
export function isEngagementAside(sentence: string): boolean {
  if (negated.test(sentence)) return true;
  if (aboutThisJob.test(sentence)) return false;
  return applicant.test(sentence) || others.test(sentence);
}

/** A text without what may follow the engagement: "with the chance of a permanent contract". */
export const withoutProspects = (text: string): string => text.replace(later, ' ').replace(often, ' ');
