import type { JobType, Level } from '../../shared/words/words.js';
import {
  type CountryCode,
  countries,
  countryCodes,
  currencies,
  type Occupation,
  occupations,
  places,
  type Sector,
  sectors,
} from '../vocabulary.js';
import { type Chance, chanceOf } from './chance.js';
import type { Company, Opening, Pay, RemoteRegion } from './posting.js';

/** How pay grows with the level. */
export const levelFactors: Readonly<Record<Level | 'none', number>> = {
  ...{ internship: 0.4, 'entry level': 0.72, associate: 0.9, none: 1, senior: 1.3, director: 1.75, executive: 2.3 },
};

/** Makes this many openings; no two share company, title and place, so that each is a distinct job. */
export function makeOpenings(seed: number, count: number): Opening[] {
  const companies = sectors.flatMap((sector) =>
    sector.names.map((name) => makeCompany(name, sector, chanceOf(seed, 'company', name))),
  );
  const employing = (id: string): Company[] =>
    companies.flatMap((company) => company.sector.employs.filter((each) => each === id).map(() => company));
  const employers = new Map(occupations.map(({ id }) => [id, employing(id)]));
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const opening = draftOpening(index, employers, chanceOf(seed, 'opening', index, attempt));
      const where = opening.remoteRegion?.name ?? opening.places[0]?.city;
      const key = [opening.company.slug, opening.title, where].join('|').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return opening;
    }
    throw new Error(`The tables are too small for ${count} different openings.`);
  });
}

function makeCompany(name: string, sector: Sector, chance: Chance): Company {
  const slug = slugOf(name);
  const weights = countryCodes.map((code) => [code, countries[code].weight] as const);
  const home = sector.homes?.[name] ?? chance.weigh(weights);
  const townsOf = (code: CountryCode, count: number) =>
    chance.some(
      places.filter(({ country }) => country === code),
      count,
    );
  const isGlobal = sector.reach === 'global';
  const others = countryCodes.filter((code) => code !== home);
  const abroad = isGlobal ? chance.some(others, chance.int(1, 4)).flatMap((code) => townsOf(code, 1)) : [];
  return {
    ...{ name, slug, url: `https://${slug}.example`, sector, home },
    places: [...townsOf(home, chance.int(3, 6)), ...abroad],
    founded: isGlobal ? chance.int(2004, 2023) : chance.int(1921, 2015),
    people: chance.pick([28, 45, 60, 85, 120, 180, 240, 320, 450, 700, 1100, 1800, 3200]),
    houseStyle: chance.int(0, 1000),
  };
}

/** A name as it appears in a domain: `Marrow & Pike` → `marrow-pike`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

const weighedOccupations = occupations.map((one) => [one, one.weight] as const);

function draftOpening(index: number, employers: ReadonlyMap<string, Company[]>, chance: Chance): Opening {
  const occupation = chance.weigh(weighedOccupations);
  const company = chance.pick(employers.get(occupation.id) ?? []);
  const desk = occupation.setting === 'desk';
  const jobType = weigh(
    {
      ...{ 'full time': 70, 'part time': desk ? 6 : 17, contract: desk ? 10 : 4, temporary: desk ? 3 : 7 },
      ...{ internship: desk ? 8 : 0, volunteer: company.sector.takesVolunteers ? 28 : 0 },
    },
    chance,
  );
  const [onSite, hybrid, remote] = jobType === 'volunteer' ? [1, 0, 0] : occupation.workplaces;
  const workplace = weigh({ 'on site': onSite, hybrid, remote }, chance);
  const level = chooseLevel(occupation, jobType, chance);
  const [main] = chance.some(company.places, 1);
  const further = company.places.filter(({ country, city }) => country === main?.country && city !== main.city);
  const towns = main === undefined ? [] : [main, ...(chance.maybe(0.06) ? further.slice(0, 2) : [])];
  const country = workplace === 'remote' ? company.home : (main?.country ?? company.home);
  const base = chance.pick(occupation.titles);
  const team = chance.pick(occupation.teams);
  // A third was posted in the last week, the oldest 59 days ago.
  const ageMinutes = 20 + Math.floor(chance.next() ** 2.2 * 59 * 24 * 60);
  return {
    ...{ index, company, occupation, level, jobType, workplace, country, team, ageMinutes },
    title: writeTitle({ occupation, level, jobType, country }, { base, team }, chance),
    places: workplace === 'remote' ? [] : towns,
    remoteRegion: workplace === 'remote' ? chooseRegion(company.home, chance) : null,
    pay: decidePay({ occupation, level, jobType, country }, chance),
    tools: occupation.titleTools?.[base] ?? chance.some(occupation.tools, 3),
    skills: chance.some(occupation.skills, 4),
    requisitionId: `R-${chance.int(10, 99)}${String(index).padStart(4, '0')}`,
  };
}

function chooseLevel({ setting, chief }: Occupation, jobType: JobType, chance: Chance): Level | null {
  if (jobType === 'internship') return 'internship';
  if (jobType === 'volunteer') return null;
  const leads = jobType === 'full time' ? 1 : 0;
  const usual = { none: 38, 'entry level': 15, associate: 8, senior: 27 };
  const top = { director: (setting === 'desk' ? 9 : 4) * leads, executive: (chief ? 6 : 0) * leads };
  const level = weigh({ ...usual, ...top }, chance);
  return level === 'none' ? null : level;
}

/** One of the words, by weight. */
const weigh = <Word extends string>(weights: Readonly<Record<Word, number>>, chance: Chance): Word =>
  chance.weigh(Object.entries(weights) as [Word, number][]);

