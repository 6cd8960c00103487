import { plainLetters } from '../../shared/text.js';

/**
 * A text as words are looked up in it: no accents, lower case, hyphens and underscores inside words as spaces
 * (`FULL_TIME`, `Full-time`, `fullTime` → `full time`); other punctuation stays, for it parts phrases.
 */
export function spoken(text: string): string {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  // Most text is ASCII, which has no accents and one spelling of each sign.
  const plain = isAscii(apart) ? apart.toLowerCase() : plainSpelling(apart);
  if (!/[-_]/.test(plain)) return plain.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  return plain
    .replace(/(?<=[\p{L}\p{N}.])[-_]+(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/(?<=\p{L})[-_]+(?=[/ ](?:oder|und|or|and|ou|y|e|o|en|of)? ?\p{L})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const isAscii = (text: string): boolean => !/[^\0-_a-\x7f]/.test(text);

function plainSpelling(text: string): string {
  return plainLetters(text)
    .normalize('NFC')
    .replace(/[’´`]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-');
}

/** Scripts written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * A pattern for any of some words ("|" between them), as `spoken` writes them: whole words, a space in them may be
 * missing, "*" stands for any letters. Other signs of regular expressions keep their meaning.
 */
export function anyWord(words: string): string {
  const each = words.split('|').map((word) =>
    plainLetters(word)
      .normalize('NFC')
      .replace(/ /g, ' ?')
      .replace(/(?<=^|\p{L})\*/gu, '\\p{L}*'),
  );
  const apart = each.filter((word) => !unspaced.test(word));
  const within = each.filter((word) => unspaced.test(word));
  const whole = `(?<![\\p{L}\\p{N}])(?:${apart.join('|')})(?![\\p{L}\\p{N}])`;
  return within.length === 0 ? whole : `(?:${whole}|${within.join('|')})`;
}
