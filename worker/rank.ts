import type { Order } from '../shared/words.js';
import type { Corpus } from './corpus.js';
import type { Hits } from './find-hits.js';
import { highest } from './highest.js';
import { stepsIn, titleFit } from './title-fit.js';

/** A posting loses half of its recency in this many days. */
const halfLifeDays = 14;

/** How an item's score is made up; the parts sum to 1. */
const parts = { met: 0.45, together: 0.15, role: 0.12, focus: 0.08, recency: 0.15, agreement: 0.05 } as const;

/** What the keyword's parts are worth together: an item of a search without keyword has all of it. */
const textWorth = parts.met + parts.together + parts.role + parts.focus;

/** The title's worth of the remotest wording, a little less for rounding. */
const leastInTitle = 0.49;

/** How well items meet a keyword, by item, 0..`textWorth`; an item may meet several readings, the best counts. */
export function scoreText({ collections, columns }: Corpus, hits: readonly Hits[]): Float32Array {
  const { collection, entry } = columns;
  const scores = new Float32Array(columns.size);
  const steps = collections.map(({ index }) => stepsIn(index));
  for (const { reading, items, worth, wordings } of hits) {
    const clauses = collections.map(({ index }) => wordings.get(index) ?? []);
    for (const item of items) {
      const at = collection[item] ?? 0;
      const index = collections[at]?.index;
      let score = (parts.met * (worth[item] ?? 0)) / reading.clauses.length;
      // Worth so little, no clause is met by the title.
      if ((worth[item] ?? 0) > leastInTitle && index !== undefined) {
        const fit = titleFit(index, entry[item] ?? 0, { clauses: clauses[at] ?? [], steps: steps[at] ?? noSteps });
        score += parts.together * fit.together + parts.role * fit.role + parts.focus * fit.focus;
      }
      if (score > (scores[item] ?? 0)) scores[item] = score;
    }
  }
  return scores;
}

const noSteps: ReadonlySet<number> = new Set();

/** How relevant found items are, in thousandths: the keyword, recency, and on how many boards they were found. */
export function scoreItems(
  { columns: { size, postedAt, sourceFrom } }: Corpus,
  { items, text, now }: { items: Int32Array; text: Float32Array | null; now: number },
): Uint16Array {
  const scores = new Uint16Array(size);
  const decay = Math.LN2 / (halfLifeDays * 86_400_000);
  for (const item of items) {
    const age = Math.max(0, now - (postedAt[item] ?? Number.NaN));
    const recency = age >= 0 ? parts.recency * Math.exp(-age * decay) : 0;
    const boards = (sourceFrom[item + 1] ?? 0) - (sourceFrom[item] ?? 0);
    const agreement = boards > 1 ? parts.agreement : 0;
    scores[item] = Math.round(1000 * ((text === null ? textWorth : (text[item] ?? 0)) + recency + agreement));
  }
  return scores;
}

/** Dates are compared up to the year 2109; unknown ones come last. */
const lastDate = 2 ** 42 - 1;

/** One more than the highest score. */
const scoreSteps = 1001;

/** The first items in the asked order; ties go by date, score, id and address, so that pages never shuffle. */
export function firstItems(
  { items: groups, columns: { postedAt } }: Corpus,
  { items, scores, order, hasKeyword }: { items: Int32Array; scores: Uint16Array; order: Order; hasKeyword: boolean },
  count: number,
): Int32Array {
  const byDate = order === 'recent' || !hasKeyword;
  // Date and score in one number, exact to the millisecond and the thousandth: 42 and 10 bits of the 53 there are.
  const keys = new Float64Array(items.length);
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    const date = Math.min(lastDate, Math.max(0, postedAt[item] || 0));
    const score = Math.min(scoreSteps - 1, scores[item] ?? 0);
    keys[at] = byDate ? date * scoreSteps + score : score * (lastDate + 1) + date;
  }
  const byName = (a: number, b: number): number => {
    const [one, other] = [groups[items[a] ?? 0]?.shown.job, groups[items[b] ?? 0]?.shown.job];
    return compare(one?.id ?? '', other?.id ?? '') || compare(one?.url ?? '', other?.url ?? '');
  };
  return highest(keys, count, byName).map((at) => items[at] ?? 0);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