/** The company's own country, or a region that contains it. */
function chooseRegion(home: CountryCode, chance: Chance): RemoteRegion {
  const short: Partial<Record<CountryCode, string>> = { US: 'US', GB: 'UK' };
  const europe: CountryCode[] = ['GB', 'DE', 'NL', 'FR', 'IE', 'ES', 'PL', 'CH', 'SE'];
  const region = (name: string, ...inside: CountryCode[]) => ({
    name,
    countries: inside,
    worldwide: name === 'Worldwide',
  });
  const regions: RemoteRegion[] = [
    ...[region('EMEA', ...europe), region('Europe', ...europe), region('North America', 'US', 'CA')],
    ...[region('APAC', 'IN', 'AU', 'SG'), region('Worldwide', ...countryCodes)],
  ];
  const own = region(short[home] ?? countries[home].name, home);
  const wide = regions.filter((region) => region.countries.includes(home));
  return chance.maybe(0.55) ? own : chance.pick(wide);
}

type Job = Pick<Opening, 'occupation' | 'level' | 'jobType' | 'country'>;

/** A title in an employer's style; it always includes the level, if any. */
function writeTitle(
  { occupation, level, jobType, country }: Job,
  words: { base: string; team: string },
  chance: Chance,
) {
  const { base, team } = words;
  const { field, chief } = occupation;
  const forms: Record<Level, readonly string[]> = {
    internship: [`${base} Intern`, `${field} Intern`, `Intern, ${field}`, `${field} Internship`],
    'entry level': [`Junior ${base}`, `Junior ${base}`, `Entry-Level ${base}`, `Graduate ${base}`],
    associate: [`Mid-Level ${base}`, `Intermediate ${base}`, `${base} (Mid-Level)`],
    senior: [
      `Senior ${base}`,
      `Senior ${base}`,
      `Senior ${base}`,
      `Sr. ${base}`,
      `Lead ${base}`.replace('Lead Lead', 'Lead'),
    ],
    director: [`Head of ${field}`, `Director of ${field}`, `${field} Director`, `Director, ${field}`],
    executive: [`VP of ${field}`, `Vice President, ${field}`, ...(chief ? [chief, chief] : [])],
  };
  const alone = jobType === 'volunteer' ? chance.pick([`Volunteer ${base}`, base]) : base;
  const title = level === null ? alone : chance.pick(forms[level]);
  const hasTeam = occupation.setting === 'desk' && level !== 'director' && level !== 'executive' && chance.maybe(0.35);
  const aside = hasTeam ? chance.pick([`, ${team}`, ` - ${team}`, ` (${team})`]) : '';
  const isGerman = (country === 'DE' || country === 'CH') && chance.maybe(0.4);
  return title + aside + (isGerman ? ' (m/f/d)' : '');
}

/** An opening's pay; `null` for volunteers, and when the employer does not disclose it. */
function decidePay({ occupation, level, jobType, country }: Job, chance: Chance): Pay | null {
  if (jobType === 'volunteer' || chance.maybe(0.275)) return null;
  const { currency, payFactor, salaryPer } = countries[country];
  const { steps, lowestHourly } = currencies[currency] ?? fail(currency);
  const isHourly = (occupation.setting === 'floor' || jobType !== 'full time') && chance.maybe(0.65);
  const per = isHourly ? 'hour' : jobType === 'contract' ? 'day' : jobType === 'internship' ? 'month' : salaryPer;
  const share = { hour: 1 / 2080, day: 1.2 / 220, month: 1 / 12, year: 1 }[per];
  const middle = occupation.pay * payFactor * levelFactors[level ?? 'none'] * (0.88 + chance.next() * 0.24);
  const yearly = Math.max(middle, lowestHourly * 2080 * 1.2);
  const spread = 0.06 + chance.next() * 0.12;
  const cents = (amount: number): number => Math.round(amount * 100) / 100;
  const round = (amount: number): number => cents(Math.round((amount * share) / steps[per]) * steps[per]);
  const min = round(yearly * (1 - spread));
  const max = Math.max(round(yearly * (1 + spread)), cents(min + steps[per]));
  return chance.weigh<Pay>([
    [{ min, max, currency, per }, 80],
    [{ min, max: min, currency, per }, 9],
    [{ min, max: null, currency, per }, 6],
    [{ min: null, max, currency, per }, 5],
  ]);
}

function fail(currency: string): never {
  throw new Error(`There is no currency "${currency}".`);
}
