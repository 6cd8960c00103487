import { writtenWords } from '../../../shared/keyword/word-aliases.js';
import { bitOf, fieldBits, fields } from '../index/collection-index.js';
import { tokensOf } from '../words/tokens.js';
import { formsInTitles, nearMeaning, sameMeaning, shortForms } from './synonym-tables.js';

/**
 * One way to say a clause: words that stand next to each other; `worth` below 1 for what is only nearly the same. `asked`
 * is what the searcher wrote, folded; `said` are the words as people write them. `ignored` are bits of fields that do not count
 * (`bitOf`).
 */
export type Wording = { words: readonly string[]; worth: number; asked: string; said: string; ignored: number };

/** What another term is worth beside the one that was written. */
const worths = { same: 0.9, near: 0.6, kindred: 0.5 } as const;

/** Bits of all fields but these. */
export function allBut(...kept: readonly (typeof fields)[number][]): number {
  return kept.reduce((bits, field) => bits & ~bitOf(fields.indexOf(field)), (1 << fieldBits) - 1);
}

/** Bits of the running text. */
export const textBits: number = bitOf(fields.indexOf('text'));

/** What a term of the tables may be said as. */
export type Meaning = Omit<Wording, 'asked'>;

const meanings = readMeanings();

function readMeanings(): Map<string, Meaning[]> {
  const found = new Map<string, Meaning[]>();
  for (const { term, means, worth, ignored = 0 } of meaningRows()) {
    const [key, words] = [tokensOf(term).join(' '), tokensOf(means)];
    const known = found.get(key) ?? [];
    if (key !== words.join(' ') && !known.some((other) => other.words.join(' ') === words.join(' ')))
      found.set(key, [...known, { words, worth, said: writtenWords(means.split(' ')), ignored }]);
  }
  return found;
}

type MeaningRow = { term: string; means: string; worth: number; ignored?: number };

/** What each term of the tables may be said as, the surest rows first. */
function meaningRows(): MeaningRow[] {
  const rowsOf = (terms: readonly string[], others: readonly string[], worth: number): MeaningRow[] =>
    terms.flatMap((term) => others.map((means) => ({ term, means, worth })));
  return [
    ...sameMeaning.flatMap((terms) => rowsOf(terms, terms, worths.same)),
    ...shortForms.flatMap(([term, ...means]) => rowsOf([term], means, worths.same)),
    ...formsInTitles.flatMap(([term, ...means]) =>
      rowsOf([term], means, worths.same).map((row) => ({ ...row, ignored: allBut('title', 'tags') })),
    ),
    ...nearMeaning.flatMap(([term, ...means]) => rowsOf([term], means, worths.near)),
    // What is near to a term is nearly as near to one that means the same: "Entwickler", "developer", "engineer".
    ...nearMeaning.flatMap(([term, ...means]) =>
      sameMeaning
        .filter((terms) => terms.includes(term))
        .flatMap((terms) => rowsOf(terms, means, worths.near * worths.same)),
    ),
  ];
}

/** The most words a term of the tables has. */
export const longestTerm: number = Math.max(...[...meanings.keys()].map((term) => term.split(' ').length));

/** The other ways to say a term, given as the index knows its words. */
export function otherWordings(tokens: readonly string[], asked: readonly string[]): Wording[] {
  const others = [...(meanings.get(tokens.join(' ')) ?? []), ...kindredOf(tokens)];
  return others.map((meaning) => ({ ...meaning, asked: writtenWords(asked) }));
}

/** Who does what a word ending in "-ing" says: "welding" is asked for by who would be a "welder". */
function kindredOf([word = '', ...more]: readonly string[]): Meaning[] {
  const base = more.length === 0 && word.length >= 6 && word.endsWith('ing') ? word.slice(0, -3) : null;
  if (base === null) return [];
  return ['er', 'or', 'e', ''].map((ending) => ({
    words: [base + ending],
    worth: worths.kindred,
    said: base + ending,
    ignored: 0,
  }));
}
