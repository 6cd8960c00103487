import { factWords, nearMeaning, sameMeaning, shortForms, stopWords } from './keyword-words.js';
import { splitKeyword, type Term } from './split-keyword.js';
import { tokensOf } from './tokens.js';

/**
 * One way to say a clause: words that stand next to each other; `worth` below 1 for what is only nearly the same.
 * `says` writes them for people; `null` = as the searcher wrote them.
 */
export type Wording = { words: readonly string[]; worth: number; says: string | null };

/** One thing a job must have, in any of its wordings; `written` is what the searcher wrote. A fact is not met by the text. */
export type Clause = { written: string; wordings: readonly Wording[]; isExact: boolean; isFact: boolean };

/** One reading of a keyword: every clause must be found. `words` are its words without their synonyms. */
export type Reading = { clauses: readonly Clause[]; words: readonly string[] };

/** A keyword understood: any of the readings must be met, none of the words in `without` may be found. */
export type Keyword = { readings: readonly Reading[]; without: readonly (readonly string[])[] };

/** What another term is worth beside the one that was written. */
const worths = { same: 0.9, near: 0.6, kindred: 0.5 } as const;

const meanings = readMeanings();

function readMeanings(): Map<string, Wording[]> {
  const found = new Map<string, Wording[]>();
  for (const { term, means, worth } of meaningRows()) {
    const [key, words] = [tokensOf(term).join(' '), tokensOf(means)];
    const known = found.get(key) ?? [];
    if (key !== words.join(' ') && !known.some((other) => other.words.join(' ') === words.join(' ')))
      found.set(key, [...known, { words, worth, says: means }]);
  }
  return found;
}

/** What each term of the tables may be said as, the surest rows first. */
function meaningRows(): { term: string; means: string; worth: number }[] {
  const rowsOf = (terms: readonly string[], others: readonly string[], worth: number) =>
    terms.flatMap((term) => others.map((means) => ({ term, means, worth })));
  return [
    ...sameMeaning.flatMap((terms) => rowsOf(terms, terms, worths.same)),
    ...shortForms.flatMap(([term, ...means]) => rowsOf([term], means, worths.same)),
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
const longestTerm = Math.max(...[...meanings.keys()].map((term) => term.split(' ').length));

/**
 * Understands a keyword: "phrases", -word, OR between alternatives, (groups), short forms and synonyms. Words of a known
 * term ("software engineer") are met by its synonyms as well as one by one. Never throws; a keyword of nothing but
 * punctuation asks for nothing.
 */
export function readKeyword(text: string): Keyword {
  const { sides, without } = splitKeyword(text);
  const readings = sides.map(readSide).filter(({ clauses }) => clauses.length > 0);
  return { readings, without };
}

function readSide(terms: readonly Term[]): Reading {
  const kept = withoutStopWords(joinFacts(terms));
  const clauses = kept.map((term, at) => ({
    written: term.written,
    wordings: wordingsOf(kept, at).sort((a, b) => b.worth - a.worth),
    isExact: term.exact,
    isFact: !term.exact && term.either.every((words) => facts.has(words.join(' '))),
  }));
  return { clauses, words: kept.flatMap(({ either: [first = []] }) => first) };
}

const facts = new Set(factWords.map((words) => tokensOf(words).join(' ')));

/** Makes one term of each run of words that asks for one fact ("part time", "work from home"). */
function joinFacts(terms: readonly Term[]): Term[] {
  const joined: Term[] = [];
  for (let at = 0; at < terms.length; ) {
    const length = [3, 2].find((size) => {
      const run = terms.slice(at, at + size);
      const words = run.flatMap(({ either: [first = []] }) => first);
      return run.length === size && !run.some(({ exact }) => exact) && facts.has(words.join(' '));
    });
    const run = terms.slice(at, at + (length ?? 1));
    const [first] = run;
    if (first === undefined) break;
    const whole = run.flatMap(({ either: [words = []] }) => words);
    joined.push(
      length === undefined
        ? first
        : { ...first, written: run.map(({ written }) => written).join(' '), either: [whole] },
    );
    at += run.length;
  }
  return joined;
}

/** The terms without the words that stand everywhere, unless there are no others. */
function withoutStopWords(terms: readonly Term[]): readonly Term[] {
  const telling = terms.filter(
    ({ exact, either }) => exact || !either.every(([word = '', ...more]) => more.length === 0 && stopWords.has(word)),
  );
  return telling.length > 0 ? telling : terms;
}

/** Every way to say the term at a place: its own words, its synonyms, and those of the terms it is a part of. */
function wordingsOf(terms: readonly Term[], at: number): Wording[] {
  const { either = [], exact = true } = terms[at] ?? {};
  const own = either.map((words) => ({ words, worth: 1, says: null }));
  if (exact) return own;
  const others = either.flatMap((words) => [...(meanings.get(words.join(' ')) ?? []), ...kindredOf(words)]);
  return [...own, ...others, ...spansAround(terms, at)];
}

/** Synonyms of the known terms of several words that the word at a place belongs to. */
function spansAround(terms: readonly Term[], at: number): Wording[] {
  const found: Wording[] = [];
  for (let from = Math.max(0, at - longestTerm + 1); from <= at; from++)
    for (let to = Math.max(at + 1, from + 2); to <= Math.min(terms.length, from + longestTerm); to++) {
      const span = terms.slice(from, to);
      if (span.some(({ exact, either }) => exact || either.length !== 1)) continue;
      found.push(...(meanings.get(span.flatMap(({ either }) => either.flat()).join(' ')) ?? []));
    }
  return found;
}

/** Who does what a word ending in "-ing" says: "welding" is asked for by who would be a "welder". */
function kindredOf([word = '', ...more]: readonly string[]): Wording[] {
  const base = more.length === 0 && word.length >= 6 && word.endsWith('ing') ? word.slice(0, -3) : null;
  if (base === null) return [];
  return ['er', 'or', 'e', ''].map((ending) => ({
    words: [base + ending],
    worth: worths.kindred,
    says: base + ending,
  }));
}
