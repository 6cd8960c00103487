import { plainLetters } from '../../../shared/words/text.js';
import { inOneByte } from '../text/one-byte.js';

/**
 * Folds a text for matching words: no accents, lower case, hyphens and underscores inside words as spaces (`FULL_TIME`,
 * `Full-time`, `fullTime` → `full time`). Other punctuation stays, because it separates phrases.
 */
export function foldForMatching(text: string): string {
  return isAscii(text) ? foldAscii(text) : inOneByte(foldAny(text));
}

function foldAny(text: string): string {
  const plain = plainSpelling(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  if (!/[-_]/.test(plain)) return plain.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  return plain
    .replace(/(?<=[\p{L}\p{N}.])[-_]+(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/(?<=\p{L})[-_]+(?=[/ ](?:oder|und|or|and|ou|y|e|o|en|of)? ?\p{L})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The same for ASCII, as most text is: faster, because there are no accents and no variants of signs. */
function foldAscii(text: string): string {
  const plain = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return plain
    .replace(/[-_]+/g, joint)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}

const wordSign = /[a-z0-9]/;
const restOfPair = /[/ ] ?[a-z]/y;

/** The replacement of a run of hyphens or underscores: "full-time", "part- and full-time", "- a dash". */
function joint(run: string, at: number, text: string): string {
  const before = text.charAt(at - 1);
  const end = at + run.length;
  if ((wordSign.test(before) || before === '.') && wordSign.test(text.charAt(end))) return ' ';
  restOfPair.lastIndex = end;
  return /[a-z]/.test(before) && restOfPair.test(text) ? '' : run;
}

const isAscii = (text: string): boolean => !/[^\0-_a-\x7f]/.test(text);

function plainSpelling(text: string): string {
  return plainLetters(text)
    .normalize('NFC')
    .replace(/[’´`]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-');
}

/** Matches scripts written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The source of a pattern that matches any of some words (separated by "|"), as `foldForMatching` writes them. Matches
 * only full words; a space in them is optional, "*" matches any letters. Other regex signs keep their meaning.
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
