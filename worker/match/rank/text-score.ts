import type { Corpus } from '../corpus/corpus.js';
import { fieldWeights } from '../index/collection-index.js';
import type { Hits } from './find-hits.js';
import { type TitleFit, titleFit } from './title-fit.js';

/** How well items meet a keyword, by the best conjunction that each meets. */
export type TextScore = {
  of(item: number): number;
  /** An upper bound of `of` for each of some items, ascending, that does not read any title. */
  atMost(items: Int32Array): Float32Array;
  /** Whether the keyword names the item's employer. */
  isEmployer(item: number): boolean;
};

/** The weights of the parts of a text score: the keyword met anywhere, and the parts of a `TitleFit`. */
export type TextParts = { met: number; together: number; role: number; focus: number };

/** The weight of a title's word by the most distant synonym, rounded down; with a lower weight no clause is met by the title. */
const minTitleWeight = 0.49;

/**
 * The factor of the score of what is no title in the keyword's own words: it stays below every such title, `parts.met` at least,
 * however new it is and on however many boards.
 */
const otherFactor = 0.45;

/** Makes the score of a keyword's hits. */
export function createTextScore({ collections, columns }: Corpus, hits: readonly Hits[], parts: TextParts): TextScore {
  const { collection, entry } = columns;
  const titleAtMost = parts.together + parts.role + parts.focus;
  const nameAtMost = parts.met * (fieldWeights.title - fieldWeights.company);
  const found = hits.map((each) => ({
    ...{ hits: each, size: each.conjunction.clauses.length, least: minTitleWeight * Math.min(1, ...each.counts) },
    weightOf: createWeightLookup(each),
  }));

  const fitOf = (item: number, { variants }: Hits): TitleFit => {
    const at = collection[item] ?? 0;
    const { index } = collections[at] ?? noCollection(item);
    return titleFit(index, entry[item] ?? 0, { clauses: variants.located, at });
  };
  const scoreOf = (item: number, { hits: its, size, least }: (typeof found)[number], weight: number): number => {
    const met = (parts.met * weight) / size;
    if (weight <= least) return met * otherFactor;
    const { together, role, focus, employer, isOwn } = fitOf(item, its);
    const title = parts.together * together + parts.role * role + parts.focus * focus + nameAtMost * employer;
    return (met + title) * (isOwn ? 1 : otherFactor);
  };
  return {
    of(item) {
      let best = 0;
      for (const each of found) {
        const weight = each.weightOf(item);
        if (weight === 0) continue;
        best = Math.max(best, Math.fround(scoreOf(item, each, weight)));
      }
      return best;
    },
    atMost(items) {
      const most = new Float32Array(items.length);
      const boundOf = (weight: number, { size, least }: (typeof found)[number]): number => {
        const met = (parts.met * weight) / size;
        return weight > least ? Math.max(met, Math.min(parts.met, met + nameAtMost)) + titleAtMost : met;
      };
      for (const each of found) {
        const { items: its, weights } = each.hits;
        let at = 0;
        for (let hit = 0; hit < its.length; hit++) {
          while (at < items.length && (items[at] ?? 0) < (its[hit] ?? 0)) at++;
          const bound = boundOf(weights[hit] ?? 0, each);
          if (bound > (most[at] ?? 0)) most[at] = bound;
        }
      }
      return most;
    },
    isEmployer: (item) =>
      found.some(({ hits: its, least, weightOf }) => weightOf(item) > least && fitOf(item, its).employer > 0),
  };
}

/** The weight of an item among the hits; 0 = it is none of them. */
export const weightIn = (hits: Hits, item: number): number => createWeightLookup(hits)(item);

/** Makes a look-up of the weights of hits by item: fast for items in ascending order. */
function createWeightLookup({ items, weights }: Hits): (item: number) => number {
  let before = 0;
  return (item) => {
    let low = (items[before] ?? 0) <= item ? before : 0;
    let stride = 1;
    while (low + stride < items.length && (items[low + stride] ?? 0) <= item) {
      low += stride;
      stride *= 2;
    }
    let high = Math.min(items.length, low + stride);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((items[middle] ?? 0) <= item) low = middle;
      else high = middle;
    }
    before = low;
    return items[low] === item ? (weights[low] ?? 0) : 0;
  };
}

function noCollection(item: number): never {
  throw new Error(`Item ${item} is of no collection.`);
}
