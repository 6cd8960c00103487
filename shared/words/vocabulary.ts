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
