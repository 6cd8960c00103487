import { isCompound } from '../../../shared/keyword/cut-words.js';
import { isUnspaced } from '../../../shared/keyword/unspaced.js';
import { tokensOf } from '../words/tokens.js';

/** A piece of a text: `from` up to `to`, in UTF-16 units. */
export type TextSpan = { from: number; to: number };

/** The most words of a text that are searched. */
const wordsAtMost = 60;

/** Size of the cache of indexed forms; a full cache is cleared. Not lru-cache, where a hit takes 100 ns instead of 40. */
const keptAtMost = 20_000;

const kept = new Map<string, readonly string[]>();

function tokensOfWord(word: string): readonly string[] {
  const known = kept.get(word);
  if (known !== undefined) return known;
  if (kept.size >= keptAtMost) kept.clear();
  const tokens = tokensOf(word);
  kept.set(word, tokens);
  return tokens;
}

const writtenWord = /[^\s/()[\]{},;:|"“”„–—•]+/g;

/** The shortest piece of a text that is indexed as these words in a row; `null` when there is none. */
export function locatePhrase(text: string, tokens: readonly string[]): TextSpan | null {
  return locateVerbatim(text, tokens.join(' ')) ?? spanByWords(text, tokens);
}

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 35 || code === 43 || code >= 128;

/** A piece of a text that is written as it is indexed, as most words are; far quicker. */
export function locateVerbatim(text: string, words: string): TextSpan | null {
  const plain = text.toLowerCase();
  if (plain.length !== text.length) return null;
  const isWithin = isUnspaced(words);
  for (let from = plain.indexOf(words); from >= 0; from = plain.indexOf(words, from + 1)) {
    const to = from + words.length;
    // `NaN` beyond the ends is no letter.
    if (isWithin || (!isLetter(plain.charCodeAt(from - 1)) && !isLetter(plain.charCodeAt(to)))) return { from, to };
  }
  return null;
}

function spanByWords(text: string, tokens: readonly string[]): TextSpan | null {
  const words = wordsOf(text);
  for (let size = 1; size <= tokens.length; size++)
    for (let at = 0; at + size <= words.length; at++) {
      const [first, last] = [words[at], words[at + size - 1]];
      if (first === undefined || last === undefined) continue;
      const run = size === 1 ? first.tokens : words.slice(at, at + size).flatMap((word) => word.tokens);
      if (holds(run, tokens)) return { from: first.from, to: last.to };
    }
  return tokens.some(isCompound) ? joinedSpan(text, words, tokens) : null;
}

function wordsOf(text: string): (TextSpan & { tokens: readonly string[] })[] {
  const words: (TextSpan & { tokens: readonly string[] })[] = [];
  for (const { 0: word, index } of text.matchAll(writtenWord)) {
    if (words.length === wordsAtMost) break;
    words.push({ from: index, to: index + word.length, tokens: tokensOfWord(word) });
  }
  return words;
}

/** Names that the index knows as one word, though they are written as two ("front end"). */
function joinedSpan(text: string, words: readonly TextSpan[], tokens: readonly string[]): TextSpan | null {
  for (let size = 2; size <= tokens.length + 1; size++)
    for (let at = 0; at + size <= words.length; at++) {
      const [from, to] = [words[at]?.from ?? 0, words[at + size - 1]?.to ?? 0];
      if (holds(tokensOf(text.slice(from, to)), tokens)) return { from, to };
    }
  return null;
}

function holds(run: readonly string[], tokens: readonly string[]): boolean {
  for (let at = 0; at + tokens.length <= run.length; at++)
    if (tokens.every((token, index) => run[at + index] === token)) return true;
  return false;
}
