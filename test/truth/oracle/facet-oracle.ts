import { surelyGives } from '../given.js';
import type { Meaning } from '../meaning.js';
import type { Opening } from '../world/opening.js';
import type { World } from '../world/world.js';
import { keywordVerdict } from './keyword-oracle.js';
import { verdictOn } from './oracle.js';
import { type Answer, allOf, yes } from './verdict.js';

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
