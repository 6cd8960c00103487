import type { Order } from '../shared/words.js';
import { type Corpus, type Entry, fieldWeights } from './corpus.js';
import type { Clause, Keyword, Wording } from './keyword.js';
import { tokensOf } from './tokens.js';

/** An item that has what the keyword asks for, and how well each clause is met (0..1). */
export type Hit = { item: number; met: number[] };

/** Items that meet every clause of a keyword and hold nothing it forbids; `null` when the keyword asks for nothing. */
export function findHits(corpus: Corpus, keyword: Keyword): Map<number, number[]> | null {
  if (keyword.clauses.length === 0 && keyword.without.length === 0) return null;
  let hits: Map<number, number[]> | null = null;
  for (const clause of keyword.clauses) {
    const met = meet(corpus, clause);
    const former: Map<number, number[]> | null = hits;
    hits = new Map();
    for (const [item, worth] of met) {
      const before = former === null ? [] : former.get(item);
      if (before !== undefined) hits.set(item, [...before, worth]);
    }
  }
  const found: Map<number, number[]> = hits ?? new Map(corpus.items.map((_, item) => [item, []]));
  for (const words of keyword.without)
    for (const item of itemsWith(corpus, { words, worth: 1 }).keys()) found.delete(item);
  return found;
}

/** Which items meet a clause and how well: the best of its wordings. */
function meet(corpus: Corpus, { wordings }: Clause): Map<number, number> {
  const best = new Map<number, number>();
  for (const wording of wordings)
    for (const [item, worth] of itemsWith(corpus, wording)) best.set(item, Math.max(best.get(item) ?? 0, worth));
  return best;
}

/** Items in which the words stand next to each other in one field; what that is worth by the best such field. */
function itemsWith(corpus: Corpus, { words, worth }: Wording): Map<number, number> {
  const found = new Map<number, number>();
  const [rarest = ''] = words;
  for (const [at, { index, entries }] of corpus.collections.entries()) {
    const postings = words.map((word) => index.get(word));
    if (postings.some((each) => each === undefined)) continue;
    const first = index.get(rarest);
    if (first === undefined) continue;
    const others = postings.slice(1).map((each) => new Set(each?.entries));
    for (const [place, entryAt] of first.entries.entries()) {
      const entry = entries[entryAt];
      if (entry === undefined || !others.every((each) => each.has(entryAt))) continue;
      const weight = words.length === 1 ? (first.weights[place] ?? 0) : phraseWeight(entry, words);
      if (weight === 0) continue;
      const item = corpus.itemOf[at]?.[entryAt] ?? 0;
      found.set(item, Math.max(found.get(item) ?? 0, (worth * weight) / fieldWeights.title));
    }
  }
  return found;
}

function phraseWeight(entry: Entry, words: readonly string[]): number {
  if (holdsPhrase(entry.title, words)) return fieldWeights.title;
  if (holdsPhrase(entry.company, words)) return fieldWeights.company;
  if (holdsPhrase(entry.tags, words)) return fieldWeights.tags;
  return holdsPhrase(tokensOf(entry.job.description), words) ? fieldWeights.text : 0;
}

/** Whether words stand next to each other, in their order. */
export function holdsPhrase(tokens: readonly string[], words: readonly string[]): boolean {
  for (let at = 0; at + words.length <= tokens.length; at++)
    if (words.every((word, offset) => tokens[at + offset] === word)) return true;
  return false;
}

/** A posting loses half of its recency in this many days. */
const halfLifeDays = 14;

/** How an item's score is made up; the parts sum to 1. */
const parts = { met: 0.5, phrase: 0.2, focus: 0.08, recency: 0.17, agreement: 0.05 } as const;

/** How relevant an item is, 0..1: the keyword's words by where they stand, recency, and on how many boards it was found. */
export function scoreOf(
  { shown, members }: Corpus['items'][number],
  { met, keyword, now }: { met: readonly number[]; keyword: Keyword; now: number },
): number {
  const days = Math.max(0, (now - shown.postedAt) / 86_400_000);
  const recency = Number.isNaN(days) ? 0 : 2 ** (-days / halfLifeDays);
  const agreement = members.length > 1 ? 1 : 0;
  const asksNothing = keyword.clauses.length === 0;
  const average = asksNothing ? 1 : met.reduce((sum, worth) => sum + worth, 0) / keyword.clauses.length;
  const phrase = asksNothing || holdsPhrase(shown.title, keyword.words) ? 1 : 0;
  const focus = asksNothing ? 1 : Math.min(1, keyword.words.length / Math.max(1, shown.title.length));
  const score =
    parts.met * average +
    parts.phrase * phrase +
    parts.focus * focus * average +
    parts.recency * recency +
    parts.agreement * agreement;
  return Math.round(score * 1000) / 1000;
}

export type Scored = { item: number; score: number };

/** Sorts by the asked order; ties go by score, date and id, so that pages never shuffle. */
export function rank(corpus: Corpus, found: Scored[], order: Order, hasKeyword: boolean): Scored[] {
  const posted = ({ item }: Scored): number => {
    const at = corpus.items[item]?.shown.postedAt ?? Number.NaN;
    return Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at;
  };
  const id = ({ item }: Scored): string => corpus.items[item]?.shown.job.id ?? '';
  const newest = (a: Scored, b: Scored): number => {
    const [one, other] = [posted(a), posted(b)];
    return one === other ? 0 : other - one;
  };
  const byId = (a: Scored, b: Scored): number => (id(a) < id(b) ? -1 : 1);
  const best = (a: Scored, b: Scored): number => b.score - a.score;
  return order === 'recent' || !hasKeyword
    ? found.sort((a, b) => newest(a, b) || best(a, b) || byId(a, b))
    : found.sort((a, b) => best(a, b) || newest(a, b) || byId(a, b));
}
