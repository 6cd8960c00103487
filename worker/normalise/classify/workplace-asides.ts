/**
 * Sentences that name a workplace and do not state that of the job: conditions, other people's work, skills, interviews,
 * a few weeks of the year, products. All patterns are for one sentence or line as `foldForMatching` writes it.
 */

import { entriesOf } from '../languages/language-tables.js';
import { anyWord } from './fold-for-matching.js';

const mode = '(?:remote|hybrid|on ?site|in office|in person|virtual)';
const whole = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'u');

/** What else of a job may be remote: interviews, the introduction. */
const otherSubject = new RegExp(anyWord(entriesOf('other subject').join('|')), 'u');

/** A condition, or a rule for several kinds of jobs. */
const condition = whole(
  [
    'unless|whether|case by case|where(?:ver)? (?:applicable|possible|appropriate|permitted|it)|(?:some|specific) flexibility',
    'if (?:you|the|this|approved|hired|eligible|applicable|located|based|selected|your|they|he|it|a|an|any|working|not)',
    '(?:some|certain|specific|most|many|other|each|every|select) (?:of our )?(?:\\p{L}+ ){0,3}(?:roles?|positions?|jobs?|teams|employees|staff)',
    `(?:our|for|your|all|those) (?:\\p{L}+ ){0,2}${mode}(?:,? (?:and|or) ${mode})? (?:\\p{L}+ )?(?:roles|positions|jobs|employees|workers|team members|staff|candidates)`,
    `${mode} (?:\\p{L}+ )?(?:employees|workers|staff|team members) (?:are|will|may|must|can|should|currently|who|get|receive)`,
    '(?:half|part|some|many|most|much|third|several|rest|members|\\p{N}+ ?%) (?:of )?(?:our|the|my) (?:\\p{L}+ ){0,2}(?:team|company|people|engineers|staff|employees)|to be considered for|for consideration',
    'may be (?:permitted|possible|allowed|considered)|for (?:eligible|qualifying)|occasional(?:ly)? (?:work(?:ing)? from home|remote work|telework\\p{L}*)',
    '(?:employees|those|people|team members) who|offices? (?:is|are) open (?:for|to)',
    `(?:roles|positions|jobs|candidates|employees|they|teams) (?:\\p{L}+ ){0,3}(?:may|might|can) (?:\\p{L}+ ){0,4}${mode}`,
  ].join('|'),
);
/** Conditions that may also be about the pay beside a plain statement of the workplace. */
const dependence = whole(
  'depending (?:on|upon)|depends (?:on|upon)|based on (?:\\p{L}+ ){0,3}(?:needs?|preference)|may vary|varies|subject to',
);
const pay = whole('salary|salaries|pay|compensation|bonus|base|range|rate');

/** What an applicant is used to. */
const skill = whole(
  'experience|experienced|proven|track record|ability to (?:work|thrive|collaborate|operate|communicate|lead|manage|function|stay|build)|able to (?:work|thrive|collaborate) (?:independently|effectively|autonomously)|comfort\\p{L}*|thriv\\p{L}*|familiar\\p{L}*|skills?|expertise|knowledge|proficien\\p{L}*|excel|accustomed|used to (?:work\\p{L}*|be\\p{L}*)|self discipline|self starter|self motivated|erfahrung|experiencia|experiencia|esperienza|ervaring|doswiadczen\\p{L}*',
);
const away = whole(
  'remote(?:ly)?|hybrid|distributed|virtual(?:ly)?|from home|home ?office|remot[oa]|a distance|zdaln\\p{L}*',
);

/** What happens on site now and then. */
const occasion = whole(
  'interviews?|interviewing|onboard\\p{L}*|orientation|retreats?|gatherings?|meet ?ups?|off ?sites?|team ?buildings?|conferences?|kick ?offs?|summits?|check ins?|social events|hackathons?|verification|collaboration sessions',
);
const onSite = whole('on ?site|in person|office|offices|hq|headquarters');

/** A part of the year, or former times. */
const partOfYear = whole(
  `(?:weeks?|months?|days?) (?:per|a|each|every|in a|of the|out of the) year|(?:days|weeks) annually|months? in|during (?:the )?(?:summer|august|july|december|holidays|pandemic|covid)|(?:temporarily|initially) remote|(?:work\\p{L}*|remote(?:ly)?) (?:from )?(?:abroad|overseas)|work from (?:anywhere|abroad|wherever|any \\p{L}+|another country)(?: \\p{L}+){0,6} (?:weeks?|month|months|days)|(?:weeks?|months?) (?:of )?(?:work(?:ing)? )?(?:from (?:anywhere|abroad)|remote work|abroad)|days (?:of )?(?:work(?:ing)? )?(?:from )?abroad`,
);

/** Products and customers. */
const product = whole(
  '(?:help|helps|helping|enable|enables|enabling|empower|empowers|allow|allows|serve|serves|support|supports) (?:\\p{L}+ ){0,4}(?:companies|businesses|customers|clients|people|teams|organi[sz]ations|enterprises|employers|users|workers|patients|providers)|today.s hybrid|built for|transition(?:ing)? to|for (?:our|its|their) (?:\\p{L}+ )?(?:clients|customers)',
);

/** Remote work that is refused from some places only. */
const fromPlace = whole(
  "(?:unable|not able|cannot|can ?not|can't|do not|don't|not|no longer)(?: to)? (?:\\p{L}+ ){0,4}remote(?:ly)?(?: \\p{L}+){0,2} (?:from|in|outside|within|residing|located)",
);

/** A statement about the job itself. */
const aboutThisJob = whole(
  "(?:this|the) (?:[\\p{L}\\p{N}]+,? ){0,5}(?:role|position|job|opportunity|opening|vacancy|post|internship|contract)|this is|remote (?:role|position|job|opportunity)|(?:role|position|job|work(?:place)?|office)? ?(?:location|model|type|arrangement|environment|schedule|modalit\\p{L}+|modalidad)s? ?:|you(?:'ll| will| must| can| work)|(?:is|are) (?:required|expected)|must",
);

const place = '(?:offices?|hubs?|studios?|hq|headquarters|co ?working spaces?)';

/** Offers that leave the choice open: where one may choose, neither place is that of the job. */
const choice = whole(
  `${mode}(?:[ ,]{0,2}(?:and|or|/|&) ?${mode}){1,3} (?:work(?:ing)? )?(?:options|opportunities|possibilities|arrangements)|flexible (?:work(?:ing)? )?(?:options|arrangements)[^\\n]{0,40}(?:remote|hybrid)|(?:remote|teletravail|a distance) ou (?:depuis|dans|au|a) (?:nos |les |le |la )?(?:bureaux?|locaux|siege)|(?:from home|remote(?:ly)?|home ?office),? or (?:from |in |at |to )?(?:(?:one|any|either) of |an? |the |our |your )(?:\\p{L}+ ){0,3}${place}|${place}(?: in (?:\\p{L}+ ){1,2})? ?,? ?or (?:\\p{L}+ ){0,2}(?:from home|remotely)`,
);

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
