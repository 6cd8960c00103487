import { LRUCache } from 'lru-cache';
import type { TitleModel } from './title-model.js';
import { type TitleVector, vectorOf } from './title-similarity.js';

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
