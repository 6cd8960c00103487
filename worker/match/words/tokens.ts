import { cutWords } from '../../../shared/keyword/cut-words.js';
import { aliasOf } from '../../../shared/keyword/word-aliases.js';
import { jobHeads } from '../keyword/synonym-tables.js';
import { oneSpelling } from './spelling.js';

/** Compounds that other languages write as one word: "softwareentwickler" is a kind of "entwickler". */
const compoundWord = new RegExp(`^(\\p{L}{4,}?)s?(${jobHeads.join('|')})$`, 'u');

/** Words of a text, folded and stemmed, in their order. */
export function tokensOf(text: string): string[] {
  return cutWords(text).flatMap(partsOf);
}

/** What one word is indexed as: its stem, or the stems of its two parts. */
export function partsOf(written: string): readonly string[] {
  const word = aliasOf(written);
  const parts = word.length >= 9 ? compoundWord.exec(stem(word)) : null;
  return parts === null ? [stem(word)] : [parts[1] ?? '', parts[2] ?? ''];
}

/**
 * A light stem, so that plural and singular, British and American spelling, and the forms a title has for men and women
 * meet: "engineers" and "engineer", "Entwicklerin" and "Entwickler". "Developing" stays apart from "developer".
 */
export function stem(word: string): string {
  return oneSpelling(singular(word));
}

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word;
  if (/(?:ss|us|is|ous|js|ics|aws|news|ios|sales)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|zz|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
