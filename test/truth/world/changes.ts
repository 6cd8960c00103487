import { type Chance, chanceOf } from '../../../demo-board/postings/chance.js';
import { narrowing } from '../given.js';
import { boardRow, boardRows, carries, statedBy } from './board-rows.js';
import type { Opening, Posting } from './opening.js';
import { sentences } from './texts.js';
import { moreOpenings, postingId, type World, worldOf } from './world.js';

/**
 * How an opening differs from the round before: `paid` and `reworded` by what it states, `copied` by another board that lists it
 * too, `reposted` by the id of its posting.
 */
export type ChangeKind = 'added' | 'closed' | 'paid' | 'reworded' | 'copied' | 'reposted';

/** The world at one time. `changes`: of the openings by their numbers, since the round before. */
export type Round = {
  /** What boards list. */
  openings: readonly Opening[];
  changes: ReadonlyMap<number, ChangeKind>;
  /** What the service can have of it: without the boards that its sources do not name. */
  world: World;
  boards: ReadonlySet<string>;
};

/** The board that sources name only from a later round on, and that round. */
const joining = { board: 'recruit', round: 2 };

/** Rounds behind the first one. */
const rounds = 3;

const weights: readonly (readonly [Exclude<ChangeKind, 'added'>, number])[] = [
  ['closed', 6],
  ['paid', 5],
  ['reworded', 4],
  ['copied', 3],
  ['reposted', 3],
];

/** The world as it is, and as it changes; reproducible by seed except for ages. */
export function makeRounds(world: World, seed: number): Round[] {
  const all = [...world.openings];
  const touched = new Set<number>();
  const made = [roundOf({ openings: world.openings, changes: new Map(), number: 0 }, world.madeAt)];
  for (let number = 1; number <= rounds; number++) {
    const before = made.at(-1)?.openings ?? [];
    const chance = chanceOf('round', seed, number);
    const changes = new Map<number, ChangeKind>();
    const goes = leaving(before);
    const current = before.flatMap((opening): Opening[] => {
      // Each once, so that it is clear by what it was changed.
      if (touched.has(opening.number) || !chance.maybe(0.1)) return [opening];
      const kind = chance.weigh(weights);
      const changed = change(opening, kind, { chance, round: number, all });
      if (changed === null || ((kind === 'closed' || kind === 'reposted') && !goes(opening))) return [opening];
      touched.add(opening.number);
      changes.set(opening.number, kind);
      return kind === 'closed' ? [] : [changed];
    });
    const count = Math.round(world.openings.length / 14);
    const added = moreOpenings({ keys: [seed, number], count, known: all, first: all.length });
    for (const opening of added) changes.set(opening.number, 'added');
    all.push(...added);
    made.push(roundOf({ openings: [...current, ...added], changes, number }, world.madeAt));
  }
  return made;
}

/** A board that lists less than 70 % of what it did is doubted: over the rounds it keeps more than that. */
const mostLeaving = 0.1;

/** Notes that the postings of an opening leave their boards in this round; `false` where a board would lose too many. */
function leaving(openings: readonly Opening[]): (opening: Opening) => boolean {
  const left = new Map<string, number>();
  for (const { board } of openings.flatMap(({ postings }) => postings))
    left.set(board, (left.get(board) ?? 0) + mostLeaving);
  return ({ postings }) => {
    const after = new Map<string, number>();
    for (const { board } of postings) after.set(board, (after.get(board) ?? left.get(board) ?? 0) - 1);
    if ([...after.values()].some((count) => count < 0)) return false;
    for (const [board, count] of after) left.set(board, count);
    return true;
  };
}

type Made = Pick<Round, 'openings' | 'changes'> & { number: number };

function roundOf({ openings, changes, number }: Made, madeAt: number): Round {
  const named = boardRows.map(({ id }) => id).filter((id) => id !== joining.board || number >= joining.round);
  const boards = new Set(named);
  const seen = openings.flatMap((opening): Opening[] => {
    if (opening.postings.every(({ board }) => boards.has(board))) return [opening];
    const postings = opening.postings.filter(({ board }) => boards.has(board));
    return postings.length === 0 ? [] : [{ ...opening, postings }];
  });
  return { openings, changes, boards, world: worldOf(seen, madeAt) };
}

/** `all`: the openings of every round so far. */
type How = { chance: Chance; round: number; all: readonly Opening[] };

/** The opening after a change; `null` where it cannot be changed so. A closed one is returned as it was. */
function change(opening: Opening, kind: ChangeKind, how: How): Opening | null {
  const { nature, postings } = opening;
  const boards = new Set(postings.map(({ board }) => board));
  // The page of a site proves by its fourth reading alone that a posting is gone.
  if ((kind === 'closed' || kind === 'reposted') && boards.has('site')) return null;
  if (kind === 'closed') return opening;
  if (nature !== 'single' && nature !== 'copied') return null;
  switch (kind) {
    case 'paid':
      return paidOtherwise(opening);
    case 'reworded':
      return reworded(opening, how.chance);
    case 'copied':
      return copied(opening, how);
    default:
      return reposted(opening, how);
  }
}

function paidOtherwise(opening: Opening): Opening | null {
  const more = ({ facts, ...posting }: Posting): Posting => {
    const pay = facts.pay && { ...facts.pay, min: facts.pay.min * 2, max: facts.pay.max && facts.pay.max * 2 };
    return { ...posting, facts: { ...facts, pay } };
  };
  if (opening.postings.some(({ facts }) => facts.pay === null)) return null;
  return { ...opening, postings: opening.postings.map(more) };
}

function reworded(opening: Opening, chance: Chance): Opening | null {
  // Details of a posting are read again only when its listing differs.
  if (opening.postings.some(({ board }) => board === 'smart')) return null;
  const all = sentences[opening.language];
  const said = all.filter((sentence) => opening.description.includes(sentence));
  const [old] = said;
  if (old === undefined) return null;
  const other = chance.pick(all.filter((sentence) => !said.includes(sentence)));
  return { ...opening, description: opening.description.replace(old, other) };
}

const isNamesake = (other: Opening, { number, title, company }: Opening): boolean =>
  other.number !== number && other.title === title && other.company === company;

function copied(opening: Opening, { chance, round, all }: How): Opening | null {
  // Remote openings of one title and employer are told apart by a board that lists both; another board's copy may be of either.
  if (opening.places.length === 0 && all.some((other) => isNamesake(other, opening))) return null;
  const { postings, places, facts, levelInTitle, validUntil } = opening;
  const boards = new Set(postings.map(({ board }) => board));
  const able = boardRows.filter(
    (row) =>
      !boards.has(row.id) &&
      carries(row, { ...opening, remote: places.length === 0 }) &&
      (validUntil === null || row.states.includes('validUntil')),
  );
  if (able.length === 0 || [...boards].every((board) => narrowing.has(board))) return null;
  const row = chance.pick(able);
  const posting = {
    id: postingId(opening.number, 5 + round),
    board: row.id,
    facts: statedBy(row, facts, levelInTitle),
  };
  return { ...opening, nature: 'copied', postings: [...postings, posting] };
}

function reposted(opening: Opening, { round }: How): Opening | null {
  const [posting, ...others] = opening.postings;
  if (posting === undefined || others.length > 0 || boardRow(posting.board).narrows) return null;
  // A feed lists its newest postings: what it no longer lists is not closed, so that nothing is known to be posted again.
  if (posting.board === 'rss') return null;
  return { ...opening, postings: [{ ...posting, id: postingId(opening.number, 5 + round) }] };
}
