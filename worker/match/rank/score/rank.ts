import type { Order } from '../../../../shared/words/words.js';
import { type Columns, dateOf } from '../../corpus/columns.js';
import type { Corpus } from '../../corpus/corpus.js';
import type { FactColumns } from '../../segment/fact-columns.js';
import type { PreparedCollection } from '../../segment/open-segment.js';
import { compareTexts } from '../../words/tokens.js';
import type { Hits } from './find-hits.js';
import { createTopK, lowerRepeats, type Ranked, recencyAt, roughlyMore, roughRecencyAt } from './scores.js';
import type { SortKeys } from './sort-keys.js';
import { createTextScore, scoreWith, type TextScore } from './text-score.js';

type Named = { collections: readonly PreparedCollection[]; columns: Pick<Columns, 'collection' | 'entry'> };

/** An arbitrary but deterministic order of items: by id, then by URL. Only equal ids, which are rare, read their records. */
function compareNames({ collections, columns }: Named, one: number, other: number): number {
  const [mine, theirs] = [one, other].map((item) => collections[columns.collection[item] ?? -1]);
  if (mine === undefined || theirs === undefined) throw new Error(`There is no item ${one} or ${other}.`);
  const [entry = 0, otherEntry = 0] = [columns.entry[one], columns.entry[other]];
  return (
    compareIds(mine.facts, entry, { other: theirs.facts, at: otherEntry }) ||
    (one === other ? 0 : compareTexts(mine.entryAt(entry).job.url, theirs.entryAt(otherEntry).job.url))
  );
}

