import type { Corpus } from '../corpus/corpus.js';
import type { Hits } from './find-hits.js';
import { stepsIn, titleFit } from './title-fit.js';

/** How well items meet a keyword; an item may meet several readings, the best counts. */
export type TextScore = {
  of(item: number): number;
  /** No less than `of` says, without a look at the title. */
  atMost(item: number): number;
};

/** What a keyword is worth by where it is met: anywhere, and as the title's whole, its end, and a share of it. */
export type TextParts = { met: number; together: number; role: number; focus: number };

/** The title's worth of the remotest wording, a little less for rounding: worth so little, no clause is met by the title. */
const leastInTitle = 0.49;

/** Makes the score of a keyword's hits. */
export function createTextScore({ collections, columns }: Corpus, hits: readonly Hits[], parts: TextParts): TextScore {
  const { collection, entry } = columns;
  const titleAtMost = parts.together + parts.role + parts.focus;
  const steps = collections.map(({ index }) => stepsIn(index));
  const found = hits.map(({ reading, worth, wordings }) => ({
    worth,
    size: reading.clauses.length,
    clauses: collections.map(({ index }) => wordings.get(index) ?? []),
  }));

  const fitOf = (item: number, each: (typeof found)[number]): number => {
    const at = collection[item] ?? 0;
    const { index } = collections[at] ?? noCollection(item);
    const query = { clauses: each.clauses[at] ?? [], steps: steps[at] ?? noSteps };
    const { together, role, focus } = titleFit(index, entry[item] ?? 0, query);
    return parts.together * together + parts.role * role + parts.focus * focus;
  };
  return {
    of(item) {
      let best = 0;
      for (const each of found) {
        const worth = each.worth[item] ?? 0;
        if (worth === 0) continue;
        const score = (parts.met * worth) / each.size + (worth > leastInTitle ? fitOf(item, each) : 0);
        best = Math.max(best, Math.fround(score));
      }
      return best;
    },
    atMost(item) {
      let most = 0;
      for (const { worth: all, size } of found) {
        const worth = all[item] ?? 0;
        most = Math.max(most, (parts.met * worth) / size + (worth > leastInTitle ? titleAtMost : 0));
      }
      return most;
    },
  };
}

const noSteps: ReadonlySet<number> = new Set();

function noCollection(item: number): never {
  throw new Error(`Item ${item} is of no collection.`);
}
