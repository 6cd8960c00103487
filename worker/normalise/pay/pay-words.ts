import { anyOf } from '../languages/language-tables.js';
import { patternOf } from '../languages/read-table.js';
import { readOnce } from '../text/read-once.js';

/** Words that mark an amount as pay, in the languages of postings. "Competitive salary" says nothing of an amount. */
const pay = `${patternOf('amounts pay')}|${anyOf('pay')}`;

/** Words that mark an amount as something else: benefits, money of the company or its customers, prices, sizes. */
const notPay = patternOf('amounts notPay');

/**
 * The words of `notPay` that also exclude a plain range of the size of pay, anywhere in its part of the sentence. The
 * others are common in titles, teams and sentences about the job ("Product Manager", "this opportunity", "managing").
 */
const firm = patternOf('amounts firm');

/** Words for benefits and money of the company in scripts without spaces. */
const notPayJoined = new RegExp(patternOf('amounts notPayJoined'), 'gu');

/** Texts are lower-cased first, because case-insensitive patterns take three times as long to compile. */
const flags = 'gu';
const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, flags);
const payPattern = new RegExp(`(?<![\\p{L}])(?:${pay})(?![\\p{L}\\d])|[年月時日][収給给薪]|[연월시][봉급]`, flags);
const notPayPattern = word(notPay);
const firmPattern = word(firm);

/** The position of a word in a text. */
export type WordAt = { start: number; end: number };

const letter = /\p{L}/u;

/** A text in lower case, of the same length; the few texts whose length would change stay unchanged. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Every word contains a letter, so a text of digits is not searched. */
const all = (pattern: RegExp, text: string): WordAt[] =>
  !letter.test(text)
    ? []
    : Array.from(lowered(text).matchAll(pattern), (match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }));

/**
 * "¤" replaces amounts in the texts around them: the sentences in which a company states its pay and benefits then are
 * the same in all its postings.
 */
const kept = { most: 1000, longest: 800 };

/** The words of a text that indicate pay. */
export const payWords: (text: string) => readonly WordAt[] = readOnce((text) => all(payPattern, text), kept);

/** Words for taxes: they accompany pay, but also other payments. */
export const taxWord = /^(?:brut(?:e|s|to|os?|tó)?|nett?o|gross|lord[oi])$/iu;

/** The words of a text that indicate something other than pay. */
export const notPayWords: (text: string) => readonly WordAt[] = readOnce(
  (text) => otherWords(notPayPattern, text),
  kept,
);

/** Those that also exclude a plain range of the size of pay. */
export const firmNotPayWords: (text: string) => readonly WordAt[] = readOnce(
  (text) => otherWords(firmPattern, text),
  kept,
);

function otherWords(pattern: RegExp, text: string): readonly WordAt[] {
  const words = all(pattern, text);
  return isLatin.test(text) ? words : [...words, ...all(notPayJoined, text)];
}

/** Texts without characters of scripts written without spaces. */
const isLatin = /^[^\u1100-\uffdc]*$/;

/** Words that often accompany pay; other words in a salary field indicate a different subject. */
const neutral = word(
  [
    'all|fix|fixed|variabl?e?|variabel|flat|firm|salaried|exempt|guaranteed|you|ll|get|will|be|receive|offering|re|right|person|candidate|up|to|from|between|and|or|of|the|a|an|at|is|in|on|for|this|role|position|job|with|per|plus|your|our|we|offer|offers|offering|expected|estimated|est|glassdoor|employer|provided|range|ranges|starting|base|basic|gross|net|nett|total|target|annual|annually|yearly|hourly|monthly|weekly|daily|year|years|hour|month|week|day|annum|approx|approximately|around|about|circa|ca|c',
    '(?:mon|tues|wednes|thurs|fri)days?',
    'equity|stocks?|options?|shares?|benefits?|bonus(?:es)?|commissions?|tips|super|superannuation|pension|holiday pay|overtime|incl(?:uding|usive|udes)?|excl(?:uding|usive)?|package|pay|rate|comp|level|senior|junior|mid|band|depending|dependent|based|experience|skills?|location|negotiable|competitive|doe|ote|ir35|inside|outside|w2|c2c|1099|clt|pj|b2b|uop|vat|tax|before|after|pro|rata|fte|full[- ]?time|part[- ]?time|permanent|contract|usd|cad|remote|min|max|minimum|maximum|at least|more|than|bonus|uncapped|fringe|scale|k|m|depend(?:s|ing)?|reviewed|review|yearly|great|generous|excellent',
    'tới|lên|đến|từ|trên|khoảng|hingga|sampai|mulai|dari|maks|not|less|least|upwards|over|under|below|beginning|desde|hasta|jusqu|partir|dès|mindestens|maximal|vanaf|fino|partire|brutto|netto|bruto|hrub[aáéý]\\p{L}*|čist[aáéý]\\p{L}*|bruttó|nettó|бруто|брутто|нето|нетто|вычета|налогов|руки|до|от|brut|brute|brutos|lordi|lordo|netti|im|pro|je|jahr|monat|stunde|von|bis|zu|ab|zwischen|und|zzgl|inkl|par|an|mois|heure|jour|de|à|entre|et|selon|profil|exp[ée]rience|expérience|experiencia|esperienza|experiência|erfahrung|ervaring|doświadczenia|seniority|soit|rankas|nabízíme|ponúkame|oferujemy|bieden|bieten|wij|wir|tilbyder|tilbyr|erbjuder|offriamo|ofrecemos|oferecemos|proposons|nous|tarjoamme|kínálunk|intern(?:ship)?|praktikum|stage|stagiaires?|werkstudent(?:in)?|prácticas|staż|apprentice(?:ship)?|trainee|dienstverband|bij|een|eines|einer|op|uren|fulltime|parttime|al|año|mes|hora|y|segun|según|al|mese|anno|ora|per|maand|jaar|uur|tot|tussen|en|por|mês|ano|até|e|na|rok|od|do|godz|mies|miesięcznie|net|vat',
  ].join('|'),
);

/** The number of words of at least `shortest` letters, except pay words and those that accompany them. */
export function foreignWords(text: string, shortest: 2 | 3 = 3): number {
  if (!letter.test(text)) return 0;
  return withoutPayWords(text).match(shortest === 2 ? /\p{L}{2,}/gu : /\p{L}{3,}/gu)?.length ?? 0;
}

const withoutPayWords = readOnce((text) => lowered(text).replace(payPattern, ' ').replace(neutral, ' '), kept);
