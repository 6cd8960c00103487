import { tokensOf } from '../../worker/match/words/tokens.js';
import { readDescription } from '../../worker/normalise/text/description.js';
import { realPostings } from '../real/material.js';
import { markdownTable } from './table.js';
import {
  meanScore,
  type PooledTitle,
  rankTitles,
  readJudged,
  readTitles,
  samplePool,
  type TitleRanker,
} from './titles.js';

/** Words of texts with their weights. */
type Vector = Map<string, number>;

/** What is learnt: for each word of titles the words that texts under such titles have, and how rare the word is in titles. */
type Learnt = { vectors: ReadonlyMap<string, Vector>; rarity(word: string): number; texts: number };

/** Words of texts that are used: in so many texts and employers at least, and in no larger share of the texts. */
const leastTexts = 8;
const leastEmployers = 4;
const largestShare = 0.15;

/** A word in so large a share of an employer's texts is its boilerplate; of employers with so many texts. */
const boilerplateShare = 0.4;
const boilerplateTexts = 4;

/** Positive pointwise mutual information below which an association is dropped. */
const leastInformation = 0.5;

/** Titles less similar are not ranked. */
const leastSimilar = 0.05;

const depth = 100;

/** Learns which title words share words of texts: no table, any language. */
function learn(): Learnt {
  const read = realPostings().map(({ posting }) => ({
    employer: posting.company.name ?? '',
    title: [...new Set(tokensOf(posting.title))],
    words: [...new Set(tokensOf(readDescription(posting.descriptionHtml, null).text))],
  }));
  const employers = new Map<string, { texts: number; counts: Vector }>();
  const texts: Vector = new Map();
  const spread: Vector = new Map();
  for (const { employer, words } of read) {
    const own = employers.get(employer) ?? { texts: 0, counts: new Map() };
    employers.set(employer, own);
    own.texts++;
    for (const word of words) {
      increase(texts, word);
      if (increase(own.counts, word) === 1) increase(spread, word);
    }
  }
  const counts = new Map<string, Vector>();
  const titles: Vector = new Map();
  for (const { employer, title, words } of read) {
    const own = employers.get(employer);
    const telling = words.filter((word) => {
      const share = (own?.counts.get(word) ?? 0) / (own?.texts ?? 1);
      const isBoilerplate = (own?.texts ?? 0) >= boilerplateTexts && share >= boilerplateShare;
      const found = texts.get(word) ?? 0;
      return (
        !isBoilerplate &&
        found >= leastTexts &&
        found < read.length * largestShare &&
        (spread.get(word) ?? 0) >= leastEmployers
      );
    });
    for (const word of title) {
      increase(titles, word);
      const vector = counts.get(word) ?? new Map();
      counts.set(word, vector);
      for (const other of telling) increase(vector, other);
    }
  }
  return {
    vectors: informationOf(counts),
    rarity: (word) => Math.log(read.length / (1 + (titles.get(word) ?? 0))),
    texts: read.length,
  };
}

function increase(counts: Vector, word: string): number {
  const count = (counts.get(word) ?? 0) + 1;
  counts.set(word, count);
  return count;
}

/** Counts of words by title word as positive pointwise mutual information, each vector of length 1. */
function informationOf(counts: ReadonlyMap<string, Vector>): Map<string, Vector> {
  const totals: Vector = new Map();
  let all = 0;
  for (const vector of counts.values())
    for (const [word, count] of vector) {
      totals.set(word, (totals.get(word) ?? 0) + count);
      all += count;
    }
  const vectors = new Map<string, Vector>();
  for (const [title, vector] of counts) {
    let sum = 0;
    for (const count of vector.values()) sum += count;
    const kept: Vector = new Map();
    for (const [word, count] of vector) {
      const information = Math.log((count * all) / (sum * (totals.get(word) ?? 1)));
      if (count >= 2 && information > leastInformation) kept.set(word, information);
    }
    vectors.set(title, unit(kept));
  }
  return vectors;
}

function unit(vector: Vector): Vector {
  let squares = 0;
  for (const weight of vector.values()) squares += weight * weight;
  return new Map([...vector].map(([word, weight]) => [word, weight / Math.sqrt(squares)]));
}

/** Ranks titles by the texts that postings under their words have in common with those under the keyword's words. */
function rankByLearnt(titles: readonly PooledTitle[], { vectors, rarity }: Learnt): TitleRanker {
  const vectorOf = (title: string): Vector => {
    const sum: Vector = new Map();
    for (const word of new Set(tokensOf(title)))
      for (const [other, weight] of vectors.get(word) ?? [])
        sum.set(other, (sum.get(other) ?? 0) + weight * rarity(word));
    return unit(sum);
  };
  const read = titles.map(({ id, title }) => ({ id, vector: vectorOf(title) }));
  return (query) => {
    const asked = vectorOf(query);
    const similarity = (vector: Vector): number => {
      let common = 0;
      for (const [word, weight] of asked) common += weight * (vector.get(word) ?? 0);
      return common;
    };
    return read
      .map(({ id, vector }) => ({ id, similar: similarity(vector) }))
      .filter(({ similar }) => similar > leastSimilar)
      .sort((one, other) => other.similar - one.similar)
      .slice(0, depth)
      .map(({ id }) => id);
  };
}

/** Joins two lists by the reciprocals of their ranks, the second with a weight. */
function fuse(first: TitleRanker, second: TitleRanker, weight: number): TitleRanker {
  return (query) => {
    const sums = new Map(first(query).map((id, at) => [id, 1 / (rankOffset + at)]));
    for (const [at, id] of second(query).entries()) sums.set(id, (sums.get(id) ?? 0) + weight / (rankOffset + at));
    return [...sums]
      .sort((one, other) => other[1] - one[1])
      .slice(0, depth)
      .map(([id]) => id);
  };
}

const rankOffset = 20;

/** The section "Neighbours learnt from postings" of docs/reports/quality.md; empty when the recorded postings are not present. */
export function learntSection(): string {
  const titles = readTitles();
  if (titles === null) return '';
  const { judged } = readJudged();
  const pool = samplePool(titles);
  const learnt = learn();
  const tables = rankTitles(pool);
  const texts = rankByLearnt(pool, learnt);
  const rankers: [string, TitleRanker][] = [
    ['tables of occupations (in use)', tables],
    ['learnt alone', texts],
    ['fused, learnt ranks weighing 0.2', fuse(tables, texts, 0.2)],
    ['fused, learnt ranks weighing 0.5', fuse(tables, texts, 0.5)],
    ['learnt after those of the tables', (query) => [...new Set([...tables(query), ...texts(query)])].slice(0, depth)],
  ];
  const rows = rankers.map(([name, ranker]) => {
    const mean = meanScore(judged, ranker);
    return [name, ...(['precision', 'ndcg', 'answered'] as const).map((part) => `${(mean(part) * 100).toFixed(1)} %`)];
  });
  return `## Neighbours learnt from postings, tried

${markdownTable([['titles for a keyword', 'MAP', 'nDCG@10', 'queries with an answer'], ...rows])}

The English titles above, ranked also by what is learnt from ${learnt.texts} recorded postings: words of titles whose texts share words
(\`bench/quality/learnt-neighbours.ts\`). [Decision 19](../decisions/0019-titles-are-compared-by-tables.md) says why it is not in use.
`;
}
