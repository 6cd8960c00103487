import {
  allOf,
  anyOf,
  type KeywordNode,
  type KeywordTerm,
  termOf,
  writtenTerm,
} from '../../../shared/keyword/keyword-node.js';
import { plainLetters } from '../../../shared/words/text.js';
import type { Corpus } from '../corpus/corpus.js';
import { titleModel } from '../occupations/title-model.js';
import { ambiguousNames } from '../words/technology-names.js';
import { compoundHeads, indexedFormsOf, stem } from '../words/tokens.js';
import { partIn } from './expand-keyword.js';
import { interpretKeyword } from './interpret-keyword.js';
import { editsBetween, type NearWord, nearestWord, postingsIn, titlesIn, writtenInTitles } from './nearest-word.js';

/** The facts about all postings' words that decide whether one is a misspelling. Counts copies separately. */
export type HeldVocabulary = {
  /** How many postings have a word, or a number beyond `mostCounted`. */
  postingsWith(word: string): number;
  /** How many titles have a word. */
  titlesWith(word: string): number;
  /** Whether any collection has all of these words, not necessarily in one posting. */
  hasAll(words: readonly string[]): boolean;
  /** `nearestWord` */
  nearest(word: string, options: { errors: number; among: 'titles' | 'texts' }): NearWord | null;
  /** `writtenInTitles` */
  writtenInTitles(word: string, slip: string): string | null;
};

/** A word in more postings is common, so they need not be counted. */
export const mostCounted = 5;

/** The words of a corpus. */
export const vocabularyOf = (corpus: Corpus): HeldVocabulary => ({
  postingsWith: (word) => postingsIn(corpus, word, mostCounted),
  titlesWith: (word) => titlesIn(corpus, word),
  hasAll(words) {
    const lists = words.map((word) => corpus.words.numbersOf(word));
    return corpus.collections.some((_, at) => lists.every((numbers) => numbers[at] !== 0));
  },
  nearest: (word, options) => nearestWord(word, corpus, options),
  writtenInTitles: (word, slip) => writtenInTitles(corpus, word, slip),
});

/** Shorter words are not corrected: too many other words are similar. */
const shortest = 5;

/** Words of up to this length are corrected only when no posting has them, and only to words in this many titles. */
const shortUpTo = 5;
const minTitlesOfShort = 3;

/** Words of this length and longer may have two errors; those from `twoErrorsFrom` on only when no posting has them. */
const longFrom = 9;
const twoErrorsFrom = 7;
const minTitlesOfTwoErrors = 10;

/** The shortest part of a word that is split in two, and the titles that each part must have. */
const shortestPart = 3;
const minTitlesOfPart = 3;

/** A word in so few postings counts as a misspelling when titles have a similar one `minRatio` times as often. */
const maxRare = mostCounted;
const minRatio = 100;

/** A word in no title counts as correct when this many postings have it: texts have misspellings too. */
const minTexts = 20;

/** A keyword with its misspellings corrected, and a notice for each; `root` is the given one when there are none. */
export type CorrectedKeyword = { root: KeywordNode | null; notices: string[] };

/**
 * Corrects misspellings. A word counts as one when hardly any posting has any of its variants, and a much more common
 * word of a title, or of the texts of postings, is one or two edits away. Quoted, excluded and field terms are never
 * corrected.
 */
export function correctKeyword(root: KeywordNode | null, held: HeldVocabulary): CorrectedKeyword {
  const notices = new Set<string>();
  const corrected =
    root === null ? null : correctNode(root, { held, notices, hasMeaning: createMeaningTest(root, held) });
  return notices.size === 0 ? { root, notices: [] } : { root: corrected, notices: [...notices] };
}

/** `hasMeaning`: whether any posting has a synonym of a word, by itself or with its neighbours. */
type Correcting = { held: HeldVocabulary; notices: Set<string>; hasMeaning: (word: string) => boolean };

