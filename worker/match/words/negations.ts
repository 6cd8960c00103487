/** Tells conditions of work that a posting rules out ("no weekends", "nights off") from those that it has. */
import { nameTerm } from './technology-names.js';
import { indexedFormsOf } from './tokens.js';

/** Times and conditions of work, in the languages of most postings. */
const conditions =
  'nights?|evenings?|weekends?|sundays?|saturdays?|overtime|travel(?:l?ing)?|on-call|wochenenden?|wochenendarbeit|wochenenddienste?|nachtdienste?|nachtschicht(?:en)?|nachtarbeit|schichtdienst|schichtarbeit|reisetätigkeit|sonntagsarbeit|nuits?|week-ends?|déplacements?|noches?|nocturnos?|viajes|notti|trasferte|weekenddiensten|nachtdiensten';

const negations = 'no|not|never|without|kein|keine|keinen|keiner|ohne|sans|pas de|sin|senza|geen|zonder';

const before = new RegExp(`(?<![\\p{L}\\p{N}])(${negations}) (${conditions})(?![\\p{L}\\p{N}])`, 'giu');
const behind = new RegExp(`(?<![\\p{L}\\p{N}])(${conditions})[ -](off|free|frei)(?![\\p{L}\\p{N}])`, 'giu');

const negationWords: ReadonlySet<string> = new Set(negations.split('|'));
const isCondition = new RegExp(`^(?:${conditions})$`, 'iu');

/** The word of the index for a condition that is ruled out. */
const ruledOut = (condition: string): string => nameTerm(`no${indexedFormsOf(condition.toLowerCase()).join('')}`);

/** A text in which conditions that it rules out are words of their own, so that they are not found as if it had them; linear. */
export function markNegations(text: string): string {
  return text
    .replace(before, (_, negation: string, condition: string) => `${negation} ${ruledOut(condition)}`)
    .replace(behind, (_, condition: string, word: string) => `${ruledOut(condition)} ${word}`);
}

/** The word of the index for two words of a keyword that rule a condition out ("no nights"); `null` when they do not. */
export const negationIn = (one: string, other: string): string | null =>
  negationWords.has(one.toLowerCase()) && isCondition.test(other) ? ruledOut(other) : null;
