/** Folds a word to its spellings' common form: NFKC, lower case, letters and digits (`Full-Time` → `fulltime`). */
export function foldWord(text: string): string {
  // Most text is ASCII, which NFKC leaves unchanged.
  if (!/[^\n\r\t -~]/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A noun with its indefinite article: "an enterprise key", "a job type". */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Whether a text has more than `most` characters (code points); does not count a much longer one to its end. */
export function countsOver(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Free text normalised for comparison: well-formed Unicode, no control characters, single spaces, trimmed. */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Latin letters without marks, in lower case (`Zürich` → `zurich`); for comparing place and company names. */
export function plainLetters(text: string): string {
  // Most texts have no other letters.
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/ø/gi, 'o')
    .replace(/æ/gi, 'ae')
    .toLowerCase();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
const ascii = /^[\x00-\x7f]*$/;
