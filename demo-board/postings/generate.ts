import { chanceOf } from './chance.js';
import { makeCompanies } from './companies.js';
import { makeOpenings } from './make-openings.js';
import { makePosting } from './make-posting.js';
import { type BoardName, boardNames, type DemoPosting } from './posting.js';

/** All inputs of the postings: the same options generate the same postings. */
export type GenerateOptions = {
  seed: number;
  /** The number of postings on the three boards together. */
  postings: number;
  /** The instant from which ages are counted; it affects only dates. */
  now: Date;
};

/** One opening in twelve is on two boards. */
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

/** The boards of each opening, until the requested number of postings is reached. */
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
