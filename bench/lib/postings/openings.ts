import { levelFactors } from '../../../demo-board/postings/openings.js';
import { countries, currencies, type Occupation, occupations } from '../../../demo-board/vocabulary.js';
import type { JobType, Level, Workplace } from '../../../shared/words/words.js';
import type { Employer } from './employers.js';
import type { Random } from './random.js';
import type { Sentences } from './sentences.js';
import { makeTitle } from './titles.js';
import { type Town, weighed } from './towns.js';

/** The actual facts of an opening. */
export type Opening = {
  title: string;
  topic: number;
  level: Level | null;
  jobType: JobType | null;
  workplace: Workplace | null;
  town: Town;
  pay: Pay | null;
  /** Epoch milliseconds. */
  postedAt: number;
};

export type Pay = { min: number; max: number; currency: string; per: 'hour' | 'year'; text: string };

const levels: readonly (readonly [Level | null, number])[] = [
  [null, 50],
  ['senior', 26],
  ['entry level', 7],
  ['associate', 5],
  ['director', 6],
  ['internship', 4],
  ['executive', 2],
];

const jobTypes: readonly (readonly [JobType | null, number])[] = [
  ['full time', 52],
  [null, 30],
  ['part time', 8],
  ['contract', 6],
  ['temporary', 3],
  ['internship', 1],
];

const workplaces: readonly (readonly [Workplace | null, number])[] = [
  [null, 34],
  ['on site', 28],
  ['hybrid', 20],
  ['remote', 18],
];

/** Half of the postings state pay. */
const payShare = 0.5;

const day = 86_400_000;
/** The mean age of a posting, and the oldest. */
const meanAge = 28 * day;
const oldest = 300 * day;

/** Decides the facts of an opening of an employer; `now` in epoch milliseconds. */
export function decideOpening(
  employer: Employer,
  { random, sentences, now }: { random: Random; sentences: Sentences; now: number },
): Opening {
  // The first lines of work and towns of an employer are the commonest.
  const topic = employer.topics[Math.floor(random.share() ** 2 * employer.topics.length)] ?? 0;
  const town = employer.towns[Math.floor(random.share() ** 2 * employer.towns.length)] ?? employer.towns[0];
  const occupation = occupations[topic];
  if (occupation === undefined || town === undefined) throw new Error(`${employer.name} has no work or no town.`);
  const level = weighed(levels, random);
  const jobType = level === 'internship' ? 'internship' : weighed(jobTypes, random);
  const title = makeTitle({ occupation, topic, level, town: town.place.city ?? '' }, random, sentences);
  const workplace = weighed(workplaces, random);
  const pay = random.maybe(payShare)
    ? decidePay({ occupation, level, country: town.place.country ?? '' }, random)
    : null;
  const age = Math.min(oldest, -Math.log(1 - random.share()) * meanAge);
  return { title, topic, level, jobType, workplace, town, pay, postedAt: Math.floor((now - age) / 1000) * 1000 };
}

type PayFor = { occupation: Occupation; level: Level | null; country: string };

function decidePay({ occupation, level, country }: PayFor, random: Random): Pay {
  const table: Readonly<Record<string, { currency: string; payFactor: number }>> = countries;
  const { currency, payFactor } = table[country] ?? { currency: 'EUR', payFactor: 0.55 };
  const yearly = occupation.pay * payFactor * levelFactors[level ?? 'none'] * (0.75 + random.share() * 0.5);
  const per = occupation.setting === 'floor' && random.maybe(0.6) ? 'hour' : 'year';
  const step = per === 'hour' ? 0.5 : 1000;
  const round = (amount: number): number => Math.round(amount / (per === 'hour' ? 2080 : 1) / step) * step;
  const [min, max] = [round(yearly * 0.88), round(yearly * (1 + random.share() * 0.4))];
  const { symbol, symbolFirst } = currencies[currency] ?? { symbol: '€', symbolFirst: true };
  const written = (amount: number): string => {
    const digits =
      per === 'hour' ? amount.toFixed(2) : `${Math.floor(amount / 1000)},${String(amount % 1000).padStart(3, '0')}`;
    return symbolFirst ? symbol + digits : digits + symbol;
  };
  return { min, max, currency, per, text: `${written(min)} - ${written(max)} per ${per}` };
}
