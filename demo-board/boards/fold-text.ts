import { plainLetters } from '../../shared/words/text.js';

/** Words of a text with one space before, between and after them: lower case, no marks, no punctuation but `+` and `#`. */
export function foldText(text: string): string {
  const words = text.replace(/[’“”–—•€£\u00a0]/g, ' ');
  // Nearly every description is ASCII at this point, and Unicode classes cost three times as much.
  const folded = isAscii(words)
    ? words.toLowerCase().replace(/[^a-z0-9+#]+/g, ' ')
    : plainLetters(words).replace(/[^\p{L}\p{N}+#]+/gu, ' ');
  return ` ${folded.trim()} `;
}

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text);
