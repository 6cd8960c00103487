import type { Order } from '../shared/words.js';
import { createBar } from './bar.js';
import type { Corpus } from './corpus.js';
import type { Hits } from './find-hits.js';
import { recencyAt, roughlyMore, roughRecencyAt } from './recency.js';
import { createTextScore, type TextScore } from './text-score.js';

/** How an item's score is made up; the parts sum to 1. */
const parts = { met: 0.45, together: 0.15, role: 0.12, focus: 0.08, recency: 0.15, agreement: 0.05 } as const;

/** What the keyword's parts are worth together: an item of a search without keyword has all of it. */
const textWorth = parts.met + parts.together + parts.role + parts.focus;

/** Scores are rounded to thousandths, and rough ones a little too high: what lies further below the bar cannot reach it. */
const slack = 0.001_001 + parts.recency * roughlyMore;

/** Dates are compared up to the year 2109; unknown ones come last. */
const lastDate = 2 ** 42 - 1;

/** What was found, and in which order it is wanted; no `hits` = a search without keyword. */
export type Findings = { items: Int32Array; hits: readonly Hits[] | null; order: Order; now: number };

/** An item with its score in thousandths: the keyword, recency, and on how many boards it was found. */
export type Ranked = { item: number; score: number };

/**
 * The first items in the asked order; ties go by date, score, id and address, so that pages never shuffle. All are
 * weighed roughly, and only what may be among the first is scored.
 */
export function firstItems(corpus: Corpus, findings: Findings, count: number): Ranked[] {
  const wanted = Math.min(count, findings.items.length);
  if (wanted === 0) return [];
  const { items, hits, order } = findings;
  const text = hits === null ? null : createTextScore(corpus, hits, parts);
  const byDate = order === 'recent' || text === null;
  const keys = byDate ? datesOf(corpus, items, wanted) : roughScores(corpus, findings, { text, wanted });
  const chosen: Ranked[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    if ((keys.of[at] ?? 0) >= keys.least)
      chosen.push({ item, score: scoreOf(corpus, item, { text, now: findings.now }) });
  }
  return chosen.sort(byDate ? newestFirst(corpus) : bestFirst(corpus)).slice(0, wanted);
}

/** By place in the list: what it is chosen by, and from where on it may be among the first. */
type Keys = { of: Float64Array; least: number };

function datesOf({ columns: { postedAt } }: Corpus, items: Int32Array, wanted: number): Keys {
  const bar = createBar(wanted);
  const of = new Float64Array(items.length);
  for (let at = 0; at < items.length; at++) {
    const date = clampDate(postedAt[items[at] ?? 0]);
    of[at] = date;
    bar.add(date);
  }
  return { of, least: bar.height() };
}

/** The title is looked at only where it may decide. */
function roughScores(
  corpus: Corpus,
  { items, now }: Findings,
  { text, wanted }: { text: TextScore; wanted: number },
): Keys {
  const { postedAt } = corpus.columns;
  const bar = createBar(wanted);
  const of = new Float64Array(items.length);
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    const rest = parts.recency * roughRecencyAt(now - (postedAt[item] ?? Number.NaN)) + agreementOf(corpus, item);
    const isOut = rest + text.atMost(item) < bar.height() - slack;
    const score = isOut ? Number.NEGATIVE_INFINITY : rest + text.of(item);
    of[at] = score;
    bar.add(score);
  }
  return { of, least: bar.height() - slack };
}

function scoreOf(corpus: Corpus, item: number, { text, now }: { text: TextScore | null; now: number }): number {
  const recency = parts.recency * recencyAt(now - (corpus.columns.postedAt[item] ?? Number.NaN));
  return Math.round(1000 * ((text === null ? textWorth : text.of(item)) + recency + agreementOf(corpus, item)));
}

function agreementOf({ columns: { sourceFrom } }: Corpus, item: number): number {
  return (sourceFrom[item + 1] ?? 0) - (sourceFrom[item] ?? 0) > 1 ? parts.agreement : 0;
}

const clampDate = (date: number | undefined): number => Math.min(lastDate, Math.max(0, date || 0));

type Compare = (one: Ranked, other: Ranked) => number;

const newestFirst =
  (corpus: Corpus): Compare =>
  (one, other) =>
    compareDates(corpus, one, other) || other.score - one.score || compareNames(corpus, one, other);

const bestFirst =
  (corpus: Corpus): Compare =>
  (one, other) =>
    other.score - one.score || compareDates(corpus, one, other) || compareNames(corpus, one, other);

const compareDates = ({ columns: { postedAt } }: Corpus, one: Ranked, other: Ranked): number =>
  clampDate(postedAt[other.item]) - clampDate(postedAt[one.item]);

function compareNames({ items }: Corpus, one: Ranked, other: Ranked): number {
  const [a, b] = [items[one.item]?.shown.job, items[other.item]?.shown.job];
  return compare(a?.id ?? '', b?.id ?? '') || compare(a?.url ?? '', b?.url ?? '');
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
