import { anyOf, languageTables } from '../languages/language-tables.js';

/** Years of experience that are required; `max` = the upper end of a range. */
export type Years = { min: number; max: number | null };

/** Number words of all languages, starting with one. */
const numbers = new Map(
  languageTables().flatMap(({ rows }) =>
    (rows.get('numbers') ?? []).flatMap((words, at) =>
      // Two-letter number words are ordinary words in other languages.
      words
        .split(',')
        .filter((word) => word.length > 2 || /[^a-z]|^u[nm]$/.test(word))
        .map((word): [string, number] => [word, at + 1]),
    ),
  ),
);
/** "3", "1.5", "three", "three (3)", "3 (tres)". */
const number = `(\\d{1,2}(?:[.,]5)?|[一二两三四五六七八九十]|(?<!\\p{L})(?:${[...numbers.keys()].join('|')}))(?: ?\\([\\p{L}\\d ]{1,10}\\))?`;
const yearWord = `(?:years?'?|yrs?\\.?|(?:${anyOf('year')}))(?:(?!\\p{L})|(?=of ?experience))|[년年]|-(?:jährige?|letni\\p{L}*|letnie|годичн\\p{L}*)`;
const some = new RegExp(
  `(?<![\\d.,$€£])(?<!\\S-)${number} ?(\\+|plus\\b|or more|and above|o más|ou mais|ou plus|oder mehr|of meer|o più|lub więcej)?(?: ?(?:-|~|to|bis|à|a|or|and|tot|do|y|e|ou|o|oder|et|\\/)(?: ?\\+)? ?${number} ?(\\+)?)? ?(?:or more |plus |full |volle |or \\d )?(?:\\(s\\))?-?(?:${yearWord})(\\(s\\))?(?: ?\\+| or more| minimum|(?: ou| y| o| e| oder| of)? (?:plus|más|mais|mehr|meer)| 이상| ?이상| trở lên| ve üzeri)?`,
  'gu',
);

/** "Experiencia mayor a 5 años": the years follow without an article. */
const comparison = /\b(?:mayor|superior|igual|superiore|supérieure?) (?:o igual |ou égale )?[aà] $/;

/** "Experience as a designer for 3 years": an applicant's experience. */
const experienceFor = /\bexperience (?:as|in|with|of)\b[^.;]{0,70} for (?:at least |over )?$/;

/** Longer experience is that of a company. */
const mostYears = 20;

const words = `experi[eê]n|pengalaman|kinh nghiệm|${anyOf('experience')}`;
const experience = new RegExp(
  `${words}|\\bexp\\b|track record|background|expertise|practice|\\bhands-on\\b|seniority`,
  'u',
);

/** Experience named directly before its years: "expérience de", "experiencia mayor a", "경력". */
const experienceBefore = new RegExp(`(?:${words})[\\p{L}'()]{0,8}[^.]{0,25}$`, 'u');

/** Experience named further before them: "experienced in a similar position at least". */
const someExperience = new RegExp(words, 'u');

