/** Marks words of a text with a special meaning: times of day, negations; and splits titles into parts. */
import { withoutGenderMarks } from '../../../shared/words/text.js';
import { markNames, nameTerm } from './technology-names.js';
import { indexedFormsOf } from './tokens.js';

/** The halves of a day, one of which is also a short form in titles: "PM" is a project manager, "5 pm" is not. */
export const clockHalves: ReadonlySet<string> = new Set(['am', 'pm']);

/** The index word for a half of the day, where a text uses it as one. */
export const clockTerm = (half: string): string => nameTerm(half);

const afterTime = /(?<=(?<!\d)\d{1,2}(?:[:.]\d{2})? ?)[ap]m(?![\p{L}\p{N}])/giu;
const beforeShift = /(?<![\p{L}\p{N}])[ap]m(?=[ -]shifts?(?!\p{L}))/giu;
const both = /(?<![\p{L}\p{N}])am ?[/&-] ?pm(?![\p{L}\p{N}])/giu;

/** A half of the day as a separate word or after a number; found without checking before each letter. */
const anyHalf = /[ap]m\b(?<![a-z]..)/i;

/** A text with halves of the day ("5:00 pm", "PM shift", "AM/PM") replaced by their index words; linear. */
export function markClockTimes(text: string): string {
  if (!anyHalf.test(text)) return text;
  const mark = (half: string): string => ` ${clockTerm(half.toLowerCase())}`;
  return text
    .replace(afterTime, mark)
    .replace(beforeShift, mark)
    .replace(both, `${mark('am')} ${mark('pm')}`);
}

/** Distinguishes conditions of work that a posting rules out ("no weekends", "nights off") from those it has. */

/** Times and conditions of work, in the languages of most postings; with a common prefix the longer one comes first. */
const conditions =
  'nights?|evenings?|weekenddiensten|weekends?|sundays?|saturdays?|overtime|travel(?:l?ing)?|on-call|wochenendarbeit|wochenenddienste?|wochenenden?|nachtdiensten|nachtdienste?|nachtschicht(?:en)?|nachtarbeit|schichtdienst|schichtarbeit|reisetätigkeit|sonntagsarbeit|nuits?|week-ends?|déplacements?|noches?|nocturnos?|viajes|notti|trasferte';
const negations = 'no|not|never|without|kein|keine|keinen|keiner|ohne|sans|pas de|sin|senza|geen|zonder';

/** Few texts have many conditions: they are found first, and then the words around each are examined. */
const anyCondition = new RegExp(conditions, 'gi');
const isCondition = new RegExp(`^(?:${conditions})$`, 'i');
const joint = '(?:,|,? (?:or|and|oder|und|ou|et|o|y|of|en)| ?[/&])';
const negationBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${negations}) (?:(?:${conditions})${joint} ?)?$`, 'iu');
const negationBehind = new RegExp(`^(?:${joint} ?(?:${conditions}))?[ -](?:off|free|frei)(?![\\p{L}\\p{N}])`, 'iu');
const letterBefore = /[\p{L}\p{N}]$/u;
const letterBehind = /^[\p{L}\p{N}]/u;

/** Longer than a negation and another condition, plus the character before them. */
const aroundNegation = 40;

const negationWords: ReadonlySet<string> = new Set(negations.split('|'));

/** The index word for an excluded condition. */
const ruledOut = (condition: string): string => nameTerm(`no${indexedFormsOf(condition.toLowerCase()).join('')}`);

/** A text with excluded conditions as separate words, so that they are not found as if it had them; linear. */
export function markNegations(text: string): string {
  return text.replace(anyCondition, (condition, at: number) => {
    const before = text.slice(Math.max(0, at - aroundNegation), at);
    const behind = text.slice(at + condition.length, at + condition.length + aroundNegation);
    const isRuledOut = negationBefore.test(before)
      ? !letterBehind.test(behind)
      : negationBehind.test(behind) && !letterBefore.test(before);
    return isRuledOut ? ruledOut(condition) : condition;
  });
}

/** The index word for two words of a keyword that exclude a condition ("no nights"); `null` = they do not. */
export const negationIn = (one: string, other: string): string | null =>
  negationWords.has(one.toLowerCase()) && isCondition.test(other) ? ruledOut(other) : null;

/** Separators of the parts of a title; the role is named at the end of a part (worker/match/rank/score/title-fit.ts). */
const partSeparators = /[()[\]|,;:–—•]+|\s[-/@]\s/;

/** The parts of a title in indexed form, with technologies and times of day marked. */
export const titlePartsOf = (title: string): string[] =>
  markNames(markNegations(markClockTimes(withoutGenderMarks(title))), 'title')
    .split(partSeparators)
    .filter((part) => part.trim() !== '');
