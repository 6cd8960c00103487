/** Years of experience that are required; `max` = the upper end of a range. */
export type Years = { min: number; max: number | null };

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const number = `(\\d{1,2}|${numbers.join('|')})(?: ?\\(\\d{1,2}\\))?`;
const yearWord = "(?:years?'?|yrs?\\.?|jahren?|ans|años|anos|anni|jaar|lat|år|y(?:oe)?)(?![a-zà-ÿ])";
const some = new RegExp(
  `(?<![\\d.,$€£-])${number} ?(\\+|plus\\b|or more|and above)?(?: ?(?:-|to|bis|à|a|or|and|tot|do)(?: ?\\+)? ?${number} ?(\\+)?)? ?(?:or more |plus |full |or \\d )?(?:\\(s\\))?${yearWord}(\\(s\\))?(?: ?\\+| or more| minimum)?`,
  'g',
);

/** Longer experience is that of a company. */
const mostYears = 20;

const experience =
  /experien|expérien|erfahrung|ervaring|esperienz|doświadcz|erfarenhet|\bexp\b|track record|background|expertise|practice|\bhands-on\b|seniority/;

/** What follows the years of a requirement that does not name experience: "4+ years building", "3 years in sales", "5 yrs of Java". */
const work =
  /^(?:'|’)? ?(?:\w+(?:-\w+)? ){0,2}?(?:of|in|as|with|within|working|building|developing|designing|leading|managing|writing|software|professional|relevant|related|industry|progressive|hands-on|post|using|doing|running|selling|on|at|full[- ]time|\w+ing)\b/;

/** Directly before years that are no requirement: those of a company, of the past, of a period. */
const ofAnother =
  /\b(?:past|last|next|coming|previous|first|every|each|per|within|after|since|than a|celebrating|through|until|up to|a|my|plus de|depuis|seit|over the)\s+(?:the )?(?:\w+ )?$|\bfor (?:over |more than |nearly |almost |the past |the last |about )?$|\b(?:we|we've|we're|our|company|firm|founded|established|history|heritage|combined|collective|together|has been|have been|trusted|pioneer|legacy|entreprise|unternehmen)\b.{0,60}$|\bwith (?:over|more than) $/;

/** A sentence about applicants, in which "we" and "our" say nothing of whose years they are. */
const aboutApplicants =
  /\b(?:looking for|seeking|you(?:'ll|'ve)? (?:have|bring|will|must|need|are)|you've|candidates?|applicants?|someone|require|must have|ideal)\b/;

/** Directly behind years that are no experience. */
const otherYears =
  /^(?: of (?:age|service|innovation|history|growth|success|continuous|operation|excellence|runway|funding)|-?\s?(?:old|ago|from now|in business|running|in a row|anniversary|warranty|contract|plan\b|period|term|programs?|degree|roadmap|vest|cliff|commitment|lease|probation|tenure|university|college|later|thereafter|to life)|'? ?(?:after|before|of residency|residing))/;

/** In sentences about pay, leave, records and studies no years are required. */
const otherSubjects =
  /\bpay range|salary|compensation range|\bvacation|\bholidays?\b|\bpto\b|paid time off|sabbatical|401|warranty|\bvest(?:ing|s)?\b|felony|convict|\bdui\b|driving (?:record|history)|motor vehicle|\bresided|background check|\bbillion|\bmillion|tuition|enrolled|undergraduate student/;

const preferring =
  /prefer(?:red|ence)|\ba plus\b|nice to have|desir|\bbonus\b|\basset\b|advantag|beneficial|von vorteil|wünschenswert|idealerweise|would be great|not (?:strictly )?required/;
const preferredBefore = /(?:preferabl\w*|ideally|preferred:?|bonus:?|nice to have:?|plus:) ?(?:\w+ ){0,2}$/;

/** The end of what "preferred" behind years refers to: a detail after a comma is preferred alone. */
const clauseEnd = /[,;(]| - | including| with at least/;

/** Years instead of something else: "certification OR 3+ years", "or equivalent training with 2 years". */
const instead =
  /\bor (?:at least |a minimum of |minimum )?$|\bor (?:an? )?equivalent (?:\w+ ){0,3}with $|\b(?:compensée? par|in lieu of|substitute[sd]? (?:for|by)|equivalent to)\s(?:\S+ ){0,6}$/;

/** Says directly before a number that it is the least. */
const minimum =
  /(?:minimum|at least|least|min\.?|mindestens|au moins|al menos|minimaal|minimo|mínimo|≥|>=?|experience ?(?:level|required|range|needed)?:?|exp:?) ?(?:of |von |de )?(?:\w+ )?$/;

/** A further option of a requirement, glued to the sentence before it: "… and 5 years in sales.Option 2: 7 years". */
const furtherOption = /\boption (?:[2-9]|b)\b/;

/** The years of experience that a sentence in lower case requires, the most of several; `null` = it requires none. */
export function readYears(sentence: string, isOptional: boolean): Years | null {
  const option = sentence.search(furtherOption);
  const plain = option > 0 ? sentence.slice(0, option) : sentence;
  if (isOptional || /^\W*(?:option (?:[2-9]|b)|or)\b/.test(plain) || otherSubjects.test(plain)) return null;
  let most: Years | null = null;
  for (const match of plain.matchAll(some)) {
    const years = yearsIn(match);
    if (years === null || !isRequired(plain, match)) continue;
    const before = plain.slice(Math.max(0, match.index - 60), match.index);
    if (instead.test(before)) continue;
    if (most === null || years.min > most.min) most = years;
  }
  return most;
}

const asNumber = (text: string): number => {
  const word = numbers.indexOf(text);
  return word < 0 ? Number(text) : word + 1;
};

function yearsIn([, low = '', lowPlus, high, highPlus]: RegExpExecArray): Years | null {
  const min = asNumber(low);
  const max = high === undefined || highPlus !== undefined || lowPlus === '+' ? null : asNumber(high);
  if (min > mostYears || (max !== null && (max <= min || max > 30))) return null;
  return { min, max };
}

function isRequired(plain: string, match: RegExpExecArray): boolean {
  const from = match.index;
  const to = from + match[0].length;
  const before = plain.slice(Math.max(0, from - 100), from);
  const after = plain.slice(to, to + 140);
  if (otherYears.test(after) || (ofAnother.test(before.slice(-60)) && !aboutApplicants.test(before))) return false;
  const end = clauseEnd.exec(after.slice(3))?.index;
  if (preferring.test(end === undefined ? after : after.slice(0, end + 3)) || preferredBefore.test(before))
    return false;
  const [whole, , lowPlus, , highPlus] = match;
  const isMinimum =
    lowPlus !== undefined || highPlus !== undefined || /(?:\+|or more|minimum)$/.test(whole) || minimum.test(before);
  if (experience.test(after.slice(0, 60)) || /experien\w*[^.]{0,25}$/.test(before)) return true;
  return isMinimum && (experience.test(after) || work.test(after.trimStart()));
}
