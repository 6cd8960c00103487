import { type Degree, degrees } from '../../../shared/words/degrees.js';
import { patternOf } from '../languages/read-table.js';

/** Degrees from the lowest to the highest, with their names. */
const names = degrees.slice(1).map((degree) => ({ degree, words: patternOf(`degree ${degree}`) }));

/** A name starts at a word boundary, so the many alternatives are tried at few indices. */
const anyName = new RegExp(`(?<![a-z])(?:${names.map(({ words }, at) => `(?<d${at}>${words})`).join('|')})`, 'g');

/** Whether a sentence in lower case has a word for a degree. */
export const namesDegree = (sentence: string): boolean => sentence.search(anyName) >= 0 || notNeeded.test(sentence);

/** Other meanings of the words. */
const otherMeanings =
  /degrees? of (?:ambiguity|freedom|autonomy|independen\w*|responsib\w*|difficulty|accuracy|complex\w*|urgency|risk|change|flexib\w*|confiden\w*|ownership|detail|separation|initiative)|\b\d+[- ]degrees?\b|degrees (?:celsius|fahrenheit)|(?:high|some|large|small|greater|certain|same|varying) degrees?\b|master data|scrum masters?|master service|degree obtained.*|[^;(]{0,30} = ?\d+ years|[석박]사의? 경우/g;

/** Preferred subjects in brackets: "(biology or pharmacy is preferred)". The degree before them is required. */
const preferredSubjects =
  / ?\((?![^()]*(?:not|required))[^()]{12,120}\bprefer(?:red|ably)\b[^()]*\)|, (?:con|with|avec|mit|com) [^,()]{3,60} \((?:prefer\w{2,12}|deseable|desejável)\)|,? (?:preferably|ideally|idealerweise|idéalement|preferiblemente) (?:in|im|en|dans)\b[^.;,]{0,60}/g;

/** Degrees that are not required: other people's, as a benefit, in progress. */
const elsewhere =
  /tuition|reimburs|partnerships? (?:for|with)|scholarship|programs? range|free college|debt[- ]free|live better u|our (?:team|founders?|people|scientists|staff)|team of|we are a|founded by|pursuing|enrolled|enrollment|currently (?:studying|working towards)|working towards?|studying|final[- ]year|penultimate|graduating|expected graduation|recent graduates|currently completing|in progress|\bstudents?\b|immatrikuliert|eingeschrieben|salary|compensation|en cours d'études|en cours\)|étudiante?s?\b|cursando|estudiantes?\b|재학|휴학|öğrencisi|mahasiswa|sinh viên năm/;

const notNeeded =
  /\bno (?:formal |college |university |specific |advanced |particular )*(?:degree|qualification|education)s?(?: or [\w ]{1,20})? (?:is |are )?(?:required|needed|necessary)|\bdegree (?:is )?not (?:required|needed|necessary|mandatory|a (?:must|requirement))|\b(?:do not|don't|doesn't|does not) (?:need|require|care)[^.]{0,40}\b(?:degree|diploma)\b|\bregardless of (?:your )?(?:degree|education)|\bpreferred,? but not (?:required|necessary|mandatory)|diplômes? (?:nous )?importent? peu|(?:aucun|pas de|sans) diplôme|kein(?:en?)? (?:studium|studienabschluss|hochschulabschluss|berufsausbildung|ausbildung) (?:ist )?(?:erforderlich|notwendig|nötig|zwingend)|no se requieren? (?:título|titulación|estudios)|sin (?:título|titulación|estudios)|학력 ?:? ?무관/;

const preferring =
  /prefer|\b(?:an?|big|huge|strong|great|real|major|definite|als|ein|un|is|are|would be|considered) plus\b|\bplus(?: ?[.!):;,]|$)|nice to have|desir|\bideal|bonus|\basset\b|advantag|beneficial|welcome|favou?r|highly valued|von vorteil|wünschenswert|idealerweise|not (?:strictly )?required|optional|(?:un|es|est un) plus|apprécié|souhait|idéalement|de préférence|\batouts?\b|bevorzugt|deseable|preferi[bd]|preferente|se valora|valorable|no excluyente|desejável|diferencial|gradit[oa]|preferenziale|bij voorkeur|een pr[eé]|mile widzian|atutem|tercih|diutamakan|lebih disukai|lợi thế|우대|선호/;
const requiring = /requir|must|minimum|at least|mindestens|exigé|indispensable|필수/;

/** Maximum distance of mentions joined by "or" or a comma, which are then preferred or required together. */
const joinAtMost = 30;