function compareIds(facts: FactColumns, entry: number, { other, at }: { other: FactColumns; at: number }): number {
  const [from = 0, otherFrom = 0] = [facts.idStarts[entry], other.idStarts[at]];
  const [length, otherLength] = [(facts.idStarts[entry + 1] ?? 0) - from, (other.idStarts[at + 1] ?? 0) - otherFrom];
  for (let byte = 0; byte < length && byte < otherLength; byte++) {
    const difference = (facts.idBytes[from + byte] ?? 0) - (other.idBytes[otherFrom + byte] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}

/** The weights of the parts of a score; they sum to 1. */
export const scoreParts = { met: 0.5, together: 0.15, role: 0.12, focus: 0.08, recency: 0.1, agreement: 0.05 } as const;

/** The penalty for a posting not in its reader's language: as much as its date and boards may add. */
const foreignLoses = scoreParts.recency + scoreParts.agreement;

/** The constant score of an item of a search without a keyword, other than recency: scores descend as dates do. */
const openWeight = 1 - scoreParts.recency;

/** An item this far below the threshold cannot reach it: scores are rounded to thousandths, and rough ones are a little too high. */
const slack = 0.001_001 + scoreParts.recency * roughlyMore;

/** Found items, ascending, and their requested order. `hits` is `null` for a search without a keyword. */
export type Findings = {
  items: Int32Array;
  hits: readonly Hits[] | null;
  order: Order;
  now: number;
  /** The sort keys compared before dates; `null` = none. */
  keys: SortKeys | null;
  /** The number of the language that its reader prefers (`languageNumber`); 0 = none. */
  reader: number;
};

/** At least this many of the best items are compared for repeats, so that all lists begin alike. */
const leastCompared = 300;

/**
 * The first `count` items in the order of the search. Ties are broken by date, score, id and URL, so the order is total
 * and pages are stable. Only items that may be among the first are scored exactly.
 */
export function rankFirst(corpus: Corpus, findings: Findings, count: number): Ranked[] {
  const wanted = Math.min(count, findings.items.length);
  if (wanted === 0) return [];
  const { items, hits, order, now, keys, reader } = findings;
  const text = hits === null ? null : createTextScore(corpus, hits, scoreParts);
  const scored = (item: number): Ranked => ({
    item,
    score: scoreOf(corpus, item, { text: text?.of(item) ?? null, now, reader }),
  });
  if (text === null || order !== 'relevant') {
    const { postedAt, boards } = corpus.columns;
    // Without a keyword all scores depend on dates: of two openings with one date, that on several boards is first.
    const isOnSeveral = (item: number): number => ((boards[item] ?? 1) > 1 ? 1 : 0);
    const compared = [
      ...(keys ?? []),
      (item: number) => dateOf({ postedAt }, item),
      ...(text === null ? [isOnSeveral] : []),
    ];
    const first = firstByKeys(items, compared, wanted).map(scored);
    return first.sort(byKeys(corpus, compared)).slice(0, wanted);
  }
  // Exactly this many, so that the compared items are the same however close the others are.
  const compared = Math.min(items.length, Math.max(wanted, leastCompared));
  const likely = findLikeliest(corpus, findings, { text, wanted: compared });
  const best = likely.sort(bestFirst(corpus)).slice(0, compared);
  const ranked = lowerRepeats(corpus, best, (item) => text.isEmployer(item));
  return ranked.sort(bestFirst(corpus)).slice(0, wanted);
}

/** The scores of found items before any is lowered (`lowerRepeats`). */
export function createScore(corpus: Corpus, { hits, now, reader }: Findings): (item: number) => number {
  const text = hits === null ? null : createTextScore(corpus, hits, scoreParts);
  return (item) => scoreOf(corpus, item, { text: text?.of(item) ?? null, now, reader });
}

/** The first items by some keys, including all ties with the last of them. */
function firstByKeys(items: Int32Array, keys: SortKeys, wanted: number): number[] {
  const first: number[] = [];
  let rest = items;
  for (const key of keys) {
    const lacking = wanted - first.length;
    if (rest.length <= lacking) break;
    const topK = createTopK(lacking);
    for (const item of rest) topK.add(key(item));
    const least = topK.threshold();
    for (const item of rest) if (key(item) > least) first.push(item);
    rest = rest.filter((item) => key(item) === least);
  }
  return [...first, ...rest];
}

/** The most that recency and several boards add to a text score. */
const otherMost = scoreParts.recency + scoreParts.agreement;

/**
 * The items that may be among the best, with their scores. Those with the highest bounds come first, so that most
 * others are excluded by their bound; titles are only read if they may decide.
 */
function findLikeliest(
  corpus: Corpus,
  { items, now, reader }: Findings,
  { text, wanted }: { text: TextScore; wanted: number },
): Ranked[] {
  const { postedAt } = corpus.columns;
  const topK = createTopK(wanted);
  const bounds = text.atMost(items);
  const first = boundOf(bounds, wanted);
  const scored: number[] = [];
  const scores: number[] = [];
  const texts: number[] = [];
  const consider = (item: number, bound: number): void => {
    const recency = scoreParts.recency * roughRecencyAt(now - (postedAt[item] ?? Number.NaN));
    const other = recency + agreementOf(corpus, item) - foreignOf(corpus, item, reader);
    // No score falls below its band, whatever its penalties.
    if (Math.max(0, other) + bound < topK.threshold() - slack) return;
    const textScore = text.of(item);
    const score = scoreWith(textScore, other);
    scored.push(item);
    scores.push(score);
    texts.push(textScore);
    topK.add(score);
  };
  for (const [at, item] of items.entries()) {
    const bound = bounds[at] ?? 0;
    if (bound >= first) consider(item, bound);
  }
  for (const [at, item] of items.entries()) {
    const bound = bounds[at] ?? 0;
    if (bound < first && bound + otherMost >= topK.threshold() - slack) consider(item, bound);
  }
  const least = topK.threshold() - slack;
  const likely: Ranked[] = [];
  for (const [at, item] of scored.entries())
    if ((scores[at] ?? 0) >= least)
      likely.push({ item, score: scoreOf(corpus, item, { text: texts[at] ?? 0, now, reader }) });
  return likely;
}

/** Steps into which bounds, 0..1, are divided. */
const steps = 128;

/** A bound reached by at least this many of the bounds, and few more. */
function boundOf(bounds: Float32Array, wanted: number): number {
  const counts = new Uint32Array(steps + 1);
  for (let at = 0; at < bounds.length; at++) {
    const step = Math.min(steps, Math.floor((bounds[at] ?? 0) * steps));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let step = steps;
  for (let sum = counts[step] ?? 0; sum < wanted && step > 0; sum += counts[step] ?? 0) step--;
  return step / steps;
}

/** `text`: the item's text score; `null` without a keyword. */
function scoreOf(
  corpus: Corpus,
  item: number,
  { text, now, reader }: { text: number | null } & Pick<Findings, 'now' | 'reader'>,
): number {
  const recency = scoreParts.recency * recencyAt(now - (corpus.columns.postedAt[item] ?? Number.NaN));
  if (text === null) return Math.round(1000 * (openWeight + recency));
  return Math.round(1000 * scoreWith(text, agreementOf(corpus, item) + recency - foreignOf(corpus, item, reader)));
}

function agreementOf({ columns }: Corpus, item: number): number {
  return (columns.boards[item] ?? 1) > 1 ? scoreParts.agreement : 0;
}

const foreignOf = ({ columns }: Corpus, item: number, reader: number): number =>
  reader === 0 || columns.language[item] === reader ? 0 : foreignLoses;

type Compare = (one: Ranked, other: Ranked) => number;

/** By the keys of an order, newest first where they are equal, then by score. */
export const byKeys =
  (corpus: Corpus, keys: SortKeys | null): Compare =>
  (one, other) =>
    compareKeys(keys ?? [], one, other) ||
    compareDates(corpus, one, other) ||
    other.score - one.score ||
    compareNames(corpus, one.item, other.item);

/** By score, then newest first. */
export const bestFirst =
  (corpus: Corpus): Compare =>
  (one, other) =>
    other.score - one.score || compareDates(corpus, one, other) || compareNames(corpus, one.item, other.item);

function compareKeys(keys: SortKeys, { item: one }: Ranked, { item: other }: Ranked): number {
  for (const key of keys) {
    const [a, b] = [key(one), key(other)];
    if (a !== b) return a > b ? -1 : 1;
  }
  return 0;
}

const compareDates = ({ columns }: Corpus, one: Ranked, other: Ranked): number =>
  dateOf(columns, other.item) - dateOf(columns, one.item);
