import { cutWords } from '../../../shared/keyword/cut-words.js';
import { aliasOf } from '../../../shared/keyword/word-aliases.js';
import { compoundHeads } from './compound-heads.js';
import { oneSpelling } from './spelling.js';

/** A compound that is written as one word: "softwareentwickler" is "software" and "entwickler". */
const compoundWord = new RegExp(`^(\\p{L}{4,}?)s?(${compoundHeads.join('|')})$`, 'u');

/** The words of a text in their order, folded and stemmed, compounds split. */
export function tokensOf(text: string): string[] {
  return cutWords(text).flatMap(indexedFormsOf);
}

/** The indexed form of one word: its stem, or the stems of the two parts of a compound. */
export function indexedFormsOf(written: string): readonly string[] {
  const word = aliasOf(written);
  const parts = word.length >= 9 ? compoundWord.exec(stem(word)) : null;
  return parts === null ? [stem(word)] : [parts[1] ?? '', parts[2] ?? ''];
}

/**
 * A light stem. Plural and singular, British and American spelling, and the forms of a title for men and women have the
 * same one: "engineers" and "engineer", "Entwicklerin" and "Entwickler". "Developing" and "developer" have different ones.
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
