import { chanceOf } from './chance.js';
import { makeCompanies } from './companies.js';
import { makeOpenings } from './make-openings.js';
import { makePosting } from './make-posting.js';
import { type BoardName, boardNames, type DemoPosting } from './posting.js';

/** What the postings depend on, and nothing else: the same options make the same postings. */
export type GenerateOptions = {
  seed: number;
  /** How many postings stand on the three boards together. */
  postings: number;
  /** The instant ages are counted from; it moves dates and nothing else. */
  now: Date;
};

/** One opening in twelve stands on two boards. */
const doubledShare = 0.08;

/** Makes the postings of all boards, spread evenly over them. */
export function generatePostings({ seed, postings, now }: GenerateOptions): DemoPosting[] {
  const plan = planBoards(seed, postings);
  const openings = makeOpenings(seed, plan.length, makeCompanies(seed));
  return openings.flatMap((opening) =>
    (plan[opening.index] ?? []).map((board, at) =>
      makePosting(opening, { board, second: at > 0, now }, chanceOf(seed, 'posting', opening.index, board)),
    ),
  );
}

/** The boards of each opening, until there are as many postings as asked for. */
function planBoards(seed: number, postings: number): BoardName[][] {
  const plan: BoardName[][] = [];
  let left = postings;
  while (left > 0) {
    const chance = chanceOf(seed, 'boards', plan.length);
    const boards = chance.maybe(doubledShare) && left > 1 ? chance.some(boardNames, 2) : chance.some(boardNames, 1);
    plan.push(boards);
    left -= boards.length;
  }
  return plan;
}
