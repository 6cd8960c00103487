import { stemsOf } from '../languages/read-table.js';
import { createStemSearch } from './stem-index.js';

/**
 * Most titles name neither an engagement nor a level: one pass for these stems saves them a dozen patterns. Every match
 * of the title patterns contains a stem, a digit, one of the two-letter words below, or a non-Latin letter.
 */
const search = createStemSearch({ engagement: stemsOf('title type'), level: stemsOf('title level') });

const others = {
  engagement: /\d|(?<![a-z])(?:ft|pt|vz|tz)(?![a-z])|[^\0-\u024f]/,
  level: /(?<![a-z])(?:[saer]?vp|sr|jr)(?![a-z])|[^\0-\u024f]/,
} as const;

/** Whether a title, as `foldForMatching` writes it, may name an engagement or a level. */
export const mayName = (kind: 'engagement' | 'level', title: string): boolean =>
  search(title)[kind].length > 0 || others[kind].test(title);
