import { type Chance, chanceOf } from '../../demo-board/postings/chance.js';
import { makeCompanies } from '../../demo-board/postings/companies.js';
import { makeOpenings } from '../../demo-board/postings/make-openings.js';
import type { Opening } from '../../demo-board/postings/opening.js';
import { writeSections } from '../../demo-board/postings/write-sections.js';
import type { countries } from '../../demo-board/vocabulary/countries.js';
import { placesByCountry } from '../../demo-board/vocabulary/places.js';

/** An opening as its employer has it, before boards write about it. `truth` names it: postings of one truth are one opening. */
export type TrueOpening = {
  truth: string;
  company: string;
  title: string;
  city: string;
  region: string;
  country: keyof typeof countries;
  isRemote: boolean;
  jobType: string;
  requisition: string | null;
  /** Whether every board shows the requisition: nothing else distinguishes this opening from its near miss. */
  isNumbered: boolean;
  /** Whether every board shows some of the text, for the same reason. */
  isTold: boolean;
  /** Paragraphs of the description, lists item by item. */
  text: readonly string[];
  /** Its page on the employer's site. */
  page: string;
  daysOld: number;
};

/** How an opening differs from its near miss; `null` when this difference is not possible for it. */
type Neighbour = (base: TrueOpening, tools: { opening: Opening; chance: Chance }) => TrueOpening | null;

/** Near misses: each derives a different opening that is nearly the same in everything a board shows. */
const neighbours: Readonly<Record<string, Neighbour>> = {
  'another city': (base, { chance }) => {
    const towns = placesByCountry[base.country].filter(({ city }) => city !== base.city);
    // Two remote openings that differ in the office alone cannot be distinguished on a board that names no office.
    if (towns.length === 0 || base.isRemote) return null;
    const { city, region } = chance.pick(towns);
    return { ...base, city, region, requisition: null };
  },
  'another level': (base) => ({ ...base, title: anotherLevel(base.title), requisition: null }),
  'another team': (base, { opening, chance }) => {
    const teams = opening.occupation.teams.filter((team) => !base.title.includes(team) && team !== opening.team);
    return { ...base, title: `${base.title.replace(/,.*$/, '')}, ${chance.pick(teams)}`, requisition: null };
  },
  'another requisition': (base) => {
    if (base.requisition === null) return null;
    const ending = base.requisition.endsWith('7') ? '31' : '77';
    return { ...base, requisition: `${base.requisition.slice(0, -2)}${ending}` };
  },
  'other hours': (base) => ({
    ...base,
    title: `${base.title} (${base.jobType === 'part time' ? 'Full-Time' : 'Part-Time'})`,
    jobType: base.jobType === 'part time' ? 'full time' : 'part time',
    requisition: null,
  }),
  'another company, same text': (base) => ({ ...base, company: `${base.company} Partners`, requisition: null }),
  'another text': (base, { opening, chance }) => ({
    ...base,
    requisition: null,
    text: textOf({ ...opening, sections: writeSections(opening, chanceOf('sibling', chance.int(1, 1_000_000))) }),
  }),
};

export const neighbourKinds = Object.keys(neighbours);

function anotherLevel(title: string): string {
  if (/\bII$/.test(title)) return `${title}I`;
  if (/^(?:Senior|Sr\.) /.test(title)) return title.replace(/^(?:Senior|Sr\.) /, 'Principal ');
  if (/^Junior /.test(title)) return title.replace(/^Junior /, '');
  return title.length % 2 === 0 ? `Senior ${title}` : `${title} II`;
}

const textOf = ({ sections }: Pick<Opening, 'sections'>): string[] =>
  sections.flatMap(({ heading, paragraphs, list }) => [...(heading ? [heading] : []), ...paragraphs, ...list]);

/** Openings and their near misses: one in two has a near miss, so that precision is tested. */
export function makeTrueOpenings(seed: number, count: number): TrueOpening[] {
  return makeOpenings(seed, count, makeCompanies(seed)).flatMap((opening, index) => {
    const chance = chanceOf(seed, 'neighbour', index);
    const base = asTrue(opening, `${seed}-${index}`, chance);
    if (!chance.maybe(0.5)) return [base];
    const kind = chance.pick(neighbourKinds);
    const neighbour = neighbours[kind]?.(base, { opening, chance }) ?? null;
    if (neighbour === null) return [base];
    const truth = `${base.truth} ${kind}`;
    const isNumbered = kind === 'another requisition';
    const isTold = kind === 'another text';
    return [
      { ...base, isNumbered, isTold },
      { ...neighbour, isNumbered, isTold, truth, page: `${base.page}-n`, daysOld: base.daysOld + chance.int(0, 30) },
    ];
  });
}

function asTrue(opening: Opening, truth: string, chance: Chance): TrueOpening {
  const { company, title, places, country, workplace, jobType, index } = opening;
  const place = places[0] ?? placesByCountry[country][0];
  if (place === undefined) throw new Error(`The country ${country} has no towns.`);
  return {
    truth,
    company: company.name,
    title: title.replace(/ \((?:m|f)\/\w\/\w\)$/, ''),
    city: place.city,
    region: place.region,
    country: place.country,
    isRemote: workplace === 'remote',
    jobType,
    requisition: chance.maybe(0.5) ? `${10_000 + index * 13}` : null,
    isNumbered: false,
    isTold: false,
    text: textOf(opening),
    page: `${company.url}/careers/${5_000_000 + index * 11}`,
    daysOld: Math.round(opening.ageMinutes / 1440),
  };
}
