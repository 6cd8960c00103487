/** Scores of items: their bands, the effect of recency, the highest of many, and the lowering of repeats. */
import type { Corpus } from '../../corpus/corpus.js';
import { type CollectionIndex, headFields, indexedFields } from '../../index/collection-index.js';

/**
 * An item with its score in thousandths: of the keyword, recency, and several boards. `isLowered`: better items have
 * the same title and employer, or the same employer (`lowerRepeats`).
 */
export type Ranked = { item: number; score: number; isLowered?: boolean };

/**
 * The bands of keyword scores, in thousandths, in answer order: matching titles, near titles, and mentions. A score
 * shows its job's band, whatever engine or corpus found it.
 */
export const bands = {
  /** Titles; those in the keyword's own words score at least half of the maximum, others less. */
  title: { from: 300, otherSpan: 200 },
  near: { from: 200, span: 99 },
  /** Postings that merely mention the words. */
  mention: { span: 200 },
} as const;

/** Whether a job with this score, if not near, merely mentions the words of the keyword. */
export const isMention = (score: number): boolean => score < bands.near.from;

/** The lowest score of the band of a score. */
export const bandFloor = (score: number): number =>
  score >= bands.title.from ? bands.title.from : score >= bands.near.from ? bands.near.from : 0;

/** The half-life of a posting's recency, in days. */
const halfLifeDays = 14;
const decay = Math.LN2 / (halfLifeDays * 86_400_000);

/** The recency, 0..1, of a posting of an age in milliseconds; 0 when the age is unknown (`NaN`). */
export function recencyAt(age: number): number {
  const past = Math.max(0, age);
  return past >= 0 ? Math.exp(-past * decay) : 0;
}

const hourMs = 3_600_000;
const byHour = Float64Array.from({ length: 9 * halfLifeDays * 24 }, (_, hours) => recencyAt(hours * hourMs));

/** The largest excess of `roughRecencyAt` over `recencyAt`. */
export const roughlyMore = 0.0021;

/** The recency at the full hour before, from a table: an upper bound of `recencyAt`, at most `roughlyMore` above it. */
export function roughRecencyAt(age: number): number {
  return age > 0 ? (byHour[Math.min(byHour.length - 1, Math.floor(age / hourMs))] ?? 0) : recencyAt(age);
}

/** Keeps the `count` highest of the values added to it. */
type TopK = {
  add(value: number): void;
  /** The lowest of the kept values; `-Infinity` while there are fewer than `count`. */
  threshold(): number;
};

/** Makes a top-k of `count` values: a binary heap with the lowest of them on top. */
export function createTopK(count: number): TopK {
  const heap = new Float64Array(count);
  let size = 0;

  const rise = (value: number): void => {
    let at = size++;
    for (let above = (at - 1) >> 1; at > 0 && (heap[above] ?? 0) > value; above = (at - 1) >> 1) {
      heap[at] = heap[above] ?? 0;
      at = above;
    }
    heap[at] = value;
  };
  const sink = (value: number): void => {
    let at = 0;
    for (let below = 1; below < count; below = 2 * at + 1) {
      if (below + 1 < count && (heap[below + 1] ?? 0) < (heap[below] ?? 0)) below++;
      if ((heap[below] ?? 0) >= value) break;
      heap[at] = heap[below] ?? 0;
      at = below;
    }
    heap[at] = value;
  };
  return {
    add(value) {
      if (size < count) rise(value);
      else if (value > (heap[0] ?? 0)) sink(value);
    },
    threshold: () => (size < count ? Number.NEGATIVE_INFINITY : (heap[0] ?? 0)),
  };
}

/** The share of its score that the second, third and every further posting of one title and employer keeps. */
const repeatFactors = [0.62, 0.58, 0.55] as const;

/** Openings of one employer without a penalty, and the penalty of each further one, up to a maximum. */
const freeOfEmployer = 2;
const employerStep = 0.015;
const employerMost = 0.12;

const companyField = indexedFields.indexOf('company');

/**
 * Lowers the scores of items that repeat the title and employer of a better one, like an opening posted for many towns,
 * and slightly those of an employer with better ones. The items must be in order, best first; an item that keeps its
 * score is returned unchanged, and none leaves its band. `isSought`: the keyword names the item's employer, so that
 * only repeats are lowered.
 */
export function lowerRepeats(
  corpus: Corpus,
  ranked: readonly Ranked[],
  isSought: (item: number) => boolean = () => false,
): Ranked[] {
  const repeats = new Map<number, number>();
  const openingsOf = new Map<number, number>();
  return ranked.map((each) => {
    const { item, score } = each;
    const { hashes, at } = hashesOf(corpus, item);
    const [title = 0, employer = 0] = [hashes[at], hashes[at + 1]];
    if (employer === 0) return each;
    const opening = Math.imul(title ^ employer, 0x01000193);
    const before = repeats.get(opening) ?? 0;
    repeats.set(opening, before + 1);
    const openings = openingsOf.get(employer) ?? 0;
    if (before === 0) openingsOf.set(employer, openings + 1);
    // Whether the employer is sought is checked last, as it reads the title.
    const isOneOfMany = openings > freeOfEmployer && !isSought(item);
    const employers = isOneOfMany ? (openings - freeOfEmployer) * employerStep : 0;
    const kept = before === 0 ? 1 : (repeatFactors[Math.min(before, repeatFactors.length) - 1] ?? 1);
    const factor = kept * (1 - Math.min(employerMost, employers));
    const floor = bandFloor(score);
    const lowered = floor + Math.round((score - floor) * factor);
    // A mention may already have the lowest score.
    return lowered === score ? each : { item, score: lowered, isLowered: true };
  });
}

/** The hashes of the title and employer of each entry of a collection, 8 bytes per entry; computed on first use. */
const caches = new WeakMap<CollectionIndex, Uint32Array>();

/** The positions of an item's two hashes, the title's first; 0 = the field has no words. */
function hashesOf({ collections, columns }: Corpus, item: number): { hashes: Uint32Array; at: number } {
  const collection = collections[columns.collection[item] ?? -1];
  if (collection === undefined) throw new Error(`There is no item ${item}.`);
  const { index, size } = collection;
  const entry = columns.entry[item] ?? 0;
  const hashes = caches.get(index) ?? new Uint32Array(2 * size);
  const at = 2 * entry;
  if (hashes[at] === 0) {
    caches.set(index, hashes);
    hashes[at] = hashOfField(index, entry * headFields);
    hashes[at + 1] = hashOfField(index, entry * headFields + companyField);
  }
  return { hashes, at };
}

/** A hash of the words of a field, by its number among the fields of all entries. */
function hashOfField({ stream, bounds, words }: CollectionIndex, at: number): number {
  let hash = 0;
  for (let word = bounds[at] ?? 0; word < (bounds[at + 1] ?? 0); word++) {
    const number = stream[word] ?? 0;
    if (number !== 0) hash = Math.imul(hash ^ words.hashAt(number), 0x01000193) ^ (hash >>> 15) ^ 1;
  }
  return hash;
}
