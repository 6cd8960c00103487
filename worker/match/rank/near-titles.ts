import type { KeywordNode } from '../../../shared/keyword/keyword-node.js';
import { joinUnspaced } from '../../../shared/keyword/unspaced.js';
import type { Corpus } from '../corpus/corpus.js';
import { forbidden } from '../corpus/corpus.js';
import { eachWordList } from '../corpus/word-lists.js';
import {
  bitOf,
  type CollectionIndex,
  fieldMask,
  fieldsOf,
  firstOfBlock,
  headFields,
  occurrenceBits,
} from '../index/collection-index.js';
import { hashOfBytes } from '../index/word-table.js';
import { partIn } from '../keyword/expand-keyword.js';
import { synonymsOf } from '../keyword/synonyms.js';
import { titleModel } from '../occupations/title-model.js';
import {
  type KeywordVector,
  keywordVector,
  laterPart,
  nearness,
  parts,
  sameWork,
  vectorOf,
} from '../occupations/title-similarity.js';
import { nameOrWord, titlePartsOf } from '../words/marked-names.js';
import { indexedFormsOf, stopWords, tokensOf } from '../words/tokens.js';
import type { ItemFilter } from './filter/filter.js';
import { bestFirst } from './score/rank.js';
import { bands, createTopK, lowerRepeats, type Ranked } from './score/scores.js';
import { comparedEnd, type TitleCache, titleCacheOf } from './score/title-fit.js';

/** Titles that are what was asked for, or exact matches by date, from which no near ones are added; together at most so many. */
export const nearUpTo = 100;

/** Titles less similar are not shown. */
const leastSimilar = 0.14;

/** What a word of the keyword counts that the title lacks and another field of the posting has, by field (`fields`). */
const elsewhere = [0, 0.6, 0.5, 0.6, 0.25] as const;

/** Candidates compared at most besides equal ones, and occurrences read at most to find them. */
const candidatesAtMost = 3000;
const occurrencesAtMost = 60_000;

/** The words of a keyword that may be broadened; `null` for one with quotes, fields or operators, or without words. */
export function broadenable(root: KeywordNode | null): string[] | null {
  if (root === null) return null;
  const terms = root.kind === 'and' ? root.of : [root];
  const words: string[] = [];
  for (const term of terms) {
    if (term.kind !== 'term' || term.isExact || term.field !== null) return null;
    words.push(...term.words.flatMap(indexedFormsOf));
  }
  const telling = words.filter((word) => !stopWords.has(word));
  return words.length === 0 ? null : telling.length === 0 ? words : telling;
}

/** `exact`: items that are found already. `filterItems` applies to near matches as to all others. */
type NearRequest = { words: readonly string[]; exact: Int32Array; filterItems: ItemFilter };

/**
 * The items whose titles are nearest to a keyword, best first, at most `count`. Scores are similarities that do not depend
 * on the corpus, so that lists of several corpora can be merged. Reads the occurrences of some tens of words, no title that
 * has none of them.
 */
export function findNearTitles(corpus: Corpus, { count, ...request }: NearRequest & { count: number }): Ranked[] {
  if (count <= 0) return [];
  const ranked = similarTitles(corpus, request).sort(bestFirst(corpus));
  return lowerRepeats(corpus, ranked).sort(bestFirst(corpus)).slice(0, count);
}

/** All items whose titles are similar enough to a keyword, in no order. */
export function similarTitles(corpus: Corpus, { words, exact, filterItems }: NearRequest): Ranked[] {
  const keyword = nearKeyword(words);
  const candidates = findCandidates(corpus, keyword, exact);
  const kept = candidates.subarray(0, filterItems(candidates, candidates.length));
  noteElsewhere(corpus, keyword);
  return scoreTitles(corpus, keyword, likeliest(corpus, kept));
}

