import { LRUCache } from 'lru-cache';
import type { GroupVector, TitleModel } from './title-model.js';

/** The words of a title, part by part: "Nurse - Night shift" has two. */
export type TitleParts = readonly (readonly string[])[];

/** What is compared of a title: its words with a weight of each, their length as a vector, and its groups. */
type TitleVector = { words: ReadonlyMap<string, number>; length: number; groups: GroupVector };

/** The weights of the two parts of a similarity; they sum to 1. */
export const parts = { words: 0.5, groups: 0.5 } as const;

/** The weight of the words of a title's later parts, which mostly name a place, a team or a product. */
export const laterPart = 0.4;

/** Titles whose groups are at least so near are called the same kind of work. */
export const sameWork = 0.3;

/** Reads what is compared of a title. */
export function vectorOf(model: TitleModel, title: TitleParts): TitleVector {
  const words = new Map<string, number>();
  for (const [at, part] of title.entries())
    for (const word of part) {
      const weight = model.specificity(word) * (at === 0 ? 1 : laterPart);
      words.set(word, Math.max(weight, words.get(word) ?? 0));
    }
  // A first part that names no work ("Remote - Nurse") leaves it to the whole title.
  const first = model.groupsOf(title[0] ?? []);
  const groups = first.groups.length > 0 ? first : model.groupsOf(title.flat());
  return { words, length: lengthOf(words.values()), groups };
}

/** How near the groups of a title are to those of a keyword (`nearTo`), 0..1. */
export function nearness(near: Float32Array, { groups, weights }: GroupVector): number {
  let sum = 0;
  for (let at = 0; at < groups.length; at++) sum += (weights[at] ?? 0) * (near[groups[at] ?? 0] ?? 0);
  return Math.min(1, sum);
}

function lengthOf(weights: Iterable<number>): number {
  let squares = 0;
  for (const weight of weights) squares += weight * weight;
  return Math.sqrt(squares);
}

/** A keyword compared with titles: its own words, the nearness of each group, and the words that near titles may have. */
export type KeywordVector = {
  own: TitleVector;
  near: Float32Array;
  /** Words of near titles and of the keyword, the most telling first, each with what it tells. */
  words: readonly (readonly [word: string, weight: number])[];
};

/** Words looked up at most, groups whose titles give words, and words of each group. */
const wordsAtMost = 80;
const groupsAtMost = 14;
const wordsOfGroup = 40;

/** A group less near gives no words. */
const leastNear = 0.12;

/** Reads the words of a keyword, as the index has them. The last ones are remembered: a search is run once a source. */
export function keywordVector(model: TitleModel, keyword: readonly string[]): KeywordVector {
  const vectors = remembered.get(model) ?? new LRUCache<string, KeywordVector>({ max: remember });
  remembered.set(model, vectors);
  const name = keyword.join(' ');
  const known = vectors.get(name) ?? readKeyword(model, keyword);
  vectors.set(name, known);
  return known;
}

const remember = 200;
const remembered = new WeakMap<TitleModel, LRUCache<string, KeywordVector>>();

function readKeyword(model: TitleModel, keyword: readonly string[]): KeywordVector {
  const keywordVector = vectorOf(model, [keyword]);
  const near = model.nearTo(keywordVector.groups);
  const weights = new Map<string, number>();
  for (const group of nearest(near))
    for (const [word, share] of model.wordsOf(group).slice(0, wordsOfGroup)) {
      const telling = model.specificity(word);
      const weight = (near[group] ?? 0) * telling * Math.sqrt(share);
      weights.set(word, Math.max(weight, weights.get(word) ?? 0));
    }
  for (const [word, weight] of keywordVector.words) weights.set(word, 1 + weight);
  const words = [...weights].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return { own: keywordVector, near, words: words.slice(0, wordsAtMost) };
}

function nearest(near: Float32Array): number[] {
  return [...near.keys()]
    .filter((group) => (near[group] ?? 0) >= leastNear)
    .sort((one, other) => (near[other] ?? 0) - (near[one] ?? 0) || one - other)
    .slice(0, groupsAtMost);
}
