import { distance } from 'fastest-levenshtein';
import { allOf, anyOf, type KeywordNode, type KeywordTerm, termOf } from '../../../shared/keyword/keyword-node.js';
import { writtenWord, writtenWords } from '../../../shared/keyword/word-aliases.js';
import type { Corpus } from '../corpus/corpus.js';
import { bitOf, type CollectionIndex, eachOccurrence } from '../index/collection-index.js';
import { wordKey } from '../index/word-table.js';
import { partsOf } from '../words/tokens.js';
import { interpretKeyword } from './interpret-keyword.js';
import type { Variant } from './synonyms.js';

/** Shorter words are not corrected: too many other words are similar. */
const shortest = 6;

/** Words of this length and longer may have two errors. */
const longFrom = 9;

/** A word that is in a few postings is taken for a misspelling when titles have a similar one this many times as often. */
const maxRare = 5;
const minRatio = 100;

/** A keyword with its misspellings corrected, and a notice for each; `root` is the given one when there are none. */
export type CorrectedKeyword = { root: KeywordNode | null; notices: string[] };

/**
 * Corrects misspellings. A word is taken for one when no posting, or hardly any, has any of its variants, and a much more
 * common word of a title is one or two edits away. Quoted, excluded and field terms are never corrected.
 */
export function correctKeyword(root: KeywordNode | null, corpus: Corpus): CorrectedKeyword {
  const notices = new Set<string>();
  const corrected =
    root === null ? null : correctNode(root, { corpus, notices, hasMeaning: createMeaningTest(root, corpus) });
  return notices.size === 0 ? { root, notices: [] } : { root: corrected, notices: [...notices] };
}

/** `hasMeaning`: whether some posting has a synonym of a word, alone or with its neighbours. */
type Correcting = { corpus: Corpus; notices: Set<string>; hasMeaning: (word: string) => boolean };

function createMeaningTest(root: KeywordNode, { collections, words: lookup }: Corpus): (word: string) => boolean {
  let known: Set<string> | null = null;
  const isHeld = ({ words }: Variant): boolean => {
    const lists = words.map((word) => lookup.numbersOf(word));
    return collections.some((_, at) => lists.every((numbers) => numbers[at] !== 0));
  };
  const readKnown = (): Set<string> => {
    const clauses = interpretKeyword(root).conjunctions.flatMap((conjunction) => conjunction.clauses);
    const withMeaning = clauses.filter(({ variants }) => variants.some((each) => each.weight < 1 && isHeld(each)));
    return new Set(
      withMeaning.flatMap(({ variants }) =>
        variants.filter(({ weight }) => weight === 1).flatMap(({ words }) => words),
      ),
    );
  };
  return (word) => {
    known ??= readKnown();
    return known.has(word);
  };
}

function correctNode(node: KeywordNode, tools: Correcting): KeywordNode {
  if (node.kind === 'not') return node;
  if (node.kind === 'term') return correctTerm(node, tools);
  const nodes = node.of.map((each) => correctNode(each, tools));
  return (node.kind === 'and' ? allOf(nodes) : anyOf(nodes)) ?? node;
}

/** Corrects a term; a compound ("softwareentwickler") part by part. */
function correctTerm(term: KeywordTerm, tools: Correcting): KeywordNode {
  const { corpus, notices } = tools;
  if (term.isExact || term.words.length > 1) return term;
  const parts = term.words.flatMap(partsOf);
  const better = parts.map((part) => betterWord(part, tools));
  if (better.every((word) => word === null)) return term;
  for (const [at, word] of better.entries()) {
    if (word === null) continue;
    const misspelt = parts.length === 1 ? writtenWords(term.words) : writtenWord(parts[at] ?? '');
    const times = postingsWith(corpus, parts[at] ?? '');
    notices.add(
      `${times === 0 ? 'No job has' : 'Hardly any job has'} "${misspelt}", so these are the jobs for "${writtenWord(word)}". Put "${misspelt}" in quotes to look for just that.`,
    );
  }
  return allOf(better.map((word, at) => termOf([word ?? parts[at] ?? '']))) ?? term;
}

/** The likely word if this one is a misspelling; `null` when it is none. */
function betterWord(word: string, { corpus, hasMeaning }: Correcting): string | null {
  if (word.length < shortest || !/^\p{L}+$/u.test(word)) return null;
  const times = postingsWith(corpus, word);
  if (times > maxRare || hasMeaning(word)) return null;
  const near = nearestTitleWord(word, corpus);
  return near !== null && near.titles >= times * minRatio ? near.word : null;
}

/** The most similar word of a title, of equally similar ones that of the most titles; `null` when none is similar. */
function nearestTitleWord(word: string, { collections }: Corpus): { word: string; titles: number } | null {
  const atMost = word.length >= longFrom ? 2 : 1;
  const key = wordKey(word);
  const near = new Map<string, { titles: number; edits: number }>();
  for (const { index } of collections)
    for (const number of index.titleWords) {
      if (!index.words.isAlike(number, key, atMost)) continue;
      const other = index.words.wordAt(number);
      const found = near.get(other) ?? { titles: 0, edits: other === word ? Infinity : editsBetween(word, other) };
      near.set(other, found);
      if (found.edits <= atMost) found.titles += titlesWith(index, number);
    }
  const [nearest] = [...near]
    .filter(([, { titles }]) => titles > 0)
    .sort(([a, one], [b, two]) => one.edits - two.edits || two.titles - one.titles || (a < b ? -1 : 1));
  return nearest === undefined ? null : { word: nearest[0], titles: nearest[1].titles };
}

/** The edit distance of two words, two swapped letters counting as one edit. */
function editsBetween(one: string, other: string): number {
  const edits = distance(one, other);
  if (edits !== 2 || one.length !== other.length) return edits;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return one[at] === other[at + 1] && one[at + 1] === other[at] ? 1 : edits;
}

/** How many postings have a word, or a number beyond `maxRare`; copies on several boards count separately. */
function postingsWith({ collections, words }: Corpus, word: string): number {
  let postings = 0;
  for (const [at, number] of words.numbersOf(word).entries()) {
    const index = collections[at]?.index;
    if (number > 0 && index !== undefined) eachOccurrence(index, number, () => postings++);
    if (postings > maxRare) break;
  }
  return postings;
}

function titlesWith(index: CollectionIndex, word: number): number {
  let titles = 0;
  eachOccurrence(index, word, (_, occurrence) => {
    if (occurrence & bitOf(0)) titles++;
  });
  return titles;
}
