import type { JobType, Level, Workplace } from '../../shared/words/words.js';
import type { Occupation } from '../vocabulary/occupation.js';
import { occupations } from '../vocabulary/occupations.js';
import { type RemoteRegion, remoteRegionsOf } from '../vocabulary/remote-regions.js';
import { type Chance, chanceOf } from './chance.js';
import type { Company } from './companies.js';
import type { Opening } from './opening.js';
import { decidePay } from './pay.js';
import { writeSections } from './write-sections.js';
import { writeTitle } from './write-title.js';

/** Makes that many openings; no two share company, title and place, so that each is a distinct job. */
export function makeOpenings(seed: number, count: number, companies: readonly Company[]): Opening[] {
  const employers = employersOf(companies);
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const opening = untaken(taken, (attempt) =>
      draftOpening(index, employers, chanceOf(seed, 'opening', index, attempt)),
    );
    return { ...opening, sections: writeSections(opening, chanceOf(seed, 'sections', index)) };
  });
}

type Draft = Omit<Opening, 'sections'>;

function untaken(taken: Set<string>, draft: (attempt: number) => Draft): Draft {
  for (let attempt = 0; attempt < 200; attempt++) {
    const opening = draft(attempt);
    const key = [opening.company.slug, opening.title, whereOf(opening)].join('|').toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return opening;
  }
  throw new Error(`The tables are too small for ${taken.size + 1} different openings.`);
}

const whereOf = ({ places, remoteRegion }: Draft): string => remoteRegion?.name ?? places[0]?.city ?? '';

/** Companies by the id of the occupations they employ, as often as their sector lists it. */
function employersOf(companies: readonly Company[]): Map<string, Company[]> {
  const employers = new Map<string, Company[]>(occupations.map(({ id }) => [id, []]));
  for (const company of companies) {
    for (const id of company.sector.employs) {
      const list = employers.get(id);
      if (!list) throw new Error(`A sector employs "${id}", which is no occupation.`);
      list.push(company);
    }
  }
  return employers;
}

const weighedOccupations = occupations.map((one) => [one, one.weight] as const);

function draftOpening(index: number, employers: Map<string, Company[]>, chance: Chance): Draft {
  const occupation = chance.weigh(weighedOccupations);
  const company = chance.pick(employers.get(occupation.id) ?? []);
  const jobType = chooseJobType(occupation, company, chance);
  const level = chooseLevel(occupation, jobType, chance);
  const workplace = jobType === 'volunteer' ? 'on site' : chooseWorkplace(occupation, chance);
  const places = workplace === 'remote' ? [] : choosePlaces(company, chance);
  const country = places[0]?.country ?? company.home;
  const base = chance.pick(occupation.titles);
  const team = chance.pick(occupation.teams);
  return {
    index,
    company,
    occupation,
    title: writeTitle({ occupation, base, level, jobType, country, team }, chance),
    level,
    jobType,
    workplace,
    places,
    remoteRegion: workplace === 'remote' ? chooseRegion(company, chance) : null,
    country,
    pay: decidePay({ occupation, level, jobType, country }, chance),
    team,
    tools: occupation.titleTools?.[base] ?? chance.some(occupation.tools, 3),
    skills: chance.some(occupation.skills, 4),
    requisitionId: `R-${chance.int(10, 99)}${String(index).padStart(4, '0')}`,
    ageMinutes: chooseAge(chance),
  };
}

function chooseJobType({ setting }: Occupation, { sector }: Company, chance: Chance): JobType {
  const desk = setting === 'desk';
  return chance.weigh<JobType>([
    ['full time', 70],
    ['part time', desk ? 6 : 17],
    ['contract', desk ? 10 : 4],
    ['temporary', desk ? 3 : 7],
    ['internship', desk ? 8 : 0],
    ['volunteer', sector.takesVolunteers ? 28 : 0],
  ]);
}

function chooseLevel({ setting, chief }: Occupation, jobType: JobType, chance: Chance): Level | null {
  if (jobType === 'internship') return 'internship';
  if (jobType === 'volunteer') return null;
  const leads = jobType === 'full time' ? 1 : 0;
  return chance.weigh<Level | null>([
    [null, 38],
    ['entry level', 15],
    ['associate', 8],
    ['senior', 27],
    ['director', (setting === 'desk' ? 9 : 4) * leads],
    ['executive', (chief ? 6 : 0) * leads],
  ]);
}

function chooseWorkplace({ workplaces: [onSite, hybrid, remote] }: Occupation, chance: Chance): Workplace {
  return chance.weigh<Workplace>([
    ['on site', onSite],
    ['hybrid', hybrid],
    ['remote', remote],
  ]);
}

/** Mostly one town; companies with offices abroad name a second or third now and then, in the same country first. */
function choosePlaces({ places, sector }: Company, chance: Chance): Opening['places'] {
  const first = chance.weigh(places.map((place, at) => [place, at === 0 ? 2 : 1] as const));
  const others = places.filter((place) => place !== first && place.country === first.country);
  if (others.length === 0 || !chance.maybe(sector.reach === 'global' ? 0.13 : 0.03)) return [first];
  return [first, ...chance.some(others, chance.int(1, 2))];
}

function chooseRegion({ home }: Company, chance: Chance): RemoteRegion {
  const regions = remoteRegionsOf(home);
  return chance.weigh(regions.map((region, at) => [region, at === 0 ? 5 : 1] as const));
}

/** From a quarter of an hour to 60 days, recent ones more often: half are younger than twelve days. */
function chooseAge(chance: Chance): number {
  const days = 60 * chance.next() ** 2.3;
  return Math.max(15, Math.round(days * 24 * 60));
}
