/** Tells conditions of work that a posting rules out ("no weekends", "nights off") from those that it has. */
import { nameTerm } from './technology-names.js';
import { indexedFormsOf } from './tokens.js';

/** Times and conditions of work, in the languages of most postings; of two that begin alike the longer one comes first. */
const conditions =
  'nights?|evenings?|weekenddiensten|weekends?|sundays?|saturdays?|overtime|travel(?:l?ing)?|on-call|wochenendarbeit|wochenenddienste?|wochenenden?|nachtdiensten|nachtdienste?|nachtschicht(?:en)?|nachtarbeit|schichtdienst|schichtarbeit|reisetätigkeit|sonntagsarbeit|nuits?|week-ends?|déplacements?|noches?|nocturnos?|viajes|notti|trasferte';
const negations = 'no|not|never|without|kein|keine|keinen|keiner|ohne|sans|pas de|sin|senza|geen|zonder';

/** Few texts have many conditions: they are found first, and the words around each are looked at then. */
const anyCondition = new RegExp(conditions, 'gi');
const isCondition = new RegExp(`^(?:${conditions})$`, 'i');
const negationBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${negations}) $`, 'iu');
const negationBehind = /^[ -](?:off|free|frei)(?![\p{L}\p{N}])/iu;
const letterBefore = /[\p{L}\p{N}]$/u;
const letterBehind = /^[\p{L}\p{N}]/u;

/** More letters than a negation has, with the character before it. */
const around = 12;

const negationWords: ReadonlySet<string> = new Set(negations.split('|'));

/** The word of the index for a condition that is ruled out. */
const ruledOut = (condition: string): string => nameTerm(`no${indexedFormsOf(condition.toLowerCase()).join('')}`);

/** A text in which conditions that it rules out are words of their own, so that they are not found as if it had them; linear. */
export function markNegations(text: string): string {
  return text.replace(anyCondition, (condition, at: number) => {
    const before = text.slice(Math.max(0, at - around), at);
    const behind = text.slice(at + condition.length, at + condition.length + around);
    const isRuledOut = negationBefore.test(before)
      ? !letterBehind.test(behind)
      : negationBehind.test(behind) && !letterBefore.test(before);
    return isRuledOut ? ruledOut(condition) : condition;
  });
}

/** The word of the index for two words of a keyword that rule a condition out ("no nights"); `null` when they do not. */
export const negationIn = (one: string, other: string): string | null =>
  negationWords.has(one.toLowerCase()) && isCondition.test(other) ? ruledOut(other) : null;
