import type { Corpus } from '../../corpus/corpus.js';
import { type CollectionIndex, headFields, indexedFields } from '../../index/collection-index.js';
import type { Ranked } from './ranked.js';
import { bandFloor } from './score-bands.js';

/** What the second, third and every further posting of one title and employer keeps of its score. */
const repeatFactors = [0.62, 0.58, 0.55] as const;

/** Openings of one employer that keep their score, and what each further one loses, up to a most. */
const freeOfEmployer = 2;
const employerStep = 0.015;
const employerMost = 0.12;

const companyField = indexedFields.indexOf('company');

/**
 * Lowers the scores of items that repeat the title and employer of a better one, as an opening posted for many towns does,
 * and slightly those of an employer that has better ones. The items must be in order, best first; an item that keeps its
 * score is returned as it is, and none leaves its band of scores. `isSought`: the keyword names the item's employer, so that only repeats are lowered.
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
    // Whether it is sought is asked last: its title is read for it.
    const isOneOfMany = openings > freeOfEmployer && !isSought(item);
    const employers = isOneOfMany ? (openings - freeOfEmployer) * employerStep : 0;
    const kept = before === 0 ? 1 : (repeatFactors[Math.min(before, repeatFactors.length) - 1] ?? 1);
    const factor = kept * (1 - Math.min(employerMost, employers));
    const floor = bandFloor(score);
    const lowered = floor + Math.round((score - floor) * factor);
    // A mention may have no lower score.
    return lowered === score ? each : { item, score: lowered, isLowered: true };
  });
}

/** The hashes of the title and employer of each entry of a collection, 8 bytes an entry; computed when they are first needed. */
const caches = new WeakMap<CollectionIndex, Uint32Array>();

/** Where the two hashes of an item are, the title's first, which do not depend on the collection; 0 = the field has no words. */
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
