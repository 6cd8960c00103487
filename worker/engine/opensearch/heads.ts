import { type CollectionIndex, type Heads, headFields } from '../../match/index/collection-index.js';
import { careerSteps } from '../../match/index/index-builder.js';
import type { Conjunction, Keyword } from '../../match/keyword/interpret-keyword.js';
import type { Variant } from '../../match/keyword/synonyms.js';
import { clauseWeights } from '../../match/rank/score/clause-weights.js';
import { scoreParts } from '../../match/rank/score/rank.js';
import type { LocatedVariant } from '../../match/rank/score/resolve-clauses.js';
import { createTitleScore, scoreAtMost } from '../../match/rank/score/text-score.js';
import type { Task } from '../../process/cooperative.js';

/** Ends a field of a head; between words is a space, between the texts of a field a further one. */
const fieldEnd = '\n';

/** The words of the first entry of an index in their order, but for the text, as a document has them as one value. */
export function headText({ stream, bounds, words }: CollectionIndex): string {
  const fields: string[] = [];
  for (let field = 0; field < headFields; field++) {
    const numbers = stream.subarray(bounds[field], bounds[field + 1]);
    fields.push(Array.from(numbers, (number) => (number === 0 ? '' : words.wordAt(number))).join(' '));
  }
  return fields.join(fieldEnd);
}

/** Heads that were read, an entry each, and the numbers of their words. */
type ReadHeads = { index: Heads; size: number; numberOf(word: string): number };

/** Fields that are read in any case: how many words they have counts. Of the others, only what has any of the words in question is. */
const readFields = 2;

/** Reads heads (`headText`); `asked`: the words that are looked for. */
export function readHeads(heads: readonly string[], asked: Iterable<string>): ReadHeads {
  const numbers = new Map<string, number>();
  const words = [''];
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    return words.push(word) - 1;
  };
  const steps = new Set(careerSteps.map(numberOf));
  const sought = [...asked];
  for (const word of sought) numberOf(word);
  const stream: number[] = [];
  const bounds = [0];
  for (const head of heads)
    for (const [field, text] of head.split(fieldEnd).entries()) {
      const isRead = text !== '' && (field < readFields || sought.some((word) => text.includes(word)));
      if (isRead) for (const word of text.split(' ')) stream.push(word === '' ? 0 : numberOf(word));
      bounds.push(stream.length);
    }
  const index = {
    ...{ stream: Uint32Array.from(stream), bounds: Uint32Array.from(bounds), steps },
    words: { wordAt: (number: number) => words[number] ?? '' },
  };
  return { index, size: heads.length, numberOf: (word) => numbers.get(word) ?? 0 };
}

/** Heads read between two yields: some milliseconds. */
export const headsAtOnce = 500;

/** An opening by its heads; `other`: what all but its title counts at most, what the keyword counts that it meets included. */
type Listed = { heads: readonly string[]; other: number };

/**
 * Makes the most that openings score for a keyword, in thousandths, before repeats are lowered, in steps. `canLose`: what else counts
 * may be negative.
 */
export function createScoreBound(
  { conjunctions }: Keyword,
  { canLose }: { canLose: boolean },
): (openings: readonly Listed[]) => Task<number[]> {
  const asked = conjunctions.map((conjunction) => ({ conjunction, counts: clauseWeights(conjunction.clauses) }));
  const variantsOf = ({ clauses }: Conjunction): Variant[] => clauses.flatMap(({ variants }) => variants);
  const words = new Set(conjunctions.flatMap(variantsOf).flatMap((variant) => variant.words));
  const some = (openings: readonly Listed[]): number[] => {
    const { index, size, numberOf } = readHeads(
      openings.flatMap(({ heads }) => heads),
      words,
    );
    const located = (variant: Variant): LocatedVariant => ({
      ...variant,
      lists: variant.words.map((word) => Uint32Array.of(numberOf(word))),
    });
    const scores = asked.map((each) => {
      const clauses = each.conjunction.clauses.map(({ variants }) => variants.map(located));
      return createTitleScore(each, clauses, scoreParts);
    });
    let entry = 0;
    return openings.map(({ heads, other }) => {
      // They are unknown where they are too long.
      let most = heads.length === 0 ? 1 : 0;
      for (let head = 0; head < heads.length; head++, entry++)
        for (const scoreOf of scores)
          most = Math.max(most, scoreAtMost(scoreOf({ index, size }, entry, 0), other, { canLose }));
      return 1000 * most;
    });
  };
  return function* (openings) {
    const bounds: number[] = [];
    for (let from = 0; from < openings.length; from += headsAtOnce) {
      bounds.push(...some(openings.slice(from, from + headsAtOnce)));
      yield;
    }
    return bounds;
  };
}
