import type { Degree } from '../../../shared/words/degrees.js';

/** Words that name a degree, the lowest first. Patterns read lower case with plain marks. */
const names: readonly { degree: Exclude<Degree, 'none'>; word: string }[] = [
  {
    degree: 'school',
    word: 'high[- ]school (?:diploma|degree|graduat\\w*|education|equivalen\\w*|or)|high[- ]school/ged|\\bged\\b|secondary (?:school )?(?:education|diploma|certificate)|school leaving certificate|\\babitur\\b|baccalauréat(?! en| univ)|bachillerato|ensino médio',
  },
  {
    degree: 'vocational',
    word: '(?:abgeschlossene|erfolgreich abgeschlossene|fundierte|einschlägige|kaufmännische|technische|handwerkliche)\\w* [^.]{0,40}?(?:berufs)?ausbildung|\\w*ausbildung (?:als|zum|zur|im|in)\\b|\\bberufsausbildung\\b|vocational (?:degree|training|qualification|diploma)|trade school (?:diploma|certificate|degree)|\\bmbo(?:[- ]?[34])?\\b(?=[^.]{0,20}(?:niveau|opleiding|diploma|werk))',
  },
  {
    degree: 'associate',
    word: "associate(?:'?s|s')? degrees?|associate'?s or |\\b(?:two|2)[- ]year (?:college )?degree|\\bbac ?\\+ ?2\\b",
  },
  {
    degree: 'bachelor',
    word: "\\bbachelor(?:'?s|s')?(?:'s)?(?: level)?(?: degrees?)?\\b|\\bb\\. ?(?:sc?|a|eng|tech|e)\\b\\.?(?= |,|\\/|$|\\))|\\bbsc?\\b(?=[ /,)]{1,3}(?:\\(?(?:in|or|degree|and|with|hons|ms|m\\.s|ma|ba|be|btech|msc?|phd|required|minimum|equivalent|computer|engineering|ee|cs)\\b))|\\bba\\b(?=/(?:bs|bsc|ma)|[ ](?:in|or|degree)\\b)|\\bb\\.?tech\\b|\\bundergraduate degree|(?:four|4)[- ]year (?:college |university )?degree|(?:university|college) degree|\\bdegree[- ]educated|\\b(?:abgeschlossenes?) (?:[\\wäöüß-]+ ){0,3}?(?:\\w*studium|hochschulstudium)|\\bstudium (?:der|im bereich|im|in|mit schwerpunkt)\\b|\\bbaccalauréat (?:en|universitaire)|\\w*hochschulabschluss|\\bbac ?\\+ ?3\\b|\\blicen(?:ciatura|ce)\\b|\\bhbo\\b(?=[^.]{0,20}(?:niveau|opleiding|diploma|werk))|\\bdegree in\\b|\\b(?:a|relevant|technical|stem|cs|science|engineering|related) degree\\b|\\bdegree or (?:equivalent|relevant)|\\bdegree (?:is )?required",
  },
  {
    degree: 'master',
    word: "\\bmaster(?:'?s|s')? (?:level degrees?|degrees?|level|of (?:science|arts|business|engineering|public|social|education|health|laws?|fine)|(?=or (?:ph|doct|higher|equivalent))|in (?:computer|engineering|business|data|science|a |one|statistics|economics|finance|social|informatics|it|the))|\\bmaster(?:'s|s'|s)\\b(?= ?(?:$|[,/)]|or |and |preferred|required))|\\bmaster en\\b|\\bm\\. ?(?:sc?|a|eng|tech)\\b\\.?(?= |,|/|$|\\))|\\bmsc\\b|\\bms\\b(?=(?:/| or )(?:ph|m)| (?:in|degree)\\b(?! office))|\\bmba\\b|\\bmph\\b|\\bmsw\\b|\\b(?:graduate|advanced|postgraduate|post-graduate) (?:level )?degree|\\bbac ?\\+ ?5\\b|école d'ingénieur|diplôme d'ingénieur|\\bmaster\\b(?= (?:informatique|ou |2|1))",
  },
  {
    degree: 'doctorate',
    word: '\\bph\\.? ?d\\b\\.?s?(?: degree)?|\\bdoctora(?:te|l degree)|\\bdr\\.-|\\bpharm\\.?d\\b|\\bjuris doctor|\\bj\\.?d\\.?\\b(?= (?:degree|or|from|required))',
  },
];

/** A name begins where a word does: the many alternatives are tried at few indices. */
const anyName = new RegExp(`(?<![a-z])(?:${names.map(({ word }, at) => `(?<d${at}>${word})`).join('|')})`, 'g');