/** Text after years that are required without the word experience: "4+ years building", "3 years in sales". */
const work =
  /^(?:'|’)? ?(?:\w+(?:-\w+)? ){0,2}?(?:of|in|en|im|als|as|with|within|working|building|developing|designing|leading|managing|writing|software|professional|relevant|related|industry|progressive|hands-on|post|using|doing|running|selling|on|at|across|full[- ]time|làm|\w+ing)(?![\w\u00c0-\u1ef9])/;

/** Text directly before years that are not required: those of a company, of the past, of a period. */
const ofAnother =
  /\b(?:past|last|next|coming|previous|first|every|each|per|within|after|since|than a|celebrating|llevamos|through|until|up to|a|my|plus de|depuis|seit|over the)\s+(?:the )?(?:\w+ )?$|(?:\b(?:aged?|edad|idade|alter|usia|umur|berusia)|tuổi|나이|연령)\b[^,.;]{0,25}$|\bfor (?:over |more than |nearly |almost |the past |the last |about )?$|\b(?:we|we've|we're|our|company|firm|founded|established|history|heritage|combined|collective|together|has been|have been|trusted|pioneer|legacy|entreprise|unternehmen|llevamos|somos|siamo|jesteśmy)\b.{0,60}$|\bwith (?:over|more than) $/;

/** A sentence about applicants, in which "we" and "our" do not tell whose years they are. */
const aboutApplicants =
  /\b(?:looking for|seeking|you(?:'ll|'ve)? (?:have|bring|will|must|need|are)|you've|candidates?|applicants?|someone|expectations?|require|must have|ideal|vous|tu (?:as|disposes|justifies)|justifi\w+|candidate?s?|sie (?:haben|verfügen|bringen)|du (?:hast|bringst|verfügst)|buscamos|pedimos|requerimos|busca|cerchiamo|alla ricerca|szukamy|poszukujemy|oczekujemy)\b/;

/** Text before a maximum of years. */
const atMost =
  /(?:moins de|less than|menos de|meno di|weniger als|maximum|max\.?|maximal|maksimal|maksimum|höchstens|tối đa|máximo|hasta|jusqu'à)(?: (?:of|de|von))? $/;

/** Text directly after years that are not experience. */
const otherYears =
  /^(?: of (?:age|service\b|innovation|history|growth|success|continuous|operation|excellence|runway|funding)|-?\s?(?:old|ago|from now|in business|running|in a row|anniversary|warranty|contract|plan\b|period|term|programs?|degree|roadmap|vest|cliff|commitment|lease|probation|tenure|university|college|later|thereafter|to life)|'? ?(?:after|before|of residency|residing)|(?: d'existence| d'âge| dans le secteur d)|(?: de (?:antigüedad|vida|edad|trayectoria|garant|idade)|y medio)| ?(?:이하|미만|이내|차|간|연속|근속|동안|마다|도)| (?:근속|경력자 비율)| ?tuổi)/;

/** Sentences about pay, leave, records and studies require no years. */
const otherSubjects =
  /\bpay range|salary|compensation range|\bvacation|\bholidays?\b|\bpto\b|paid time off|sabbatical|401|warranty|\bvest(?:ing|s)?\b|felony|convict|\bdui\b|driving (?:record|history)|motor vehicle|\bresided|background check|\bbillion|\bmillion|tuition|enrolled|undergraduate student/;

const preferring =
  /prefer(?:red|ence)|\ba plus\b|nice to have|desir|\bbonus\b|\basset\b|advantag|beneficial|von vorteil|wünschenswert|idealerweise|would be great|not (?:strictly )?required|recomm[ae]nd|recomendad|deseable|no excluyente|preferi[bd]|se valora|un plus\b|apprécié|souhaité|desejável|diferencial|tercih|diutamakan|ưu tiên|우대/;
const preferredBefore =
  /(?:desejável:?|deseable:?|souhaitée?:?|wünschenswert:?|preferabl\w*|ideally|idéalement|idealerweise|tercihen|preferred:?|bonus:?|nice to have:?|plus:|valorable|preferibil[ei]|preferiblemente|bij voorkeur|mile widzian[ae]) ?(?:[^\s,;:]{1,14} ){0,2}$|(?:ưu tiên|diutamakan|lebih disukai) [^;]{0,40}$/;

/** The end of the text that "preferred" after years refers to: a detail after a comma is preferred by itself. */
const clauseEnd = /[,;(]| - | including| with at least| idéalement| ideally| idealerweise/;

/** Years instead of something else: "certification OR 3+ years", "or equivalent training with 2 years". */
const instead =
  /\bor (?:at least |a minimum of |minimum )?$|\bor (?:an? )?equivalent (?:\w+ ){0,3}with $|\b(?:compensée? par|in lieu of|substitute[sd]? (?:for|by)|equivalent to)\s(?:\S+ ){0,6}$/;

/** Marks the following number as a minimum. */
const minimum = new RegExp(
  `(?:least|min\\.?|au minimum|environ|${anyOf('least')}|≥|>=?|experience ?(?:level|required|range|needed)?:?|exp:?) ?(?:of |von |de |d')?(?:[\\p{L}\\p{N}]+ )?$`,
  'u',
);

/** A further option of a requirement, joined to the previous sentence: "… and 5 years in sales.Option 2: 7 years". */
const furtherOption = /\boption (?:[2-9]|b)\b|; or /;

/** "A bachelor's degree and 5 years, or a master's and 3": fewer years with a higher degree. */
const otherDegree = /\bor\b[^.;]{0,40}\b(?:master|ph\.?d|doctor|advanced|bachelor|degree|diploma)/;

/** "Years of experience: 3", "anni di esperienza: 3". */
const labelledYears =
  /((?:years?|años|anos|anni|jaren|lata) (?:of |de |di )?\p{L}{6,13}\b[^:.;\d]{0,20}): ?(\d{1,2}\+?)(?![\d.,%]| ?\p{L})/u;

/** The years of experience that a sentence in lower case requires, the highest of several; `null` = none required. */
export function readYears(sentence: string, isOptional: boolean): Years | null {
  const option = sentence.search(furtherOption);
  const plain = (option > 0 ? sentence.slice(0, option) : sentence).replace(labelledYears, '$2 $1');
  if (isOptional || /^\W*(?:option (?:[2-9]|b)|or)\b/.test(plain) || otherSubjects.test(plain)) return null;
  let most: Years | null = null;
  let end = 0;
  for (const match of plain.matchAll(some)) {
    const years = yearsIn(match);
    if (years === null || !isRequired(plain, match)) continue;
    const before = plain.slice(Math.max(0, match.index - 60), match.index);
    if (instead.test(before)) continue;
    const isOption = most !== null && otherDegree.test(plain.slice(end, match.index));
    if (most === null || (isOption ? years.min < most.min : years.min > most.min)) most = years;
    end = match.index;
  }
  return most;
}

const asNumber = (text: string): number => numbers.get(text) ?? Number(text.replace(',', '.'));

function yearsIn([, low = '', lowPlus, high, highPlus]: RegExpExecArray): Years | null {
  const min = Math.floor(asNumber(low));
  const max = high === undefined || highPlus !== undefined || lowPlus === '+' ? null : Math.ceil(asNumber(high));
  if (min > mostYears || (max !== null && (max <= min || max > 30))) return null;
  return { min, max };
}

function isRequired(plain: string, match: RegExpExecArray): boolean {
  const from = match.index;
  const to = from + match[0].length;
  const before = plain.slice(Math.max(0, from - 100), from);
  const after = plain.slice(to, to + 140);
  if (otherYears.test(after) || atMost.test(before)) return false;
  const isOfApplicant = aboutApplicants.test(before) || comparison.test(before) || experienceFor.test(before);
  if (ofAnother.test(before.slice(-60)) && !isOfApplicant) return false;
  const end = clauseEnd.exec(after.slice(3))?.index;
  if (preferring.test(end === undefined ? after : after.slice(0, end + 3)) || preferredBefore.test(before))
    return false;
  const [whole, , lowPlus, , highPlus] = match;
  const isMinimum =
    lowPlus !== undefined ||
    highPlus !== undefined ||
    /(?:\+|or more|minimum|plus|más|mais|mehr|meer|이상|trở lên|üzeri)$/.test(whole) ||
    minimum.test(before);
  if (experience.test(after.slice(0, 60)) || experienceBefore.test(before)) return true;
  if ((isMinimum || match[3] !== undefined) && someExperience.test(before)) return true;
  return isMinimum && (experience.test(after) || work.test(after.trimStart()));
}
