import type { Corpus } from '../../corpus/corpus.js';
import { fieldWeights, type Heads } from '../../index/collection-index.js';
import { titleModel } from '../../occupations/title-model.js';
import { nearness, sameWork } from '../../occupations/title-similarity.js';
import { nameOrWord } from '../../words/technology-names.js';
import { tokensOf } from '../../words/tokens.js';
import type { ResolvedClauses } from './clauses.js';
import type { Hits } from './find-hits.js';
import { bands } from './scores.js';
import { bitOfClause, type TitleFit, titleFit, titleParts } from './title-fit.js';

/** The work meant by a keyword, according to the occupation tables. */
type AskedWork = {
  /**
   * Whether an entry's title, as it fits the keyword, is what was searched for: all words are stated, or the title
   * names the same work and the text has the others ("Software Engineer" for "software engineer python"). Words before
   * another role do not count: "Teacher Training Coordinator" for "teacher".
   */
  isTitle(index: Heads, entry: number, fit: TitleFit): boolean;
};

/** The share of a keyword of no known work that a title must have, by the weights of its clauses. */
const leastShare = 0.5;

/** A title with the words, but not as its role, and with less similar work than this, has them in another sense. */
const otherWork = 0.1;

/** Ranks in any line of work, in index form: a title may name its work after one ("Vice President, Nursing"). */
const ranks: ReadonlySet<string> = new Set(tokensOf('president vp avp svp evp director manager officer'));

/** Determines the work meant by a conjunction when a title first needs it. */
function createWork({ conjunction: { clauses }, counts }: Pick<Hits, 'conjunction' | 'counts'>): AskedWork {
  let near: Float32Array | null | undefined;
  const readWork = (): Float32Array | null => {
    const model = titleModel();
    const words = clauses.flatMap(({ variants: [variant] }) => variant?.words ?? []).map(nameOrWord);
    const asked = model.groupsOf(words);
    return asked.groups.length === 0 ? null : model.nearTo(asked);
  };
  const shareOf = (inTitle: number): number =>
    counts.reduce((sum, count, clause) => (inTitle & bitOfClause(clause) ? sum + count : sum), 0) / clauses.length;
  return {
    isTitle(index, entry, { isStated, inTitle, role, employer }) {
      if (isStated && (role > 0 || inTitle === 0 || employer > 0)) return true;
      if (inTitle === 0) return false;
      if (near === undefined) near = readWork();
      if (near === null) return isStated || shareOf(inTitle) >= leastShare;
      const model = titleModel();
      if (index.roles.nearness(entry, near) >= (isStated ? otherWork : sameWork)) return true;
      const [start = [], ...further] = isStated ? titleParts(index, entry) : [];
      const isRank = further.length > 0 && start.every((word) => ranks.has(word) || model.isMinor(word));
      return isRank && nearness(near, model.groupsOf(further.flat())) >= otherWork;
    },
  };
}

/** How well items match a keyword, by the best conjunction each meets. */
export type TextScore = {
  /** The text score of an item, 0..1, plus `inTitle` or `inOwnTitle` by its band. */
  of(item: number): number;
  /**
   * An upper bound of the score (`scoreWith`) of each of some items, ascending, without its non-text parts. Reads no
   * titles.
   */
  atMost(items: Int32Array): Float32Array;
  /** Whether the keyword names the item's employer. */
  isEmployer(item: number): boolean;
};

/** The weights of the parts of a text score: the keyword met anywhere, and the parts of a `TitleFit`. */
type TextParts = { met: number; together: number; role: number; focus: number };

/** Added to the text score of a matching title: for a synonym or a translation, and for the keyword's own words. */
const inTitle = 2;
const inOwnTitle = 4;

const [titleFrom, otherSpan] = [bands.title.from / 1000, bands.title.otherSpan / 1000];
const mentionSpan = bands.mention.span / 1000;
const mentionMost = (bands.near.from - 1) / 1000;

/**
 * The score, 0..1, of a text score (`TextScore.of`) and other parts, which may be negative, within the band of the
 * former. A title in the keyword's own words scores at least `parts.met`, all others less, however new they are and on
 * however many boards.
 */
export function scoreWith(text: number, other: number): number {
  const own = text - inOwnTitle;
  if (own >= 0) return Math.max(titleFrom, Math.min(titleFrom + otherSpan, own), own + other);
  if (text >= inTitle) return titleFrom + otherSpan * Math.max(0, text - inTitle + other);
  return Math.max(0, Math.min(mentionMost, mentionSpan * (text + other)));
}