/**
 * The lowest degree that a sentence in lower case requires; `none` if it says that none is needed, `null` if it
 * requires none.
 */
export function readDegree(sentence: string, isOptional: boolean): Degree | null {
  const plain = sentence.replace(otherMeanings, ' ').replace(preferredSubjects, ' ');
  if (
    notNeeded.test(plain) &&
    /degree|diploma|education|qualification|bachelor|master|diplôme|studi|ausbildung|título|titulación|학력/.test(plain)
  )
    return 'none';
  if (isOptional || elsewhere.test(plain)) return null;
  const found = [...plain.matchAll(anyName)].map((match) => ({
    rank: Number(
      Object.entries(match.groups ?? {})
        .find(([, text]) => text !== undefined)?.[0]
        .slice(1),
    ),
    from: match.index,
    to: match.index + match[0].length,
  }));
  if (found.length === 0) return null;
  const needed =
    preferring.test(plain) || plain.includes('ưu tiên')
      ? found.filter((_, at) => !isPreferred(plain, found, at) && !isExample(plain, found, at))
      : found;
  if (needed.length === 0) return null;
  return names[Math.min(...needed.map(({ rank }) => rank))]?.degree ?? null;
}

/** Whether a mention in brackets is an example of a preferred one: "an advanced degree preferred (MSc, PhD)". */
function isExample(plain: string, found: readonly Mention[], at: number): boolean {
  const before = plain.slice(0, found[at]?.from ?? 0);
  const bracket = before.lastIndexOf('(');
  if (bracket < 0 || before.includes(')', bracket)) return false;
  const owner = found.findLastIndex(({ to }) => to <= bracket);
  return owner >= 0 && isPreferred(plain, found, owner);
}

/** Words for a minimum, in languages that put preferences after it in the same sentence. */
const least = /^\W{0,12}(?:\w{0,10} )?(?:minimal|mindestens|wenigstens)\b/;

type Mention = { from: number; to: number };

/** Whether the words after a mention, up to the next separate one, or directly before it say "preferred". */
function isPreferred(plain: string, found: readonly Mention[], at: number): boolean {
  const [mention, next] = [found[at], found[at + 1]];
  if (mention === undefined || least.test(plain.slice(Math.max(0, mention.from - 12), mention.to))) return false;
  if (
    /(?:prefer(?:ably|red:?|ence for|abl[ey])?|ideally|idéalement|idealerweise|tercihen|preferentemente|preferiblemente|preferencialmente|preferibilmente|desired:?|bonus:?|plus:) ?(?:an? |the )?$|(?:deseables?|desejáve(?:l|is)|gradit[ao]|preferibil[ei]|titolo preferenziale|mile widzian[ae]|valorable|bij voorkeur):? (?:[^\s,;.:]{1,14} ){0,3}$|ưu tiên(?: [^\s,;.]{1,12}){0,5} $|(?<!\p{L})(?:e?s valora|se valora|ser[àá] valora)\p{L}*(?![^.;]*:)[^.;]{0,80}$/u.test(
      plain.slice(Math.max(0, mention.from - 100), mention.from),
    )
  )
    return true;
  const after = plain.slice(mention.to, next?.from ?? plain.length);
  if (requiring.test(after) && !/not (?:strictly )?required/.test(after)) return false;
  const said = after.search(preferring);
  if (said >= 0) return !otherItem.test(after.slice(0, said));
  if (next === undefined || after.length > joinAtMost || after.includes('equivalent')) return false;
  return isJoined(plain, found, at) && isPreferred(plain, found, at + 1);
}

/** After a comma, "preferred" may mean another item: ", CPA preferred", unlike ", or related experience preferred". */
const otherItem =
  /[,;] [^,;]{0,80}(?<!\bor (?:[\w-]{1,20} ){0,2})\b(?:experience|years?|certifi\w{1,8}|licen[cs]\w{1,4}|knowledge|skills?|familiarity|proficiency|fluency|certified|cpa|cfa|pmp|erfahrung|kenntnisse|expérience|connaissances?|experiencia|conocimientos?)\b/;

/** Whether a mention and the next form a list: "BA or MA", "BS, MS or PhD", but not "BS, MS preferred". */
function isJoined(plain: string, found: readonly Mention[], at: number): boolean {
  const [mention, next] = [found[at], found[at + 1]];
  if (mention === undefined || next === undefined) return false;
  const between = plain.slice(mention.to, next.from);
  if (/[;(]|, (?:an? )?(?:advanced|higher)/.test(between)) return false;
  return /\bor\b|\band\b|\/|&/.test(between) || (between.includes(',') && isJoined(plain, found, at + 1));
}
