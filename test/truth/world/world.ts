import { type Chance, chanceOf } from '../../../demo-board/postings/chance.js';
import { type BoardRow, boardRow, boardRows, carries, ownBoard, statedBy } from './board-rows.js';
import { type Draft, draftOpening } from './draft-opening.js';
import type { Facts, Nature, Opening, Posting } from './opening.js';

export type World = {
  openings: readonly Opening[];
  /** When the world was created, in milliseconds; ages of postings are relative to it. */
  madeAt: number;
  /** The opening of a posting, by the posting's id. */
  openingOf(postingId: string): Opening | undefined;
};

const natures: readonly (readonly [Nature, number])[] = [
  ['single', 60],
  ['copied', 15],
  ['contradicted', 9],
  ['lookalike', 8],
  ['repeated', 8],
];

/** Creates a world of about `size` openings, reproducible by seed except for ages. */
export function makeWorld(seed: number, size: number, madeAt = Date.now()): World {
  const openings: Opening[] = [];
  const taken = new Set<string>();
  for (let draw = 0; openings.length < size; draw++) {
    const chance = chanceOf('opening', seed, draw);
    const draft = draftOpening(chance, madeAt);
    const keys = draftKeys(draft);
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    for (const made of openingsOf(draft, chance)) openings.push(asOpening(draft, made, openings.length));
  }
  return worldOf(openings, madeAt);
}

/** The world with these openings. */
export function worldOf(openings: readonly Opening[], madeAt: number): World {
  const byPosting = new Map(openings.flatMap((opening) => opening.postings.map(({ id }) => [id, opening] as const)));
  return { openings, madeAt, openingOf: (id) => byPosting.get(id) };
}

type More = { keys: readonly (string | number)[]; count: number; known: readonly Opening[]; first: number };

/** About `count` further openings, numbered from `first` on, of titles that their companies have not had (`known`). */
export function moreOpenings({ keys, count, known, first }: More): Opening[] {
  const openings: Opening[] = [];
  const taken = new Set(known.map(({ company, title }) => `${company}|${title}`));
  for (let draw = 0; openings.length < count; draw++) {
    const chance = chanceOf('further opening', ...keys, draw);
    const draft = draftOpening(chance, Date.now());
    const key = `${draft.company}|${draft.title}`;
    if (taken.has(key)) continue;
    taken.add(key);
    for (const made of openingsOf(draft, chance)) openings.push(asOpening(draft, made, first + openings.length));
  }
  return openings;
}

/** A company has each title once per place, lookalikes aside, so that duplicates are unambiguous. */
function draftKeys({ company, title, places, remoteRegions }: Draft): string[] {
  const where = places.length > 0 ? places.map(({ city, region }) => `${city}|${region}`) : [remoteRegions.join()];
  return where.map((place) => `${company}|${title}|${place}`);
}

type Made = { nature: Nature; on: { board: BoardRow; facts: Facts }[] };

function openingsOf(draft: Draft, chance: Chance): Made[] {
  const able = boardRows.filter((row) => carries(row, { ...draft, remote: draft.places.length === 0 }));
  const own = ownBoard(draft.company);
  const others = able.filter(({ id }) => ['site', 'rss', 'adz', 'usa'].includes(id));
  const first = able.includes(own) && chance.maybe(0.5) ? own : chance.pick(others);
  const on = (...boards: BoardRow[]) => boards.map((board) => ({ board, facts: draft.facts }));
  const nature = chance.weigh(natures);
  if (nature === 'copied') {
    const rest = [own, ...others].filter((board) => board !== first && able.includes(board));
    return [{ nature, on: on(first, ...chance.some(rest, chance.int(1, 2))) }];
  }
  if (nature === 'repeated') return [{ nature, on: on(...Array.from({ length: chance.int(2, 5) }, () => first)) }];
  if (nature === 'contradicted' || nature === 'lookalike') {
    const partner = boardRow(chance.pick(['site', 'site', 'recruit', 'green'].filter((id) => id !== own.id)));
    const boards = chance.some(able.includes(own) ? [own, partner] : [], 2);
    const contradicted = contradict(draft, boards, nature === 'lookalike' ? 2 : 1, chance);
    if (contradicted !== null)
      return nature === 'contradicted'
        ? [{ nature, on: contradicted }]
        : contradicted.map((each) => ({ nature, on: [each] }));
  }
  return [{ nature: 'single', on: on(first) }];
}

/** The same opening on two boards that contradict each other in `count` facts both state; `null` where they cannot. */
function contradict(
  { facts, others, levels }: Draft,
  boards: BoardRow[],
  count: number,
  chance: Chance,
): Made['on'] | null {
  const [one, two] = boards;
  if (one === undefined || two === undefined) return null;
  const [first, second] = [one, two].map((board) => statedBy(board, facts, levels === 'in the title'));
  const [changedFirst, changedSecond] = [one, two].map((board) => statedBy(board, { ...facts, ...others }, false));
  const differing = (Object.keys(others) as (keyof Facts)[]).filter(
    (name) =>
      facts[name] !== others[name] &&
      [first, second, changedFirst, changedSecond].every((each) => each?.[name] != null) &&
      ![one, two].some(({ inText }) => inText?.includes(name)),
  );
  if (differing.length < count) return null;
  const changes = Object.fromEntries(chance.some(differing, count).map((name) => [name, others[name]]));
  return [
    { board: one, facts },
    { board: two, facts: { ...facts, ...changes } },
  ];
}

function asOpening(draft: Draft, { nature, on }: Made, number: number): Opening {
  const { title, company, places, remoteRegions, language, description, tags, levels } = draft;
  const mayEnd = on.every(({ board }) => board.states.includes('validUntil'));
  const postings = on.map(({ board, facts }, index): Posting => {
    const stated = statedBy(board, facts, levels === 'in the title');
    const lateness = nature === 'repeated' ? index * 2000 : index * 600_000;
    const postedAt = stated.postedAt === null ? null : stated.postedAt - lateness;
    return { id: postingId(number, index), board: board.id, facts: { ...stated, postedAt } };
  });
  const validUntil = mayEnd ? draft.validUntil : null;
  const [{ facts }] = on as [Made['on'][number]];
  const levelInTitle = levels === 'in the title';
  return {
    ...{ number, nature, title, company, places, remoteRegions, language, description, tags, validUntil, postings },
    ...{ facts, levelInTitle },
  };
}

/** The id of a posting; `index`, up to 9, counts those of one opening. */
export const postingId = (number: number, index: number): string => `${(number * 7919 + 100_003) * 10 + index}`;

/** The number of the opening with a posting of this id, whether it is still open or not. */
export const numberOf = (id: string): number => (Math.floor(Number(id) / 10) - 100_003) / 7919;