/** The least bound of a title: a synonym's score may exceed its text score by this much. */
const titleBound = titleFrom / (1 - otherSpan);

/** The contribution of an entry's title to its text score, with its band; `at`: the number of its collection. */
type TitleScore = (index: Heads, entry: number, at: number) => number;

/** Makes the score of titles by a conjunction whose clauses are located in their collections. */
function createTitleScore(
  asked: Pick<Hits, 'conjunction' | 'counts'>,
  clauses: ResolvedClauses['located'],
  parts: TextParts,
): TitleScore {
  const work = createWork(asked);
  const nameAtMost = nameMost(parts);
  if (clauses.length === 0) return () => inTitle;
  return (index, entry, at) => {
    const fit = titleFit(index, entry, { clauses, at });
    const { together, role, focus, employer, isOwn } = fit;
    const title = parts.together * together + parts.role * role + parts.focus * focus + nameAtMost * employer;
    return title + (work.isTitle(index, entry, fit) ? (isOwn ? inOwnTitle : inTitle) : 0);
  };
}

/** The most that a requested employer's name adds. */
const nameMost = (parts: TextParts): number => parts.met * (fieldWeights.title - fieldWeights.company);

/** Makes the score of a keyword's hits. */
export function createTextScore({ collections, columns }: Corpus, hits: readonly Hits[], parts: TextParts): TextScore {
  const { collection, entry } = columns;
  const titleAtMost = parts.together + parts.role + parts.focus;
  const nameAtMost = nameMost(parts);
  const found = hits.map((each) => {
    const { located } = each.variants;
    const scoreOfTitle = createTitleScore(each, located, parts);
    return { hits: each, size: located.length, scoreOfTitle, placeOf: createLookup(each) };
  });
  type Scored = (typeof found)[number];

  const heldOf = (item: number) => collections[collection[item] ?? 0] ?? noCollection(item);
  const fitOf = (item: number, { hits: { variants } }: Scored): TitleFit =>
    titleFit(heldOf(item).index, entry[item] ?? 0, { clauses: variants.located, at: collection[item] ?? 0 });
  const scoreOf = (item: number, each: Scored, hit: number): number => {
    const { size, hits: found } = each;
    if (size === 0) return inTitle;
    const met = (parts.met * (found.weights[hit] ?? 0)) / size;
    if (found.stated[hit] === 0) return met;
    return met + each.scoreOfTitle(heldOf(item).index, entry[item] ?? 0, collection[item] ?? 0);
  };
  const boundOf = (hit: number, { size, hits: { weights, stated } }: Scored): number => {
    if (size === 0) return titleFrom;
    const met = (parts.met * (weights[hit] ?? 0)) / size;
    if (stated[hit] === 0) return mentionSpan * met;
    return Math.max(titleBound, Math.max(met, Math.min(parts.met, met + nameAtMost)) + titleAtMost);
  };
  return {
    of(item) {
      let best = 0;
      for (const each of found) {
        const hit = each.placeOf(item);
        if (hit !== -1) best = Math.max(best, Math.fround(scoreOf(item, each, hit)));
      }
      return best;
    },
    atMost(items) {
      const most = new Float32Array(items.length);
      for (const each of found) {
        const { items: hits } = each.hits;
        let at = 0;
        for (let hit = 0; hit < hits.length; hit++) {
          while (at < items.length && (items[at] ?? 0) < (hits[hit] ?? 0)) at++;
          const bound = boundOf(hit, each);
          if (bound > (most[at] ?? 0)) most[at] = bound;
        }
      }
      return most;
    },
    isEmployer: (item) =>
      found.some((each) => (each.hits.stated[each.placeOf(item)] ?? 0) > 0 && fitOf(item, each).employer > 0),
  };
}

/** Whether an item is among the hits. */
export const isAmong = (hits: Hits, item: number): boolean => createLookup(hits)(item) !== -1;

/** Makes a lookup of items among the hits, -1 = absent: fast for items in ascending order. */
function createLookup({ items }: Hits): (item: number) => number {
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
    return items[low] === item ? low : -1;
  };
}

function noCollection(item: number): never {
  throw new Error(`Item ${item} is of no collection.`);
}
