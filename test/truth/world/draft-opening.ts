import type { Chance } from '../../../demo-board/postings/chance.js';
import type { Facts, JobType, Level, Opening, Pay, Workplace } from './opening.js';
import { frames, type Language, sentences } from './texts.js';
import { countriesByCode, countryOf, type Town, towns } from './towns.js';
import { companies, occupations, skills } from './vocabulary.js';

/** Whether the title states the level, or only a field of boards that have one. */
export type LevelWords = 'in the title' | 'in a field';

/** An opening before it is put on boards: its facts, and others that contradict them. */
export type Draft = Pick<
  Opening,
  'title' | 'company' | 'places' | 'remoteRegions' | 'language' | 'description' | 'tags' | 'validUntil'
> & { facts: Facts; others: Partial<Facts>; levels: LevelWords };

const hour = 3_600_000;

/** Ages in hours, none within two hours of a span used in queries. */
const ages = [0.1, 3, 9, 15, 20, 30, 44, 60, 90, 130, 155, 190, 260, 310, 400, 600, 690, 800, 1500, 3000, 6000, 8000];

const levelRows: readonly (readonly [Level | null, number])[] = [
  [null, 26],
  ['senior', 24],
  ['entry level', 15],
  ['associate', 12],
  ['director', 8],
  ['executive', 5],
  ['internship', 10],
];
const typeRows: readonly (readonly [JobType | null, number])[] = [
  ['full time', 46],
  ['part time', 13],
  ['contract', 13],
  ['temporary', 7],
  ['volunteer', 3],
  [null, 18],
];
const workplaceRows: readonly (readonly [Workplace | null, number])[] = [
  ['on site', 34],
  ['hybrid', 26],
  ['remote', 22],
  [null, 18],
];

/** What an opening is written in whose first sentence is one of these; the others are in English. */
const languageOfSentence: readonly Language[] = ['de', 'fr'];

const withLevel: Readonly<Record<Level, (title: string) => string>> = {
  internship: (title) => `${title} Intern`,
  'entry level': (title) => `Junior ${title}`,
  associate: (title) => `Mid-Level ${title}`,
  senior: (title) => `Senior ${title}`,
  director: (title) => `${title} Director`,
  executive: (title) => `Vice President, ${title}`,
};

export function draftOpening(chance: Chance, madeAt: number): Draft {
  const { title: plain } = chance.pick(occupations);
  const company = chance.pick(companies);
  const level = chance.weigh(levelRows);
  const levels = level === 'internship' || chance.maybe(0.7) ? 'in the title' : 'in a field';
  const workplace = chance.weigh(workplaceRows);
  const first = chance.pick(towns);
  const second = chance.pick(towns);
  const several = chance.maybe(0.12) && second.city !== first.city;
  const jobType = level === 'internship' ? 'internship' : chance.weigh(typeRows);
  const pay = jobType === 'volunteer' || chance.maybe(0.3) ? null : payIn(first, chance);
  const age = chance.pick(ages);
  const named = chance.some(Object.keys(skills), chance.int(1, 3));
  const title = level !== null && levels === 'in the title' ? withLevel[level](plain) : plain;
  const said = chance.some([...sentences.en.keys()], 3);
  // Not drawn, so that a seed makes the openings that it made before.
  const language = languageOfSentence[said[0] ?? 0] ?? 'en';
  const sentencesIn = said.map((at) => sentences[language][at]).join(' ');
  return {
    title,
    company,
    places: workplace === 'remote' ? [] : several ? [first, second] : [first],
    remoteRegions: workplace === 'remote' ? regionsFor(first, chance) : [],
    language,
    description: frames[language]({ company, title, sentences: sentencesIn, skills: named.join(', ') }),
    tags: named,
    validUntil: chance.weigh<number | null>([
      [null, 78],
      [madeAt + 900 * hour, 16],
      [madeAt - 50 * hour, 6],
    ]),
    facts: { workplace, jobType, level, pay, postedAt: chance.maybe(0.04) ? null : madeAt - age * hour },
    others: othersFor({ workplace, jobType, level, pay, levels }, madeAt - (age + 60 * 24) * hour),
    levels,
  };
}

type Known = Omit<Facts, 'postedAt'> & { levels: LevelWords };

/** Facts that contradict the given ones, as far as another board could state them under the same title. */
function othersFor({ workplace, jobType, level, pay, levels }: Known, postedAt: number): Partial<Facts> {
  const others: Partial<Facts> = { postedAt };
  if (workplace === 'on site') others.workplace = 'hybrid';
  if (workplace === 'hybrid') others.workplace = 'on site';
  if (jobType === 'full time') others.jobType = 'contract';
  if (jobType === 'contract' || jobType === 'part time') others.jobType = 'full time';
  if (level !== null && levels === 'in a field') others.level = level === 'senior' ? 'entry level' : 'senior';
  // An open end contradicts nothing.
  if (pay?.max != null) others.pay = { ...pay, min: pay.min * 2, max: pay.max * 2 };
  return others;
}

function regionsFor(town: Town, chance: Chance): string[] {
  const europe = countryOf(town.country).areas.includes('Europe');
  return chance.weigh<string[]>([
    [[], 30],
    [[town.country], 58],
    [[europe ? 'Europe' : town.country], 12],
  ]);
}

/** How many units of a currency buy about as much as a US dollar. */
const scales: Readonly<Record<string, number>> = { SEK: 8, NOK: 9, DKK: 6, INR: 20 };

function payIn(town: Town, chance: Chance): Pay {
  const { currency } = countriesByCode[town.country] ?? countryOf('US');
  const scale = scales[currency] ?? 1;
  const per = chance.weigh<Pay['per']>([
    ['year', 76],
    ['hour', 14],
    ['month', 10],
  ]);
  const base = { year: chance.int(6, 32) * 5000, hour: chance.int(8, 36) * 2.5, month: chance.int(5, 26) * 500 };
  const amount = per === 'hour' || per === 'month' || per === 'year' ? base[per] : 0;
  const min = Math.round(amount * scale);
  return { min, max: chance.maybe(0.12) ? null : Math.round(min * 1.25), currency, per };
}
