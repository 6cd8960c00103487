import type { Corpus } from '../corpus/corpus.js';
import { fieldWeights } from '../index/collection-index.js';
import type { Hits } from './find-hits.js';
import { type TitleFit, titleFit } from './title-fit.js';

/** How well items meet a keyword, by the best conjunction that each meets. */
export type TextScore = {
  of(item: number): number;
  /** An upper bound of `of` that does not read the title. */
  atMost(item: number): number;
  /** Whether the keyword names the item's employer. */
  isEmployer(item: number): boolean;
};

/** The weights of the parts of a text score: the keyword met anywhere, and the parts of a `TitleFit`. */
export type TextParts = { met: number; together: number; role: number; focus: number };

/** The weight of a title's word by the most distant synonym, rounded down; with a lower weight no clause is met by the title. */
const minTitleWeight = 0.49;

/** Makes the score of a keyword's hits. */
export function createTextScore({ collections, columns }: Corpus, hits: readonly Hits[], parts: TextParts): TextScore {
  const { collection, entry } = columns;
  const titleAtMost = parts.together + parts.role + parts.focus;
  const found = hits.map(({ conjunction, weight, counts, variants }) => ({
    weight,
    size: conjunction.clauses.length,
    least: minTitleWeight * Math.min(1, ...counts),
    clauses: collections.map(({ index }) => variants.get(index) ?? []),
  }));

  const fitOf = (item: number, each: (typeof found)[number]): TitleFit => {
    const at = collection[item] ?? 0;
    const { index } = collections[at] ?? noCollection(item);
    return titleFit(index, entry[item] ?? 0, each.clauses[at] ?? []);
  };
  const titleScore = (item: number, each: (typeof found)[number]): number => {
    const { together, role, focus, employer } = fitOf(item, each);
    const name = parts.met * (fieldWeights.title - fieldWeights.company) * employer;
    return parts.together * together + parts.role * role + parts.focus * focus + name;
  };
  return {
    of(item) {
      let best = 0;
      for (const each of found) {
        const weight = each.weight[item] ?? 0;
        if (weight === 0) continue;
        const score = (parts.met * weight) / each.size + (weight > each.least ? titleScore(item, each) : 0);
        best = Math.max(best, Math.fround(score));
      }
      return best;
    },
    atMost(item) {
      let most = 0;
      for (const { weight: all, size, least } of found) {
        const weight = all[item] ?? 0;
        const met = weight / size;
        most = Math.max(
          most,
          weight > least
            ? parts.met * Math.max(met, Math.min(1, met + fieldWeights.title - fieldWeights.company)) + titleAtMost
            : parts.met * met,
        );
      }
      return most;
    },
    isEmployer: (item) => found.some((each) => (each.weight[item] ?? 0) > each.least && fitOf(item, each).employer > 0),
  };
}

function noCollection(item: number): never {
  throw new Error(`Item ${item} is of no collection.`);
}
