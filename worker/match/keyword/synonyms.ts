import { writtenWords } from '../../../shared/keyword/word-aliases.js';
import { plainLetters } from '../../../shared/words/text.js';
import { bitOf, fieldBits, indexedFields } from '../index/collection-index.js';
import { languagesIn, readUsualTitles } from '../occupations/read-occupations.js';
import { nameOrWord } from '../words/technology-names.js';
import { stopWords, tokensOf } from '../words/tokens.js';
import { factWords } from './expand-keyword.js';
import { nearMeaning, sameMeaning, sameName, shortForms, translations } from './synonym-tables.js';

/** One way to meet a clause: adjacent words. */
export type Variant = {
  /** As indexed: folded and stemmed. */
  words: readonly string[];
  /** 1 for the keyword's own words, less for synonyms. */
  weight: number;
  /** The keyword's own words, in its spelling, in lower case. */
  asked: string;
  /** The words of the variant in people's spelling. */
  said: string;
  /** Bits of the fields that do not count (`bitOf`). */
  ignored: number;
};

/** A variant with the numbers of its words in one collection's index; `tokens` are the words themselves. */
export type ResolvedVariant = Omit<Variant, 'words'> & { words: readonly number[]; tokens: readonly string[] };

/** The weight of a synonym by its kind. In skills the lowest counts more than any word of a running text. */
const weights = { same: 0.9, translated: 0.7, near: 0.6, derived: 0.54 } as const;

/** The bits of all fields except these. */
export function allBut(...kept: readonly (typeof indexedFields)[number][]): number {
  return kept.reduce((bits, field) => bits & ~bitOf(indexedFields.indexOf(field)), (1 << fieldBits) - 1);
}

/** English titles for those of another language: the usual one, and others of several words. */
const englishTitles = 3;
const isTelling = (title: string, at: number): boolean => at === 0 || title.includes(' ');

/** The bit of the running text. */
export const textBits: number = bitOf(indexedFields.indexOf('text'));

/** A synonym of a term of the tables. */
type Synonym = Omit<Variant, 'asked'>;

/**
 * The synonyms of each term of the tables, by its indexed words. In running text a synonym counts only if it is another
 * spelling of the same name: a text that mentions another name of a role does not make the job that role.
 */
const synonyms = readSynonyms();

function readSynonyms(): Map<string, Synonym[]> {
  const found = new Map<string, Synonym[]>();
  for (const { term, means, weight, ignored = textBits } of synonymRows()) {
    const tokens = tokensOf(means);
    const words = tokens.length === 1 ? tokens.map(nameOrWord) : tokens;
    const key = keyOf(tokensOf(term));
    const known = found.get(key) ?? [];
    if (
      tokensOf(term).join(' ') !== tokens.join(' ') &&
      !known.some((other) => other.words.join(' ') === words.join(' '))
    )
      found.set(key, [...known, { words, weight, said: writtenWords(means.split(' ')), ignored }]);
  }
  return found;
}

/** The words of a term as slots of a keyword have them, without stop words: "chef projet". */
function keyOf(tokens: readonly string[]): string {
  const telling = tokens.filter((token) => !stopWords.has(token));
  return (telling.length > 1 ? telling : tokens).join(' ');
}

type SynonymRow = { term: string; means: string; weight: number; ignored?: number };

/** The synonyms of each term of the tables; of two equal ones the first, with the higher weight, counts. */
function synonymRows(): SynonymRow[] {
  const rowsOf = (terms: readonly string[], others: readonly string[], weight: number): SynonymRow[] =>
    terms.flatMap((term) => others.map((means) => ({ term, means, weight })));
  return [
    ...sameName.flatMap((terms) => rowsOf(terms, terms, weights.same)).map((row) => ({ ...row, ignored: 0 })),
    ...sameMeaning.flatMap((terms) => rowsOf(terms, terms, weights.same)),
    ...titleRows(),
    ...translations.flatMap((languages) =>
      languages.flatMap((terms) => [
        ...rowsOf(terms, terms, weights.same),
        ...rowsOf(terms, languages.filter((others) => others !== terms).flat(), weights.translated),
      ]),
    ),
    ...shortForms.flatMap(([term, ...means]) => rowsOf([term], means, weights.same)),
    ...nearMeaning.flatMap(([term, ...means]) => rowsOf([term], means, weights.near)),
    // A near synonym of a term's exact synonyms too, with less weight: "Entwickler", "developer", "engineer".
    ...nearMeaning.flatMap(([term, ...means]) =>
      [...sameMeaning, ...translations.map((languages) => languages.flat())]
        .filter((terms) => terms.includes(term))
        .flatMap((terms) => rowsOf(terms, means, weights.near * weights.same)),
    ),
  ];
}

/** The usual titles of occupations in other languages, and their English equivalents. */
function titleRows(): SynonymRow[] {
  const english = readUsualTitles('en', englishTitles);
  return languagesIn()
    .filter((language) => language !== 'en')
    .flatMap((language) => [...readUsualTitles(language, 1)])
    .flatMap(([group, [title = '']]) =>
      (english.get(group) ?? [])
        .filter(isTelling)
        .map((means) => ({ term: plainLetters(title), means, weight: weights.translated })),
    );
}

/** The number of words of the longest term of the tables. */
export const longestTerm: number = Math.max(...[...synonyms.keys()].map((term) => term.split(' ').length));

/** The multi-word synonyms, each once: in the index's words. */
const synonymPhrases: readonly (readonly string[])[] = [
  ...new Map(
    [...synonyms.values()].flatMap((all) =>
      all.flatMap(({ words }) => (words.length > 1 ? [[words.join(' '), words] as const] : [])),
    ),
  ).values(),
];

/** The synonyms of a term; `tokens` are its indexed words, `asked` is its spelling in the keyword. */
export function synonymsOf(tokens: readonly string[], asked: string): Variant[] {
  const found = [...(synonyms.get(tokens.join(' ')) ?? []), ...derivedFrom(tokens)];
  return found.map((synonym) => ({ ...synonym, asked }));
}

/** The agent nouns of a word ending in "-ing": people search for "welding" to find a job as a "welder". */
function derivedFrom([word = '', ...more]: readonly string[]): Synonym[] {
  const base = more.length === 0 && word.length >= 6 && word.endsWith('ing') ? word.slice(0, -3) : null;
  if (base === null) return [];
  return ['er', 'or', 'e', ''].map((ending) => ({
    words: [base + ending],
    weight: weights.derived,
    said: base + ending,
    ignored: textBits,
  }));
}

/** The multi-word terms that keywords are read as, or extended by: in the index's words. */
const phrases: readonly (readonly string[])[] = [
  ...synonymPhrases,
  ...factWords.map((words) => tokensOf(words)).filter(({ length }) => length > 1),
];

const known = new Set(phrases.map((words) => words.join(' ')));

const byFirst = new Map<string, (readonly string[])[]>();
for (const words of phrases) {
  const [first = ''] = words;
  byFirst.set(first, [...(byFirst.get(first) ?? []), words]);
}

/** Whether the index has these adjacent words as one term (`knownPhrasesIn`), which is found faster than a phrase. */
export const isKnownPhrase = (words: readonly string[]): boolean => known.has(words.join(' '));

/** The known terms of several words in a text of indexed words. */
export function knownPhrasesIn(text: string): string[] {
  const words = text.split(' ');
  return words.flatMap((word, at) =>
    (byFirst.get(word) ?? []).flatMap((phrase) =>
      phrase.every((each, next) => words[at + next] === each) ? phrase.join(' ') : [],
    ),
  );
}
