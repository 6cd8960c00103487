/** Folds a word to the form that its spellings share: NFKC, lower case, letters and digits only (`Full-Time` → `fulltime`). */
export function foldWord(text: string): string {
  // Most text is ASCII, of which NFKC is itself.
  if (!/[^\n\r\t -~]/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A noun with its indefinite article: "an enterprise key", "a job type". */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Whether a text has more than `most` characters (code points); one that is far longer is not counted to its end. */
export function countsOver(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Free text in a form to store and compare: well-formed Unicode, no control characters, spaces folded, trimmed. */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Latin letters without their marks, lower case (`Zürich` → `zurich`); the form in which place and company names are compared. */
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
