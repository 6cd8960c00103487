import { foldWord } from './text.js';

/** A closed set of words and all their spellings; reading ignores case, spaces and punctuation. */
export type Vocabulary<Word extends string> = {
  readonly words: readonly Word[];
  /** Each word with the other spellings understood, as printed by `GET /api`. */
  readonly understood: Readonly<Record<Word, readonly string[]>>;
  /** The canonical word a text stands for, or `null`. */
  read(text: string): Word | null;
};

/** Builds a vocabulary; throws when two words share a spelling, so that a wrong table prevents the start. */
export function createVocabulary<const Word extends string>(table: Record<Word, readonly string[]>): Vocabulary<Word> {
  const words = Object.keys(table) as Word[];
  const byFold = new Map<string, Word>();
  for (const word of words) {
    for (const spelling of [word, ...table[word]]) {
      const fold = foldWord(spelling);
      const taken = byFold.get(fold);
      if (taken !== undefined && taken !== word)
        throw new Error(`"${spelling}" is a spelling of both "${taken}" and "${word}".`);
      byFold.set(fold, word);
    }
  }
  return { words, understood: table, read: (text) => byFold.get(foldWord(text)) ?? null };
}

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