/** The items whose titles have any of the words, with the sum of what these tell in `scratch.best`. */
function findCandidates(corpus: Corpus, { words }: KeywordVector, exact: Int32Array): Int32Array {
  const { reached, best, touched } = corpus.scratch;
  reached.fill(0);
  best.fill(0);
  for (let at = 0; at < exact.length; at++) reached[exact[at] ?? 0] = forbidden;
  let count = 0;
  const read = corpus.words.areSingle ? readTitles : readLists;
  read(corpus, words, (items, occurrences, weight) => {
    let block = 0;
    for (let at = 0; at < occurrences.length; at++) {
      const occurrence = occurrences[at] ?? 0;
      if ((occurrence & fieldMask) === 0) block = firstOfBlock(occurrence);
      else if ((occurrence & titleBit) !== 0) {
        const item = items[block + (occurrence >>> occurrenceBits)] ?? 0;
        if (reached[item] === forbidden) continue;
        if (reached[item] === 0) touched[count++] = item;
        reached[item] = 1;
        best[item] = (best[item] ?? 0) + weight;
      }
    }
  });
  return touched.slice(0, count);
}

const titleBit = bitOf(0);

/** Adds to `scratch.sum` of each candidate what the keyword's words that its title lacks weigh in its other fields. */
function noteElsewhere(corpus: Corpus, { own }: KeywordVector): void {
  const { reached, sum } = corpus.scratch;
  sum.fill(0);
  readLists(corpus, own.words, (items, occurrences, weight) => {
    let block = 0;
    for (let at = 0; at < occurrences.length; at++) {
      const occurrence = occurrences[at] ?? 0;
      if ((occurrence & fieldMask) === 0) block = firstOfBlock(occurrence);
      else if ((occurrence & titleBit) === 0) {
        const item = items[block + (occurrence >>> occurrenceBits)] ?? 0;
        if (reached[item] === 1)
          sum[item] = (sum[item] ?? 0) + weight * weight * (elsewhereOf[fieldsOf(occurrence)] ?? 0);
      }
    }
  });
}

type Weighed = Iterable<readonly [word: string, weight: number]>;
type ReadList = (items: Int32Array, occurrences: Uint16Array, weight: number) => void;

/** `readLists` of the words that titles have, of all of them, by the words of each collection's titles. */
function readTitles({ collections, itemOf }: Corpus, words: Weighed, read: ReadList): void {
  const weights = new Map<number, number>();
  for (const [word, weight] of words) {
    const bytes = Buffer.from(word);
    weights.set(hashOfBytes(bytes, 0, bytes.length), weight);
  }
  for (const [at, { index }] of collections.entries()) {
    const items = itemOf[at];
    if (items === undefined) throw new Error(`Collection ${at} has no items.`);
    const { titleWords, words: table, occurrences, from } = index;
    for (let word = 0; word < titleWords.length; word++) {
      const number = titleWords[word] ?? 0;
      const weight = weights.get(table.hashAt(number));
      if (weight !== undefined) read(items, occurrences.subarray(from[number], from[number + 1]), weight);
    }
  }
}

/** Calls `read` with the occurrences of each word in each collection, and the items of its entries, until they were enough. */
function readLists(corpus: Corpus, words: Weighed, read: ReadList): void {
  let budget = occurrencesAtMost;
  for (const [word, weight] of words) {
    if (budget <= 0) break;
    eachWordList(
      corpus,
      { numbers: corpus.words.numbersOf(word), within: null },
      ({ items, occurrences, start, end }) => {
        budget -= end - start;
        read(items, occurrences.subarray(start, end), weight);
      },
    );
  }
}

/** `elsewhere` by the bits of the fields of an occurrence: that of the best field. */
const elsewhereOf: Float32Array = Float32Array.from({ length: fieldMask + 1 }, (_, bits) =>
  Math.max(...elsewhere.map((weight, field) => (bits & bitOf(field) ? weight : 0))),
);

/** The candidates whose words tell most, at most `candidatesAtMost` besides equal ones. */
function likeliest({ scratch: { best } }: Corpus, items: Int32Array): Int32Array {
  if (items.length <= candidatesAtMost) return items;
  const topK = createTopK(candidatesAtMost);
  for (const item of items) topK.add(best[item] ?? 0);
  const least = topK.threshold();
  return items.filter((item) => (best[item] ?? 0) >= least);
}

/** A word of the keyword: its number in each collection, and its weight. */
type AskedWord = { numbers: Uint32Array; weight: number };

