import { plainLetters, tidyText } from '../words/text.js';
import { writtenWords } from './word-aliases.js';

const letters = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Makes the function that writes folded words of a keyword as the keyword does, in lower case: "bäcker" for "backer". Words
 * that it does not have are written in their usual spelling.
 */
export function spellingsOf(keyword: string): (words: readonly string[]) => string {
  const spellings = new Map<string, string>();
  for (const [word] of tidyText(keyword.normalize('NFKC')).toLowerCase().matchAll(letters)) {
    const folded = plainLetters(word);
    if (folded !== word) spellings.set(folded, word);
  }
  return (words) =>
    spellings.size === 0
      ? writtenWords(words)
      : words.map((word) => spellings.get(word) ?? writtenWords([word])).join(' ');
}
