import type { Order } from '../../../shared/words/words.js';
import type { Corpus } from '../corpus/corpus.js';
import { compareNames } from '../corpus/newest-first.js';
import type { Hits } from './find-hits.js';
import { recencyAt, roughlyMore, roughRecencyAt } from './recency.js';
import { createTextScore, type TextScore } from './text-score.js';
import { createTopK } from './top-k.js';

/** How an item's score is made up; the parts sum to 1. */
const parts = { met: 0.45, together: 0.15, role: 0.12, focus: 0.08, recency: 0.15, agreement: 0.05 } as const;

/** What an item of a search without keyword has besides its recency, which alone orders them: scores descend as dates do. */
const openWorth = 1 - parts.recency;

/** Scores are rounded to thousandths, and rough ones a little too high: what lies further below the bar cannot reach it. */
const slack = 0.001_001 + parts.recency * roughlyMore;

/** What was found, and in which order it is wanted; no `hits` = a search without keyword, whose items come newest first. */
export type Findings = { items: Int32Array; hits: readonly Hits[] | null; order: Order; now: number };

/** An item with its score in thousandths: the keyword, recency, and on how many boards it was found. */
export type Ranked = { item: number; score: number };

/**
 * The first items in the asked order; ties go by date, score, id and address, so that pages never shuffle. Only what may
 * be among the first is scored to the thousandth.
 */
export function firstItems(corpus: Corpus, findings: Findings, count: number): Ranked[] {
  const wanted = Math.min(count, findings.items.length);
  if (wanted === 0) return [];
  const { items, hits, order, now } = findings;
  const text = hits === null ? null : createTextScore(corpus, hits, parts);
  const scored = (item: number): Ranked => ({ item, score: scoreOf(corpus, item, { text, now }) });
  // Without a keyword they are in their order from the start.
  if (text === null) return Array.from(items.subarray(0, wanted), scored);
  if (order === 'recent')
    return newest(corpus, findings, wanted).map(scored).sort(newestFirst(corpus)).slice(0, wanted);
  return likeliest(corpus, findings, { text, wanted }).map(scored).sort(bestFirst(corpus)).slice(0, wanted);
}

/** The newest items, and those of the same date as the last of them: their scores decide. */
function newest({ columns: { date } }: Corpus, { items }: Findings, wanted: number): number[] {
  const bar = createTopK(wanted);
  for (const item of items) bar.add(date[item] ?? 0);
  const least = bar.height();
  return Array.from(items.filter((item) => (date[item] ?? 0) >= least));
}

/** Items that may be among the best; a title is looked at only where it may decide. */
function likeliest(
  corpus: Corpus,
  { items, now }: Findings,
  { text, wanted }: { text: TextScore; wanted: number },
): number[] {
  const { postedAt } = corpus.columns;
  const bar = createTopK(wanted);
  const scores = new Float64Array(items.length);
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    const rest = parts.recency * roughRecencyAt(now - (postedAt[item] ?? Number.NaN)) + agreementOf(corpus, item);
    const isOut = rest + text.atMost(item) < bar.height() - slack;
    const score = isOut ? Number.NEGATIVE_INFINITY : rest + text.of(item);
    scores[at] = score;
    bar.add(score);
  }
  const least = bar.height() - slack;
  const chosen: number[] = [];
  for (let at = 0; at < items.length; at++) if ((scores[at] ?? 0) >= least) chosen.push(items[at] ?? 0);
  return chosen;
}

function scoreOf(corpus: Corpus, item: number, { text, now }: { text: TextScore | null; now: number }): number {
  const recency = parts.recency * recencyAt(now - (corpus.columns.postedAt[item] ?? Number.NaN));
  return Math.round(1000 * ((text === null ? openWorth : text.of(item) + agreementOf(corpus, item)) + recency));
}

function agreementOf({ columns: { sourceFrom } }: Corpus, item: number): number {
  return (sourceFrom[item + 1] ?? 0) - (sourceFrom[item] ?? 0) > 1 ? parts.agreement : 0;
}

type Compare = (one: Ranked, other: Ranked) => number;

const newestFirst =
  (corpus: Corpus): Compare =>
  (one, other) =>
    compareDates(corpus, one, other) ||
    other.score - one.score ||
    compareNames(corpus.items[one.item], corpus.items[other.item]);

const bestFirst =
  (corpus: Corpus): Compare =>
  (one, other) =>
    other.score - one.score ||
    compareDates(corpus, one, other) ||
    compareNames(corpus.items[one.item], corpus.items[other.item]);

const compareDates = ({ columns: { date } }: Corpus, one: Ranked, other: Ranked): number =>
  (date[other.item] ?? 0) - (date[one.item] ?? 0);