/** Other meanings of the words. */
const otherMeanings =
  /degrees? of (?:ambiguity|freedom|autonomy|independen\w*|responsib\w*|difficulty|accuracy|complex\w*|urgency|risk|change|flexib\w*|confiden\w*|ownership|detail|separation|initiative)|\b\d+[- ]degrees?\b|degrees (?:celsius|fahrenheit)|(?:high|some|large|small|greater|certain|same|varying) degrees?\b|master data|scrum masters?|master service|degree obtained.*/g;

/** Subjects that are preferred, in brackets: "(biology or pharmacy is preferred)". The degree before them is required. */
const preferredSubjects = / ?\((?![^()]*(?:not|required))[^()]{12,120}\bprefer(?:red|ably)\b[^()]*\)/g;

/** Degrees that are no requirement: of others, as a benefit, in progress. */
const elsewhere =
  /tuition|reimburs|scholarship|programs? range|free college|debt[- ]free|live better u|our (?:team|founders?|people|scientists|staff)|team of|we are a|founded by|pursuing|enrolled|enrollment|currently (?:studying|working towards)|working towards?|studying|final[- ]year|penultimate|graduating|expected graduation|recent graduates|currently completing|in progress|\bstudents?\b|immatrikuliert|eingeschrieben|salary|compensation/;

const notNeeded =
  /\bno (?:formal |college |university |specific |advanced |particular )*(?:degree|qualification|education)s?(?: or [\w ]{1,20})? (?:is |are )?(?:required|needed|necessary)|\bdegree (?:is )?not (?:required|needed|necessary|mandatory|a (?:must|requirement))|\b(?:do not|don't|doesn't|does not) (?:need|require|care)[^.]{0,40}\b(?:degree|diploma)\b|\bregardless of (?:your )?(?:degree|education)|\bpreferred,? but not (?:required|necessary|mandatory)/;

const preferring =
  /prefer|\bplus\b(?! (?:\d|at least |a minimum |(?:one|two|three|four|five|six) ))|nice to have|desir|\bideal|bonus|\basset\b|advantag|beneficial|welcome|favou?r|highly valued|von vorteil|wünschenswert|idealerweise|not (?:strictly )?required|optional|un plus/;
const requiring = /requir|must|minimum|at least|mindestens/;

/** Mentions as near as this, joined by "or" or a comma, are preferred or required together. */
const joinAtMost = 30;

/**
 * The lowest degree that a sentence in lower case requires; `none` when it says that none is needed, `null` when it requires
 * none.
 */
export function readDegree(sentence: string, isOptional: boolean): Degree | null {
  const plain = sentence.replace(otherMeanings, ' ').replace(preferredSubjects, ' ');
  if (notNeeded.test(plain) && /degree|diploma|education|qualification|bachelor|master/.test(plain)) return 'none';
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
  const needed = preferring.test(plain)
    ? found.filter((_, at) => !isPreferred(plain, found, at) && !isExample(plain, found, at))
    : found;
  if (needed.length === 0) return null;
  return names[Math.min(...needed.map(({ rank }) => rank))]?.degree ?? null;
}

/** Whether a mention is an example, in brackets, of a preferred one before it: "an advanced degree preferred (MSc, PhD)". */
function isExample(plain: string, found: readonly Mention[], at: number): boolean {
  const before = plain.slice(0, found[at]?.from ?? 0);
  const bracket = before.lastIndexOf('(');
  if (bracket < 0 || before.includes(')', bracket)) return false;
  const owner = found.findLastIndex(({ to }) => to <= bracket);
  return owner >= 0 && isPreferred(plain, found, owner);
}

type Mention = { from: number; to: number };

/** Whether the words after a mention, up to the next one that it is not joined with, or directly before it say "preferred". */
function isPreferred(plain: string, found: readonly Mention[], at: number): boolean {
  const [mention, next] = [found[at], found[at + 1]];
  if (mention === undefined) return false;
  if (
    /(?:prefer(?:ably|red:?|ence for|abl[ey])?|ideally|desired:?|bonus:?|plus:) ?(?:an? |the )?$/.test(
      plain.slice(Math.max(0, mention.from - 18), mention.from),
    )
  )
    return true;
  const after = plain.slice(mention.to, next?.from ?? plain.length);
  if (requiring.test(after) && !/not (?:strictly )?required/.test(after)) return false;
  if (preferring.test(after)) return true;
  if (next === undefined || after.length > joinAtMost || after.includes('equivalent')) return false;
  return (
    /(?:\bor\b|\band\b|,|\/|&)/.test(after) &&
    isPreferred(plain, found, at + 1) &&
    !/[;(]|, (?:an? )?(?:advanced|higher)/.test(after)
  );
}
