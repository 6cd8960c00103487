import type { GroupVector, TitleModel } from './title-model.js';

/** The words of a title, part by part: "Nurse - Night shift" has two. */
export type TitleParts = readonly (readonly string[])[];

/** The compared parts of a title: its words with weights, their length as a vector, and its groups. */
export type TitleVector = { words: ReadonlyMap<string, number>; length: number; groups: GroupVector };

/** The weights of the two parts of a similarity; they sum to 1. */
export const parts = { words: 0.5, groups: 0.5 } as const;

/** The weight of the words of a title's later parts, which mostly name a place, a team or a product. */
export const laterPart = 0.4;

/** Titles whose groups are at least this near count as the same kind of work. */
export const sameWork = 0.3;

/** Computes the compared parts of a title. */
export function vectorOf(model: TitleModel, title: TitleParts): TitleVector {
  const words = new Map<string, number>();
  for (const [at, part] of title.entries())
    for (const word of part) {
      const weight = model.specificity(word) * (at === 0 ? 1 : laterPart);
      words.set(word, Math.max(weight, words.get(word) ?? 0));
    }
  // If the first part names no work ("Remote - Nurse"), the full title is used.
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

/** A keyword compared with titles: its own words, and the nearness of each group. */
export type KeywordVector = { own: TitleVector; near: Float32Array };

/** Reads the words of a keyword, in index form; one in no table ("adabas") is the subject of the search. */
export function keywordVector(model: TitleModel, keyword: readonly string[]): KeywordVector {
  const { words: known, groups } = vectorOf(model, [keyword]);
  const isKnown = (word: string): boolean => model.hasWord(word) || model.isMinor(word);
  const words = new Map([...known].map(([word, weight]) => [word, isKnown(word) ? weight : 1]));
  return { own: { words, length: lengthOf(words.values()), groups }, near: model.nearTo(groups) };
}
