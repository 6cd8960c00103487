import type { Facts, JobType, Opening } from './opening.js';
import { companies } from './vocabulary.js';

export type FactName = keyof Facts | 'validUntil';

/** A board of the world: the facts it can state, and the postings it can carry. */
export type BoardRow = {
  id: string;
  kind: 'greenhouse' | 'lever' | 'ashby' | 'smartrecruiters' | 'recruitee' | 'feed' | 'site' | 'adzuna' | 'usajobs';
  states: readonly FactName[];
  /** Of these, the facts stated only in prose: understood, but weaker than another board's field. */
  inText?: readonly FactName[];
  /** The single company of an employer's own board. */
  company?: string;
  /** The single country of a national board. */
  country?: string;
  severalPlaces: boolean;
  /** Filters by keyword and place itself. */
  narrows: boolean;
  jobTypes?: readonly JobType[];
};

const common = ['jobType', 'postedAt'] as const;
const all = [...common, 'workplace', 'level', 'pay', 'validUntil'] as const;
const whole = { severalPlaces: true, narrows: false };
const employers = (kind: 'lever' | 'ashby', first: number): BoardRow[] =>
  companies.slice(first, first + 2).map((company, index) => ({
    ...whole,
    id: `${kind}-${index}`,
    kind,
    company,
    states: [...common, 'workplace', 'pay'],
  }));

/** Every board. Employers' own boards come first; the others carry postings of any company. */
export const boardRows: readonly BoardRow[] = [
  ...employers('lever', 0),
  ...employers('ashby', 2),
  {
    ...whole,
    id: 'smart',
    kind: 'smartrecruiters',
    states: [...common, 'workplace', 'level'],
    inText: ['workplace'],
    severalPlaces: false,
  },
  { ...whole, id: 'green', kind: 'greenhouse', states: all },
  { ...whole, id: 'recruit', kind: 'recruitee', states: all },
  { ...whole, id: 'site', kind: 'site', states: all, inText: ['workplace'] },
  {
    ...whole,
    id: 'rss',
    kind: 'feed',
    states: [...common, 'workplace', 'pay'],
    inText: ['workplace', 'jobType', 'pay'],
  },
  {
    ...whole,
    id: 'adz',
    kind: 'adzuna',
    states: [...common, 'pay'],
    country: 'GB',
    severalPlaces: false,
    narrows: true,
    jobTypes: ['full time', 'part time', 'contract'],
  },
  {
    ...whole,
    id: 'usa',
    kind: 'usajobs',
    states: [...common, 'pay', 'validUntil'],
    country: 'US',
    narrows: true,
    jobTypes: ['full time', 'part time', 'temporary', 'internship'],
  },
];

export function boardRow(id: string): BoardRow {
  const row = boardRows.find((each) => each.id === id);
  if (row === undefined) throw new Error(`The world has no board ${id}.`);
  return row;
}

/** The company's own board. */
export function ownBoard(company: string): BoardRow {
  const own = boardRows.find((row) => row.company === company);
  if (own !== undefined) return own;
  const index = companies.indexOf(company);
  return boardRow(index < 6 ? 'smart' : index % 2 === 0 ? 'green' : 'recruit');
}

type Carried = Pick<Opening, 'company' | 'places' | 'remoteRegions'> & { remote: boolean };

/** Whether a board can carry an opening of these places and this company without losing a place. */
export function carries(row: BoardRow, { company, places, remoteRegions, remote }: Carried): boolean {
  if (row.company !== undefined && row.company !== company) return false;
  if (places.length > 1 && !row.severalPlaces) return false;
  if (row.country === undefined) return true;
  if (remote) return row.id === 'usa' && remoteRegions.length === 1 && remoteRegions[0] === 'US';
  return places.length > 0 && places.every(({ country }) => country === row.country);
}

/** The facts as one board states them: facts without a field are omitted. */
export function statedBy(row: BoardRow, facts: Facts, levelInTitle: boolean): Facts {
  const states = (name: FactName): boolean => row.states.includes(name);
  const { workplace, jobType, level, pay, postedAt } = facts;
  // USAJOBS states remote work as a place.
  const keepsWorkplace = states('workplace') || (row.id === 'usa' && workplace === 'remote');
  // The title of an internship states the type.
  const keepsType = jobType === 'internship' || (jobType !== null && (row.jobTypes?.includes(jobType) ?? true));
  return {
    workplace: keepsWorkplace ? workplace : null,
    jobType: keepsType ? jobType : null,
    level: states('level') || levelInTitle ? level : null,
    pay: pay !== null && states('pay') && statesPeriod(row, pay.per) ? pay : null,
    postedAt,
  };
}

function statesPeriod({ kind }: BoardRow, per: string): boolean {
  if (kind === 'adzuna') return per === 'year';
  return kind === 'greenhouse' ? per === 'year' || per === 'hour' : true;
}
