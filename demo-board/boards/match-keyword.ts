import { foldText } from './fold-text.js';

/** One alternative of a keyword search: the terms that a text must contain and those it must not. */
type Alternative = { must: string[][]; not: string[][] };

/**
 * Parses a typed keyword: all words must occur in the text, in any order and number (singular, plural);
 * `"a phrase"` stays together, `-word` excludes, `OR` between alternatives. The test takes a folded text.
 */
export function matchKeyword(keyword: string): (foldedText: string) => boolean {
  const alternatives = keyword.split(/\sOR\s/).map(readAlternative);
  return (text) =>
    alternatives.some(
      ({ must, not }) => must.every((forms) => standsIn(text, forms)) && !not.some((forms) => standsIn(text, forms)),
    );
}

const standsIn = (text: string, forms: string[]): boolean => forms.some((form) => text.includes(form));

function readAlternative(words: string): Alternative {
  const alternative: Alternative = { must: [], not: [] };
  for (const [, minus, phrase, word] of words.matchAll(/(?<![^\s])(-?)(?:"([^"]*)"|(\S+))/g)) {
    const folded = foldText(phrase ?? word ?? '');
    if (folded.trim() === '') continue;
    (minus ? alternative.not : alternative.must).push(phrase === undefined ? numbersOf(folded) : [folded]);
  }
  return alternative;
}

/** A word in singular and plural: `nurses` finds `nurse`, `nurse` finds `nurses`. */
function numbersOf(folded: string): string[] {
  const word = folded.trimEnd();
  const singular = word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? [`${word.slice(0, -1)} `] : [];
  return [folded, `${word}s `, ...singular];
}