/** Makes a test whether any posting has a synonym of a word of a keyword, by itself or with its neighbours. */
function createMeaningTest(root: KeywordNode, held: HeldVocabulary): (word: string) => boolean {
  let known: Set<string> | null = null;
  const readKnown = (): Set<string> => {
    const clauses = interpretKeyword(root).conjunctions.flatMap((conjunction) => conjunction.clauses);
    const withMeaning = clauses.filter(({ variants }) =>
      variants.some((each) => each.weight < 1 && held.hasAll(each.words)),
    );
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
  const written = node.kind === 'and' ? joinWords(node.of, tools) : node.of;
  const nodes = written.map((each) => correctNode(each, tools));
  return (node.kind === 'and' ? allOf(nodes) : anyOf(nodes)) ?? node;
}

/** Joins two adjacent words if titles have them as one ("java script"), and no posting has one of them. */
function joinWords(nodes: readonly KeywordNode[], { held, notices, hasMeaning }: Correcting): KeywordNode[] {
  const written: KeywordNode[] = [];
  for (const node of nodes) {
    const [one, other] = [singleWord(written.at(-1)), singleWord(node)];
    const joined = one === null || other === null ? '' : one + other;
    const isSplit =
      one !== null &&
      other !== null &&
      joined.length >= shortest &&
      [one, other].some((word) => held.postingsWith(word) === 0 && !hasMeaning(word)) &&
      (held.titlesWith(joined) > 0 || titleModel().hasWord(joined));
    if (isSplit) {
      notices.add(`No job has "${one} ${other}", so these are the jobs for "${joined}".`);
      written[written.length - 1] = termOf([joined]);
    } else written.push(node);
  }
  return written;
}

/** The word of a plain term of one word, as the index has it; `null` for any other node. */
function singleWord(node: KeywordNode | undefined): string | null {
  if (node === undefined || node.kind !== 'term' || node.isExact || node.words.length !== 1) return null;
  const [word, ...more] = indexedFormsOf(node.words[0] ?? '');
  return word === undefined || more.length > 0 ? null : word;
}

/** Corrects a term; a compound ("softwareentwickler") part by part. */
function correctTerm(term: KeywordTerm, tools: Correcting): KeywordNode {
  const { held, notices } = tools;
  if (term.isExact || term.words.length > 1) return term;
  const parts = term.words.flatMap(indexedFormsOf);
  const [written = ''] = term.words;
  // A stem may be shorter than the slip: "nures" is "nure".
  const better = parts.map(
    (part) =>
      betterWord(part, tools) ??
      (parts.length === 1 && written !== part && held.postingsWith(part) === 0 ? betterWord(written, tools) : null),
  );
  if (better.every((word) => word === null))
    return (parts.length === 1 ? (splitWord(term, tools) ?? slippedCompound(term, tools)) : null) ?? term;
  const terms = parts.map((part, at) => {
    const word = better[at] ?? null;
    const misspelt = partIn(term, part);
    if (word === null) return termOf([part], { written: misspelt });
    const right = pluralLike(misspelt, held.writtenInTitles(word, misspelt) ?? word);
    const times = held.postingsWith(part);
    notices.add(
      `${times === 0 ? 'No job has' : 'Hardly any job has'} "${misspelt}", so these are the jobs for "${right}". Put "${misspelt}" in quotes to look for just that.`,
    );
    return termOf([plainLetters(right)], { written: right });
  });
  return allOf(terms) ?? term;
}

/** A corrected word in people's spelling: with the misspelt word's "s", which the index leaves out. */
function pluralLike(misspelt: string, word: string): string {
  const isPlural = misspelt.endsWith('s') && !word.endsWith('s') && indexedAs(`${word}s`) === indexedAs(word);
  return isPlural ? `${word}s` : word;
}

const indexedAs = (word: string): string => indexedFormsOf(plainLetters(word)).join(' ');

/** Splits a word that no posting has into two words of titles ("datascientist"); `null` = impossible. */
function splitWord({ words }: KeywordTerm, { held, notices, hasMeaning }: Correcting): KeywordNode | null {
  const [written = ''] = words;
  if (written.length < 2 * shortestPart || !/^\p{L}+$/u.test(written)) return null;
  const [indexed = ''] = indexedFormsOf(written);
  if (titleModel().hasWord(indexed) || held.postingsWith(indexed) > 0 || hasMeaning(written)) return null;
  let best: { parts: [string, string]; titles: number } | null = null;
  for (let at = shortestPart; at <= written.length - shortestPart; at++) {
    const parts: [string, string] = [written.slice(0, at), written.slice(at)];
    const titles = Math.min(...parts.map((part) => held.titlesWith(indexedFormsOf(part)[0] ?? '')));
    if (titles >= minTitlesOfPart && titles > (best?.titles ?? 0)) best = { parts, titles };
  }
  if (best === null) return null;
  notices.add(
    `No job has "${written}", so these are the jobs for "${best.parts.join(' ')}". Put "${written}" in quotes to look for just that.`,
  );
  return allOf(best.parts.map((part) => termOf([part])));
}

/**
 * Corrects a slip in the last part of a compound that no posting has ("softwareetnwickler"), so no table has the word;
 * `null` = impossible. Titles have both parts of the compound.
 */
function slippedCompound({ words }: KeywordTerm, { held, notices, hasMeaning }: Correcting): KeywordNode | null {
  const [written = ''] = words;
  if (written.length < longFrom || !/^\p{L}+$/u.test(written)) return null;
  if (held.postingsWith(indexedFormsOf(written)[0] ?? '') > 0 || hasMeaning(written)) return null;
  const ends = [...new Set([written, stem(written)])];
  const alike = compoundHeads.flatMap((head) =>
    ends.flatMap((word) =>
      [-1, 0, 1].flatMap((more) => {
        const at = word.length - head.length - more;
        return at > 0 && editsBetween(word.slice(at), head) === 1 ? [word.slice(0, at) + head] : [];
      }),
    ),
  );
  const right = alike.find((compound) => {
    const parts = indexedFormsOf(compound);
    return parts.length > 1 && parts.every((part) => held.titlesWith(part) > 0);
  });
  if (right === undefined) return null;
  notices.add(
    `No job has "${written}", so these are the jobs for "${right}". Put "${written}" in quotes to look for just that.`,
  );
  return termOf([right]);
}

/** The likely word if this one is a misspelling; `null` = it is not. Names and occupation words are correct. */
function betterWord(word: string, { held, hasMeaning }: Correcting): string | null {
  if (word.length < shortest || ambiguousNames.has(word) || !/^\p{L}+$/u.test(word)) return null;
  const times = held.postingsWith(word);
  if (times > maxRare || hasMeaning(word) || (times === 0 && titleModel().hasWord(word))) return null;
  if (times > 0 && word.length <= shortUpTo) return null;
  const errors = errorsIn(word, times);
  const near = held.nearest(word, { errors, among: 'titles' });
  if (near !== null && near.postings >= Math.max(times * minRatio, leastTitles(word, near.edits))) return near.word;
  if (times > 0) return null;
  const written = held.nearest(word, { errors: 1, among: 'texts' });
  return written !== null && written.postings >= minTexts ? written.word : null;
}

const errorsIn = (word: string, times: number): number =>
  word.length >= longFrom || (times === 0 && word.length >= twoErrorsFrom) ? 2 : 1;

function leastTitles(word: string, edits: number): number {
  if (word.length <= shortUpTo) return minTitlesOfShort;
  return edits > 1 && word.length < longFrom ? minTitlesOfTwoErrors : 1;
}

/** A keyword without words that no posting has, and a sentence that names these. */
export type KnownPart = { root: KeywordNode; notice: string };

/**
 * The part of a plain keyword whose words postings have ("adabas programmer" if none has ADABAS); `null` when they have
 * all of its words or none. Openings of that part are near ones of a search that finds nothing (contract, "Unknown
 * words and places").
 */
export function knownPart(root: KeywordNode | null, held: HeldVocabulary): KnownPart | null {
  if (root?.kind !== 'and') return null;
  const hasMeaning = createMeaningTest(root, held);
  const known: KeywordNode[] = [];
  const unknown: string[] = [];
  for (const node of root.of) {
    const word = singleWord(node);
    const isUnknown = word !== null && held.postingsWith(word) === 0 && !hasMeaning(word);
    if (isUnknown && node.kind === 'term') unknown.push(`"${writtenTerm(node)}"`);
    else known.push(node);
  }
  const rest = allOf(known);
  if (unknown.length === 0 || rest === null) return null;
  return { root: rest, notice: `No job has ${unknown.join(' or ')}; these jobs have the other words.` };
}
