import type { Order } from '../shared/words.js';
import type { CollectionIndex } from './collection-index.js';
import type { Corpus } from './corpus.js';
import type { Hits } from './find-hits.js';
import { titleFit } from './title-fit.js';
import { topOf } from './top-of.js';

/** A posting loses half of its recency in this many days. */
const halfLifeDays = 14;

/** How an item's score is made up; the parts sum to 1. */
const parts = { met: 0.45, together: 0.15, role: 0.12, focus: 0.08, recency: 0.15, agreement: 0.05 } as const;

/** What the keyword's parts are worth together: an item of a search without keyword has all of it. */
const textWorth = parts.met + parts.together + parts.role + parts.focus;

/** How well items meet a keyword, by item, 0..`textWorth`; an item may meet several readings, the best counts. */
export function scoreText(corpus: Corpus, hits: readonly Hits[]): Float32Array {
  const scores = new Float32Array(corpus.columns.size);
  const collectionOf = new Map<CollectionIndex, number>(corpus.collections.map(({ index }, at) => [index, at]));
  for (const { reading, items, worth, titled, wordings } of hits)
    for (const item of items) {
      const shown = corpus.items[item]?.shown;
      let score = (parts.met * (worth[item] ?? 0)) / reading.clauses.length;
      if ((titled[item] ?? 0) > 0 && shown !== undefined) {
        const fit = titleFit(shown, wordings[collectionOf.get(shown.index) ?? 0] ?? []);
        score += parts.together * fit.together + parts.role * fit.role + parts.focus * fit.focus;
      }
      if (score > (scores[item] ?? 0)) scores[item] = score;
    }
  return scores;
}

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

/** The first items in the asked order; ties go by date, score, id and address, so that pages never shuffle. */
export function firstItems(
  { items: groups, columns: { postedAt } }: Corpus,
  { items, scores, order, hasKeyword }: { items: Int32Array; scores: Uint16Array; order: Order; hasKeyword: boolean },
  count: number,
): Int32Array {
  const newest = (a: number, b: number): number => {
    const [one = Number.NaN, other = Number.NaN] = [postedAt[a], postedAt[b]];
    if (one === other) return 0;
    // Unknown dates come last.
    if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1;
    return Number.isNaN(other) ? -1 : other - one;
  };
  const best = (a: number, b: number): number => (scores[b] ?? 0) - (scores[a] ?? 0);
  const byName = (a: number, b: number): number => {
    const [one, other] = [groups[a]?.shown.job, groups[b]?.shown.job];
    return compare(one?.id ?? '', other?.id ?? '') || compare(one?.url ?? '', other?.url ?? '');
  };
  const byDate = order === 'recent' || !hasKeyword;
  const inOrder = byDate
    ? (a: number, b: number) => newest(a, b) || best(a, b) || byName(a, b)
    : (a: number, b: number) => best(a, b) || newest(a, b) || byName(a, b);
  return topOf(items, count, inOrder);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
