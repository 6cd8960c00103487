import { surelyGives } from '../given.js';
import type { Meaning } from '../meaning.js';
import type { Opening, Pay } from '../world/opening.js';
import type { World } from '../world/world.js';
import { keywordVerdict } from './keyword-oracle.js';
import { verdictOn, yearly } from './oracle.js';
import { type Answer, allOf, maybe, no, yes } from './verdict.js';

/** How many openings a count must have at least, and may have at most. */
export type Bounds = { least: number; most: number };

/** Asks of an opening that meets a search whether it counts for a value, too. */
export type Also = (opening: Opening) => Answer;

/** Counts the exact matches of a search, with some of its fields changed, that meet a further condition. */
export type Counter = (changed?: Partial<Meaning>, also?: Also) => Bounds;

/** Counts by the contract alone: `least` has what must be counted, `most` also what may be. */
export function createCounter({ openings }: World, meaning: Meaning, now: number): Counter {
  const keywords = openings.map((opening) =>
    meaning.keyword === null ? yes : keywordVerdict(opening, meaning.keyword),
  );
  const given = openings.map((opening) => surelyGives(opening, meaning));
  return (changed = {}, also = () => yes) => {
    const asked = { ...meaning, ...changed, keyword: null };
    let [least, most] = [0, 0];
    for (const [index, opening] of openings.entries()) {
      const keyword = keywords[index] ?? yes;
      if (keyword.verdict === 'no') continue;
      const { verdict } = allOf([keyword, verdictOn(opening, { meaning: asked, now }), also(opening)]);
      if (verdict === 'no') continue;
      most += 1;
      // What may not be held is not counted for sure.
      const boards = given[index] ?? (() => true);
      if (verdict === 'yes' && verdictOn(opening, { meaning: asked, now, boards }).verdict === 'yes') least += 1;
    }
    return { least, most };
  };
}

/** Pay as a bucket holds it: from `from` on, below `to`; `null` = without an end. */
export type Bucket = { from: number; to: number | null };

/** Whether the highest yearly pay of an opening is in a bucket. `currency`: pay in another one is in none. */
export function inBucket(opening: Opening, { from, to }: Bucket, asked: Meaning['salary']): Answer {
  const paid = opening.postings.flatMap(({ facts }) => facts.pay ?? []);
  if (paid.length === 0) return no('its pay is not stated');
  const answers = paid.map((pay) => payIn(pay, { from, to }, asked));
  // Of boards that contradict each other, one is followed.
  if (answers.every(({ verdict }) => verdict === 'yes')) return yes;
  return answers.every(({ verdict }) => verdict === 'no') ? no('pays otherwise') : maybe('pays so on one board');
}

function payIn({ min, max, currency, per }: Pay, { from, to }: Bucket, asked: Meaning['salary']): Answer {
  if (asked !== null && asked.currency !== null && asked.currency !== currency)
    return asked.sign ? maybe(`pays in ${currency}`) : no(`pays in ${currency}`);
  const top = (max ?? min) * yearly[per];
  // The contract does not say how many hours a year has, nor what the highest pay of an open range is.
  const slack = per === 'year' ? 1 : 1.1;
  const holds = (pay: number): boolean => pay >= from && (to === null || pay < to);
  if (max === null) return to === null || to > top / slack ? maybe('has no upper end') : no('pays more');
  if (holds(top / slack) && holds(top * slack)) return yes;
  const outside = top * slack < from || (to !== null && top / slack >= to);
  return outside ? no(`pays ${top}`) : maybe(`pays about ${top}`);
}

/** Whether no board states the pay of an opening. */
export const hasNoPay = ({ postings }: Opening): Answer =>
  postings.every(({ facts }) => facts.pay === null) ? yes : no('its pay is stated');
