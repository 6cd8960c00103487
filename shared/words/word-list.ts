import type { Vocabulary } from './vocabulary.js';

/** Several words of a vocabulary in their canonical form: each once, sorted, joined by ", "; `''` = none. */
export type ValueList<Word extends string> = '' | Word | `${Word}, ${string}`;

/** Separators in a list that a client sends. */
const separator = /[,;|]|\bor\b/i;

/** The separator of a canonical list. */
const joint = ', ';

/** The texts of a list not yet canonical, one per word. Linear in its length. */
export const splitList = (text: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The canonical list of some words. */
export const valueListOf = <Word extends string>(words: readonly Word[]): ValueList<Word> =>
  [...new Set(words)].sort().join(joint) as ValueList<Word>;

/** The words of a canonical list. */
export const wordsIn = <Word extends string>(list: ValueList<Word>): Word[] =>
  list === '' ? [] : (list.split(joint) as Word[]);

/** The pattern of canonical lists of some words, for JSON Schema; the order is not checked. */
export const listPattern = ({ words }: Pick<Vocabulary<string>, 'words'>): RegExp => {
  const word = `(?:${words.join('|')})`;
  return new RegExp(`^(?:${word}(?:, ${word}){0,${words.length - 1}})?$`);
};
