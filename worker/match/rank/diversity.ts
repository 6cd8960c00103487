import type { Corpus } from '../corpus/corpus.js';
import { fields, headFields } from '../index/collection-index.js';
import type { Ranked } from './ranked.js';

/** What the second, third and every further posting of one title and employer keeps of its score. */
const repeatFactors = [0.62, 0.58, 0.55] as const;

/** Openings of one employer that keep their score, and what each further one loses, up to a most. */
const freeOfEmployer = 2;
const employerStep = 0.015;
const employerMost = 0.12;

const companyField = fields.indexOf('company');

/**
 * Lowers the scores of items that repeat the title and employer of a better one, as an opening posted for many towns does,
 * and slightly those of an employer that has better ones. The items must be in order, best first; an item that keeps its
 * score is returned as it is. `isSought`: the keyword names the item's employer, so that only repeats are lowered. A
 * score depends on items of the same employer alone, which are all in one shard.
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
    const employer = hashOfField(corpus, item, companyField);
    if (employer === 0) return each;
    const opening = Math.imul(hashOfField(corpus, item, 0) ^ employer, 0x01000193);
    const before = repeats.get(opening) ?? 0;
    repeats.set(opening, before + 1);
    const openings = openingsOf.get(employer) ?? 0;
    if (before === 0) openingsOf.set(employer, openings + 1);
    const employers = isSought(item) ? 0 : Math.max(0, openings - freeOfEmployer) * employerStep;
    const kept = before === 0 ? 1 : (repeatFactors[Math.min(before, repeatFactors.length) - 1] ?? 1);
    const factor = kept * (1 - Math.min(employerMost, employers));
    return factor === 1 ? each : { item, score: Math.round(score * factor), isLowered: true };
  });
}

/** A hash of the words of a field that does not depend on the collection; 0 = it has none. */
function hashOfField({ collections, columns }: Corpus, item: number, field: number): number {
  const index = collections[columns.collection[item] ?? -1]?.index;
  if (index === undefined) throw new Error(`There is no item ${item}.`);
  const { stream, bounds, words } = index;
  const at = (columns.entry[item] ?? 0) * headFields + field;
  let hash = 0;
  for (let word = bounds[at] ?? 0; word < (bounds[at + 1] ?? 0); word++) {
    const number = stream[word] ?? 0;
    if (number !== 0) hash = Math.imul(hash ^ words.hashAt(number), 0x01000193) ^ (hash >>> 15) ^ 1;
  }
  return hash;
}
