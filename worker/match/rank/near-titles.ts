import { type KeywordNode, writtenTerm } from '../../../shared/keyword/keyword-node.js';
import { joinUnspaced } from '../../../shared/keyword/unspaced.js';
import { type Corpus, forbidden, shownIn } from '../corpus/corpus.js';
import { eachWordList } from '../corpus/word-lists.js';
import {
  bitOf,
  type CollectionIndex,
  fieldMask,
  firstOfBlock,
  headFields,
  occurrenceBits,
} from '../index/collection-index.js';
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
import { titlePartsOf } from '../words/marked-names.js';
import { nameOrWord } from '../words/technology-names.js';
import { indexedFormsOf, stopWords, tokensOf } from '../words/tokens.js';
import type { ItemFilter } from './filter/filter.js';
import { bestFirst } from './score/rank.js';
import { bands, createTopK, lowerRepeats, type Ranked } from './score/scores.js';
import { comparedEnd } from './score/title-fit.js';

/** Number of title matches, or of exact matches by date, from which no near ones are added; also the most in total. */
export const nearUpTo = 100;

/** Titles less similar are not shown. */
const leastSimilar = 0.14;

/** The weight of a keyword's word that is missing from the title but occurs in another field, by field (`fields`). */
const elsewhere = [0, 0.6, 0.5, 0.6, 0.25] as const;

/** Maximum candidates compared other than equal ones, and most occurrences of words read. */
const candidatesAtMost = 3000;
const occurrencesAtMost = 60_000;

/** Vietnamese letters: its words are syllables shared by many other words. */
const syllabic = /[đơư\u1ea0-\u1ef9]/i;

/** A keyword's words that may be broadened; `null` with quotes, fields or operators, or made of syllables. */
export function broadenable(root: KeywordNode | null): string[] | null {
  if (root === null) return null;
  const terms = root.kind === 'and' ? root.of : [root];
  const words: string[] = [];
  for (const term of terms) {
    if (term.kind !== 'term' || term.isExact || term.field !== null || syllabic.test(writtenTerm(term))) return null;
    words.push(...term.words.flatMap(indexedFormsOf));
  }
  const telling = words.filter((word) => !stopWords.has(word));
  return words.length === 0 ? null : telling.length === 0 ? words : telling;
}

/** `exact`: items already found. `filterItems` applies to near matches as to all others. */
type NearRequest = { words: readonly string[]; exact: Int32Array; filterItems: ItemFilter };

/**
 * The items with the titles nearest to a keyword, best first, at most `count`. Scores are similarities independent of
 * the corpus, so that lists of several corpora can be merged. Reads only the groups of titles and the occurrences of
 * the keyword's words.
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
  return scoreTitles(corpus, keyword, likeliest(corpus, kept));
}

/**
 * The items with a title of similar work, or with any of the words. For each, `scratch.best` is its approximate
 * similarity, and `scratch.sum` the weight of words missing from its title but in its other fields.
 */
function findCandidates(corpus: Corpus, { own, near }: KeywordVector, exact: Int32Array): Int32Array {
  const { reached, best, sum, touched } = corpus.scratch;
  reached.fill(0);
  best.fill(0);
  sum.fill(0);
  for (let at = 0; at < exact.length; at++) reached[exact[at] ?? 0] = forbidden;
  let count = 0;
  const note = (item: number, similarity: number): void => {
    if (reached[item] === forbidden) return;
    if (reached[item] === 0) touched[count++] = item;
    reached[item] = 1;
    best[item] = (best[item] ?? 0) + similarity;
  };
  if (near.some((nearness) => nearness >= sameWork))
    for (const [at, { index }] of corpus.collections.entries()) {
      const items = corpus.itemOf[at];
      index.roles.eachNear(near, sameWork, (entry, nearness) => note(items?.[entry] ?? 0, parts.groups * nearness));
    }
  let budget = occurrencesAtMost;
  for (const [word, weight] of [...own.words].sort((one, other) => other[1] - one[1])) {
    if (budget <= 0) break;
    const inTitle = (parts.words * weight * weight) / (own.length * own.length);
    eachWordList(
      corpus,
      { numbers: corpus.words.numbersOf(word), within: null },
      ({ items, occurrences, start, end }) => {
        budget -= end - start;
        let block = 0;
        for (let at = start; at < end; at++) {
          const occurrence = occurrences[at] ?? 0;
          const fields = occurrence & fieldMask;
          if (fields === 0) block = firstOfBlock(occurrence);
          else {
            const item = items[block + (occurrence >>> occurrenceBits)] ?? 0;
            if ((fields & titleBit) !== 0) note(item, inTitle);
            else sum[item] = (sum[item] ?? 0) + weight * weight * (elsewhereOf[fields] ?? 0);
          }
        }
      },
    );
  }
  return touched.slice(0, count);
}

const titleBit = bitOf(0);

/** `elsewhere` by the bits of an occurrence's fields: that of the best field. */
const elsewhereOf: Float32Array = Float32Array.from({ length: fieldMask + 1 }, (_, bits) =>
  Math.max(...elsewhere.map((weight, field) => (bits & bitOf(field) ? weight : 0))),
);

/** The most similar candidates, at most `candidatesAtMost` other than equal ones. */
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
function scoreTitles(corpus: Corpus, { own, near }: KeywordVector, items: Int32Array): Ranked[] {
  const { columns, words, scratch } = corpus;
  const asked = [...own.words].map(([word, weight]): AskedWord => ({ numbers: words.numbersOf(word), weight }));
  const ranked: Ranked[] = [];
  for (const item of items) {
    const { index } = shownIn(corpus, item);
    const entry = columns.entry[item] ?? 0;
    const score = scoreOf(own, {
      inTitle: commonWeight(index, entry, { asked, at: columns.collection[item] ?? 0 }),
      inOthers: scratch.sum[item] ?? 0,
      length: index.roles.lengthOf(entry),
      nearness: index.roles.nearness(entry, near),
    });
    if (score !== null) ranked.push({ item, score });
  }
  return ranked;
}

/**
 * A title compared with a keyword: the product of their common words, and of those only in other fields of its posting;
 * the length of its word vector, and the nearness of its groups.
 */
type Compared = { inTitle: number; inOthers: number; length: number; nearness: number };

/** The score of a title; `null` = it is not near. */
function scoreOf(own: KeywordVector['own'], { inTitle, inOthers, length, nearness }: Compared): number | null {
  // Other parts of the posting do not make different work near.
  if (inTitle === 0 && nearness < sameWork) return null;
  const common = inTitle + inOthers;
  const inWords = common === 0 ? 0 : Math.min(1, common / (own.length * length));
  const similarity = parts.words * inWords + parts.groups * nearness;
  return similarity < leastSimilar ? null : bands.near.from + Math.round(bands.near.span * similarity);
}

/** A keyword in the form compared with titles. */
export const nearKeyword = (words: readonly string[]): KeywordVector =>
  keywordVector(titleModel(), words.map(nameOrWord));

/** The product of the words common to a title and the keyword; `at` is the number of the collection. */
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
 * Makes the function that explains why a title is near a keyword: which of its words are missing, in the keyword's
 * spelling, and that it is similar work. `words`: those that may be missing, in index form (`broadenable`).
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
    // As in the comparison of its title, by its parts: the full title may name other work than its first part.
    const { groups } = vectorOf(model, titlePartsOf(title).map(tokensOf));
    if (group !== undefined && nearness(near, groups) >= sameWork) reasons.push(`similar work: ${model.nameOf(group)}`);
    return reasons.length > 0 ? reasons : ['title has the words of the keyword in another order'];
  };
}
