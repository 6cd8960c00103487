import { readFileSync } from 'node:fs';
import type { JobType, Workplace } from '../shared/words/words.js';

/** A line of work: its titles, its pay, and the sentences its descriptions are made of. */
export type Occupation = {
  id: string;
  department: string;
  weight: number;
  /** Titles without a word for the level. */
  titles: readonly string[];
  /** The words after "Head of", and the title of the position above, if there is one. */
  field: string;
  chief: string | null;
  /** `desk` work is paid by the year or month; `floor` work mostly by the hour. */
  setting: 'desk' | 'floor';
  /** Yearly pay in the United States, in dollars, for a few years of experience. */
  pay: number;
  /** Weights of on site, hybrid and remote work. */
  workplaces: readonly [onSite: number, hybrid: number, remote: number];
  teams: readonly string[];
  tools: readonly string[];
  skills: readonly string[];
  /** The tools that go with a title, where it names one. */
  titleTools?: Readonly<Record<string, readonly string[]>>;
  about: readonly string[];
  duties: readonly string[];
  needs: readonly string[];
  extras: readonly string[];
};

/** A line of business: who works in it, and how its companies speak of themselves. */
export type Sector = {
  /** `global`: offices in several countries; `local`: towns of one country. */
  reach: 'global' | 'local';
  names: readonly string[];
  homes?: Readonly<Record<string, CountryCode>>;
  /** Ids of the occupations it employs. */
  employs: readonly string[];
  products: readonly string[];
  customers: readonly string[];
  missions: readonly string[];
  takesVolunteers?: boolean;
};

/** A town with all its search terms. */
export type DemoPlace = {
  city: string;
  region: string;
  regionCode: string | null;
  country: CountryCode;
  names: string[];
};

type List = readonly string[];
type Work = { about: List; duties: List; needs: List };
/** Sentence templates by subject. */
type Texts = Record<
  'commonBenefits' | 'homeBenefits' | 'deskBenefits' | 'floorBenefits' | 'paySentences' | 'closings',
  List
> & {
  countryBenefits: Record<CountryCode, List>;
  companyFacts: Record<Sector['reach'], List>;
  jobTypeSentences: Record<JobType, List>;
  workplaceSentences: Record<Workplace | 'worldwide', List>;
  workingHere: Record<Occupation['setting'], List>;
  leadership: Work;
  internship: Work;
  volunteering: Omit<Work, 'duties'> & { benefits: List };
  headingStyles: readonly Record<
    'company' | 'role' | 'duties' | 'needs' | 'extras' | 'benefits' | 'practical',
    string
  >[];
};

const lines = (name: string): string[] =>
  readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

export const occupations = lines('occupations.jsonl').map((line) => JSON.parse(line) as Occupation);
export const sectors = lines('sectors.jsonl').map((line) => JSON.parse(line) as Sector);
const rows = lines('texts.jsonl').map((line) => JSON.parse(line) as { name: string; value: unknown });
export const texts = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Texts;

/** Countries: name, other spellings, currency, local pay for a dollar of pay in the United States, period of salaries, share of openings. */
export const countries = {
  US: country('United States', ['USA', 'U.S.', 'United States of America', 'America'], ['USD', 1, 'year', 36]),
  GB: country('United Kingdom', ['UK', 'U.K.', 'Great Britain', 'Britain'], ['GBP', 0.6, 'year', 14]),
  DE: country('Germany', ['Deutschland'], ['EUR', 0.66, 'year', 10]),
  CA: country('Canada', [], ['CAD', 1.02, 'year', 7]),
  IN: country('India', ['Bharat'], ['INR', 17, 'year', 6]),
  NL: country('Netherlands', ['The Netherlands', 'Nederland', 'Holland'], ['EUR', 0.64, 'year', 5]),
  FR: country('France', [], ['EUR', 0.54, 'year', 5]),
  IE: country('Ireland', ['Éire', 'Republic of Ireland'], ['EUR', 0.66, 'year', 4]),
  ES: country('Spain', ['España'], ['EUR', 0.44, 'year', 4]),
  PL: country('Poland', ['Polska'], ['PLN', 2, 'month', 4]),
  CH: country('Switzerland', ['Schweiz', 'Suisse'], ['CHF', 0.95, 'year', 3]),
  AU: country('Australia', [], ['AUD', 1.12, 'year', 4]),
  SE: country('Sweden', ['Sverige'], ['SEK', 5.4, 'month', 2]),
  SG: country('Singapore', [], ['SGD', 0.98, 'month', 2]),
} as const;
export type CountryCode = keyof typeof countries;
export const countryCodes = Object.keys(countries) as CountryCode[];

type Pay = readonly [currency: string, payFactor: number, salaryPer: 'year' | 'month', weight: number];

function country(name: string, alsoCalled: List, [currency, payFactor, salaryPer, weight]: Pay) {
  return { name, alsoCalled, currency, payFactor, salaryPer, weight };
}

/** Currencies: symbol, units per dollar, lowest hourly pay, and the rounding of pay by hour, day, month and year. */
export const currencies: Readonly<Record<string, Currency>> = {
  USD: currency('$', [1, 15], [0.5, 25, 100, 1000]),
  GBP: currency('£', [0.8, 12.5], [0.1, 25, 50, 1000]),
  EUR: currency('€', [0.9, 13], [0.5, 10, 50, 1000]),
  CHF: currency('CHF ', [0.9, 24], [0.5, 20, 100, 1000]),
  CAD: currency('$', [1.4, 17], [0.25, 25, 100, 1000]),
  AUD: currency('$', [1.5, 25], [0.5, 25, 100, 1000]),
  INR: currency('₹', [85, 150], [10, 500, 5000, 100_000]),
  SGD: currency('S$', [1.3, 12], [0.5, 10, 100, 1000]),
  PLN: currency(' zł', [4, 31], [1, 50, 500, 1000]),
  SEK: currency(' kr', [10, 145], [5, 100, 500, 1000]),
};
type Currency = ReturnType<typeof currency>;

function currency(
  symbol: string,
  [perDollar, lowestHourly]: [number, number],
  steps: [number, number, number, number],
) {
  const [hour, day, month, year] = steps;
  return { symbol, symbolFirst: !symbol.startsWith(' '), perDollar, lowestHourly, steps: { hour, day, month, year } };
}

export const places = lines('places.csv')
  .slice(1)
  .map((line): DemoPlace => {
    const [code = '', city = '', regionCode = '', region = '', also = ''] = line.split(',');
    const of = code as CountryCode;
    const names = [city, region, regionCode, ...also.split(';'), of, countries[of].name, ...countries[of].alsoCalled];
    return { city, region, regionCode: regionCode || null, country: of, names: names.filter((name) => name !== '') };
  });