/** The similar ones of the items, with their scores. */
function scoreTitles(
  { collections, columns, words, scratch }: Corpus,
  { own, near }: KeywordVector,
  items: Int32Array,
): Ranked[] {
  const model = titleModel();
  const asked = [...own.words].map(([word, weight]): AskedWord => ({ numbers: words.numbersOf(word), weight }));
  const caches = new Map<number, { index: CollectionIndex; titles: TitleCache }>();
  const titlesOf = (at: number) => {
    const known = caches.get(at);
    if (known !== undefined) return known;
    const collection = collections[at];
    if (collection === undefined) throw new Error(`There is no collection ${at}.`);
    const { index, size } = collection;
    const made = { index, titles: titleCacheOf(index, size, model) };
    caches.set(at, made);
    return made;
  };
  const ranked: Ranked[] = [];
  for (const item of items) {
    const at = columns.collection[item] ?? 0;
    const entry = columns.entry[item] ?? 0;
    const { index, titles } = titlesOf(at);
    const inTitle = commonWeight(index, entry, { asked, at });
    const nearness = titles.nearness(entry, near);
    const score = scoreOf(own, { inTitle, inOthers: scratch.sum[item] ?? 0, length: titles.lengthOf(entry), nearness });
    if (score !== null) ranked.push({ item, score });
  }
  return ranked;
}

/**
 * A title compared with a keyword: the product of the words that they have in common, and of those that only other fields of its posting have;
 * the length of its word vector, and how near its groups are.
 */
type Compared = { inTitle: number; inOthers: number; length: number; nearness: number };

/** The score of a title; `null` = it is not near. */
function scoreOf(own: KeywordVector['own'], { inTitle, inOthers, length, nearness }: Compared): number | null {
  // What the rest of a posting says does not make other work near.
  if (inTitle === 0 && nearness < sameWork) return null;
  const common = inTitle + inOthers;
  const inWords = common === 0 ? 0 : Math.min(1, common / (own.length * length));
  const similarity = parts.words * inWords + parts.groups * nearness;
  return similarity < leastSimilar ? null : bands.near.from + Math.round(bands.near.span * similarity);
}

/** A keyword as titles are compared with it. */
export const nearKeyword = (words: readonly string[]): KeywordVector =>
  keywordVector(titleModel(), words.map(nameOrWord));

/** The product of the words that a title has in common with the keyword; `at` is the number of the collection. */
function commonWeight(
  index: CollectionIndex,
  entry: number,
  { asked, at }: { asked: readonly AskedWord[]; at: number },
): number {
  const { stream, bounds } = index;
  const start = bounds[entry * headFields] ?? 0;
  const end = comparedEnd(index, entry);
  let common = 0;
  for (const { numbers, weight } of asked) {
    const wanted = numbers[at] ?? 0;
    if (wanted === 0) continue;
    let part = 1;
    for (let word = start; word < end; word++) {
      if (stream[word] === 0) part = laterPart;
      else if (stream[word] === wanted) {
        common += weight * weight * part;
        break;
      }
    }
  }
  return common;
}

/**
 * Makes the function that says why a title is near a keyword: what it lacks of its words, as the keyword writes them, and that
 * it is similar work. `words`: those that may be lacking, as the index has them (`broadenable`).
 */
export function createNearReasons(root: KeywordNode, words: readonly string[]): (title: string) => string[] {
  const spellings = new Map<string, string>();
  for (const term of root.kind === 'and' ? root.of : [root])
    if (term.kind === 'term')
      for (const word of term.words.flatMap(indexedFormsOf)) spellings.set(word, partIn(term, word));
  const formsOf = new Map(
    words.map((word) => [word, [[word], ...synonymsOf([word], word).map((synonym) => synonym.words)]]),
  );
  const model = titleModel();
  const asked = model.groupsOf(words.map(nameOrWord));
  const near = model.nearTo(asked);
  const [group] = asked.groups;
  return (title) => {
    const has = new Set(tokensOf(title));
    const isIn = (form: readonly string[]): boolean => form.every((word) => has.has(word));
    const lacking = new Set(
      [...formsOf].flatMap(([word, forms]) => (forms.some(isIn) ? [] : (spellings.get(word) ?? word))),
    );
    const reasons = lacking.size === 0 ? [] : [`title lacks "${joinUnspaced([...lacking]).join(' ')}"`];
    // As in near-titles.ts, by the parts of the title: the whole one may name other work than its first part.
    const { groups } = vectorOf(model, titlePartsOf(title).map(tokensOf));
    if (group !== undefined && nearness(near, groups) >= sameWork) reasons.push(`similar work: ${model.nameOf(group)}`);
    return reasons.length > 0 ? reasons : ['title has the words of the keyword in another order'];
  };
}
