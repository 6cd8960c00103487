import type { Chance } from '../../../demo-board/postings/chance.js';

/** The boards of the suite. */
export const boards = ['acme', 'beta', 'gamma'] as const;
export type Board = (typeof boards)[number];

const roles = ['Nurse', 'Welder', 'Baker'] as const;
const cities = ['Berlin, Germany', 'Hamburg, Germany', 'Paris, France', 'Madrid, Spain'] as const;

/** An opening; its title is found nowhere else. */
type Opening = { title: string; company: string; text: string };

/** A posting of an opening as a board lists it. */
export type Posting = Opening & { id: number; city: string };

type ChangeKind = 'new' | 'city' | 'board' | 'repost';

/** What boards list, and how it changes. */
export type Openings = {
  listed(board: Board): readonly Posting[];
  /** A new opening, one listed in another city or on another board too, or one posted again under another id. */
  change(chance: Chance): void;
};

/** Opens empty boards. */
export function createOpenings(): Openings {
  const lists = new Map<Board, Posting[]>(boards.map((board) => [board, []]));
  let postings = 0;
  const listOf = (board: Board): Posting[] => lists.get(board) ?? [];
  const list = (board: Board, opening: Opening, city: string): void => {
    postings += 1;
    listOf(board).push({ ...opening, id: postings, city });
  };
  const changes: Record<ChangeKind, (chance: Chance, board: Board) => void> = {
    new: (chance, board) => list(board, makeOpening(chance), chance.pick(cities)),
    city(chance, board) {
      const known = listOf(board);
      if (known.length > 0) list(board, openingOf(chance.pick(known)), chance.pick(cities));
    },
    board(chance, board) {
      const others = boards.filter((each) => each !== board).flatMap(listOf);
      if (others.length === 0) return;
      const { city, ...other } = chance.pick(others);
      list(board, openingOf(other), city);
    },
    repost(chance, board) {
      const known = listOf(board);
      if (known.length === 0) return;
      const posting = chance.pick(known);
      known.splice(known.indexOf(posting), 1);
      list(board, openingOf(posting), posting.city);
    },
  };
  return {
    listed: listOf,
    change(chance) {
      const kind = chance.weigh<ChangeKind>([
        ['new', 5],
        ['city', 2],
        ['board', 2],
        ['repost', 2],
      ]);
      changes[kind](chance, chance.pick(boards));
    },
  };
}

const openingOf = ({ title, company, text }: Opening): Opening => ({ title, company, text });

function makeOpening(chance: Chance): Opening {
  const title = `${chance.pick(roles)} ${madeWord(chance)} ${madeWord(chance)}`;
  const words = Array.from({ length: 60 }, () => madeWord(chance));
  return { title, company: `${chance.pick(companies)} Works`, text: `${title} wanted. ${words.join(' ')}.` };
}

const companies = ['Amber', 'Birch', 'Cobalt', 'Dune', 'Ember', 'Fjord'] as const;
const consonants = [...'bdfgklmnprstvz'];
const vowels = [...'aeiou'];

function madeWord(chance: Chance): string {
  const word = Array.from({ length: 4 }, () => chance.pick(consonants) + chance.pick(vowels)).join('');
  return word[0]?.toUpperCase() + word.slice(1);
}

/** The searches of the watches, and which postings meet each. */
export const searches: readonly { search: object; meets: (posting: Posting) => boolean }[] = [
  { search: {}, meets: () => true },
  { search: { keyword: 'nurse' }, meets: ({ title }) => title.startsWith('Nurse') },
  { search: { keyword: 'welder or baker' }, meets: ({ title }) => !title.startsWith('Nurse') },
  { search: { location: 'Berlin' }, meets: ({ city }) => city.startsWith('Berlin') },
  {
    search: { keyword: 'nurse', location: 'Germany' },
    meets: ({ title, city }) => title.startsWith('Nurse') && city.endsWith('Germany'),
  },
];
